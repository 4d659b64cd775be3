/** A conclusion in the form of the tables. */

import type { Conclusion } from '#rules/conclusion.ts';
import { isDone } from '#rules/delivery-states.ts';
import type { DeliveryNext, DeliveryOutcome } from '#rules/delivery.ts';
import { storableLink } from '../../base/lib/storable.ts';
import type { DeliveryRow } from './delivery-row.ts';

/** The conclusion of a delivery that this worker holds. `attemptId` is null if the fence was not passed. */
export type Finish = {
  row: DeliveryRow;
  /** The state that the row must still have, held by this worker. */
  from: DeliveryRow['state'];
  attemptId: string | null;
  conclusion: Conclusion;
  /** The network's answer, stored with the attempt if the conclusion differs: a refusal that was resolved. */
  said?: DeliveryOutcome;
  /** Details for the history besides the message: the result of reading the account back. */
  note?: string;
};

/** Facts that the rules need and the row lacks. */
export type FinishFacts = { lateLimitHours: number; canFind: (row: DeliveryRow) => boolean };

/** A `Conclusion` with the delivery's next state. */
export type Decided = Finish & { next: DeliveryNext };

/** A conclusion as a parameter of the statement that stores it. */
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

/**
 * The parts of an outcome, besides its kind, that are stored with its attempt: waits and the network's text, never
 * content.
 */
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
