/** One conclusion on its way into the tables. */

import type { Conclusion } from '#rules/conclusion.ts';
import { isDone } from '#rules/delivery-states.ts';
import type { DeliveryNext, DeliveryOutcome } from '#rules/delivery.ts';
import { storableLink } from '../../lib/storable.ts';
import type { DeliveryRow } from './delivery-row.ts';

/**
 * What came of a delivery in this worker's hands. `attemptId` is null when the fence was not passed.
 */
export type Finish = {
  row: DeliveryRow;
  /** The state the row must still be in, in this worker's hands. */
  from: DeliveryRow['state'];
  attemptId: string | null;
  conclusion: Conclusion;
  /** What the network said, kept with the attempt, where the conclusion is another: a refusal that was healed. */
  said?: DeliveryOutcome;
  /** What is worth keeping in the history beside the message: what a look at the account said. */
  note?: string;
};

/** What the rules want to know that is not in the row. */
export type FinishFacts = { lateLimitHours: number; canFind: (row: DeliveryRow) => boolean };

/** The same with where it goes. */
export type Decided = Finish & { next: DeliveryNext };

/** A conclusion as the statement that writes it down takes it. */
export function toRecord({ row, from, attemptId, conclusion, said, note, next }: Decided) {
  const outcome = said ?? (conclusion.kind === 'outcome' ? conclusion.outcome : null);
  return {
    id: row.id,
    claim: row.claim,
    from_state: from,
    attempt_id: attemptId,
    outcome: outcome?.kind ?? null,
    detail: outcome === null ? {} : detailOf(outcome),
    state: next.state,
    next_at: next.nextAt,
    message: next.message,
    settle_reads: next.settleReads,
    resent: next.resent,
    post_id: next.post?.postId ?? null,
    post_url: storableLink(next.post?.postUrl ?? null),
    ticket: next.ticket ?? null,
    is_done: isDone(next),
    free_at: next.accountFreeAt ?? null,
    waits_until: next.namedWait?.scope === 'account' ? next.namedWait.until : null,
    note: note ?? '',
  };
}

/** What is kept of an outcome with its attempt, beside its kind: waits and the network's text, never content. */
function detailOf(outcome: DeliveryOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'published':
      return {};
    case 'processing':
      return { checkAfterSeconds: outcome.checkAfterSeconds };
    case 'rateLimited':
      return { message: outcome.message, retryAfterSeconds: outcome.retryAfterSeconds, scope: outcome.scope };
    case 'rejected':
    case 'unauthorized':
    case 'unreachable':
    case 'unknown':
    case 'abandoned':
      return { message: outcome.message };
    default:
      return outcome satisfies never;
  }
}
