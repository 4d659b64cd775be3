/** Stores the conclusion of a delivery with all its consequences. */

import type { DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import type { Finish } from './finish-record.ts';
import { endOf } from './post-end.ts';
import type { Try } from './try.ts';

/** Stores a conclusion; returns false if the delivery was no longer this worker's. */
export async function conclude({ records, log, outside, clock }: Engine, finish: Finish): Promise<boolean> {
  const { row, conclusion } = finish;
  if (conclusion.kind === 'outcome') {
    const { outcome } = conclusion;
    if ((outcome.kind === 'rateLimited' || outcome.kind === 'unreachable') && outcome.appFault !== undefined) {
      log('app-refused', { network: row.network, appFault: outcome.appFault });
    }
  }
  const isWritten = await records.finish(finish);
  const end = isWritten ? endOf(finish, clock.now()) : null;
  if (end !== null) outside.onConcluded?.(end);
  return isWritten;
}

/** Commits a post's id separately, then concludes the try; after a refusal, tries renewed credentials first. */
export async function concludeTry(
  engine: Engine,
  row: DeliveryRow,
  { outcome, attemptId, account }: Try,
): Promise<void> {
  const { credentials, onAccountChange } = engine.outside;
  const ended = { row, from: attemptId === null ? ('claimed' as const) : ('sending' as const), attemptId };
  if (outcome.kind === 'published') {
    await engine.records.storePost({ deliveryId: row.id, attemptId, postId: outcome.postId, postUrl: outcome.postUrl });
  }
  if (outcome.kind === 'unauthorized' && credentials.canRenew) {
    await concludeRefusal(engine, ended, outcome);
    return;
  }
  await conclude(engine, { ...ended, conclusion: { kind: 'outcome', outcome } });
  if (outcome.kind === 'published' || outcome.kind === 'processing') await credentials.noteWorking(row);
  if (account) await onAccountChange?.({ row, change: account });
}

async function concludeRefusal(
  engine: Engine,
  ended: Pick<Finish, 'row' | 'from' | 'attemptId'>,
  said: Try['outcome'],
): Promise<void> {
  // Renewing takes time, and a worker that dies meanwhile must not leave an unsent delivery uncertain.
  const { attemptId } = ended;
  if (attemptId !== null) await engine.records.noteRefused({ attemptId, deliveryId: ended.row.id });
  const replaced = await engine.outside.credentials.replaceRefused(ended.row, said);
  if ('outcome' in replaced) {
    await conclude(engine, { ...ended, conclusion: { kind: 'outcome', outcome: replaced.outcome }, said });
    return;
  }
  const note = 'The network refused the connection, so it was renewed.';
  await conclude(engine, { ...ended, conclusion: { kind: 'renewed' }, said, note });
}
