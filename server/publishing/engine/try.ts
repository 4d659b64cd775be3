/** One try of a claimed delivery: passes content and account to the network's adapter. */

import type { Network, Outcome, PublishContext } from '#networks/network.ts';
import { deliveryMessages, type DeliveryOutcome } from '#rules/delivery.ts';
import { accountOf, contentOf, fittedContent } from './content.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine, Outside } from './engine.ts';
import { AttemptUnrecorded } from './attempt-record.ts';
import { isStorageAway } from '../../base/storage/storage.ts';
import { storageAway, watchStorage } from './our-storage.ts';
import { FenceRefused, fingerprintOf, remember } from './fence.ts';
import { runOn } from '../statements.ts';

/**
 * The end of a try: its outcome, the attempt if the fence was passed, and the network's news about the account. Null if
 * the fence refused: this worker lost the delivery before anything was sent.
 */
export type Try = {
  outcome: DeliveryOutcome;
  attemptId: string | null;
  account?: Extract<Outcome, { kind: 'published' }>['account'];
};

/** Sends a claimed delivery once; the fence is passed right before the one irreversible request. */
export async function tryOnce(engine: Engine, row: DeliveryRow): Promise<Try | null> {
  const { outside, records } = engine;
  const network = outside.networks[row.network];
  const { storage, wasAway } = watchStorage(outside.files.storage);
  const content = contentOf(row, { ...outside.files, storage });
  if (!network) return { outcome: { kind: 'rejected', message: deliveryMessages.networkUnavailable }, attemptId: null };
  if (!content) return { outcome: { kind: 'rejected', message: deliveryMessages.contentGone }, attemptId: null };

  let attemptId: string | null = null;
  const deadline = outside.deadline(outside.publishLimitSeconds);
  const context: PublishContext = {
    fence: async ({ payload, remoteIds = {} }) => {
      if (attemptId !== null) throw new Error('the fence is passed once a try');
      const leaseUntil = engine.leaseUntil();
      attemptId = await records.passFence({
        deliveryId: row.id,
        claim: row.claim,
        fingerprint: fingerprintOf(payload),
        remoteIds,
        now: engine.clock.now(),
        leaseUntil,
      });
      if (attemptId === null) throw new FenceRefused();
      // Another worker may have searched for the post by now, and sent it again because it was absent.
      if (engine.clock.now() > leaseUntil) throw new Error('the answer to the fence came after the lease had run out');
    },
    remember: (remoteIds) =>
      remember(runOn(engine.pool), { deliveryId: row.id, worker: engine.worker, claim: row.claim, remoteIds }),
    remembered: row.remoteIds,
    signal: deadline.signal,
  };
  try {
    const fitted = await fittedContent(outside.fitMedia, { row, content, network, signal: deadline.signal });
    if (fitted === null) return { outcome: { kind: 'rejected', message: deliveryMessages.contentGone }, attemptId };
    if ('unfit' in fitted) return { outcome: { kind: 'rejected', message: fitted.unfit }, attemptId };
    const outcome = await publish(outside, { network, row, content: fitted, context });
    if (outcome.kind === 'unreachable' && wasAway()) return { outcome: storageAway, attemptId };
    if (outcome.kind === 'published' && outcome.account) return { outcome, attemptId, account: outcome.account };
    return { outcome, attemptId };
  } catch (error) {
    if (error instanceof FenceRefused) return null;
    if (error instanceof AttemptUnrecorded)
      return { outcome: { kind: 'unreachable', message: deliveryMessages.unrecorded }, attemptId: error.attemptId };
    engine.log('publish-broke', { deliveryId: row.id, network: row.network, fenced: attemptId !== null, error });
    if (attemptId === null && isStorageAway(error)) return { outcome: storageAway, attemptId };
    // An internal error, or the end of this worker: a delivery past the fence may be published; any other is prepared
    // again.
    return { outcome: { kind: attemptId === null ? 'abandoned' : 'unknown', message: '' }, attemptId };
  } finally {
    deadline.release();
  }
}

async function publish(
  outside: Outside,
  {
    network,
    row,
    content,
    context,
  }: {
    network: Network;
    row: DeliveryRow;
    content: NonNullable<ReturnType<typeof contentOf>>;
    context: PublishContext;
  },
): Promise<Outcome> {
  const outcome = await network.publish(content, accountOf(row, outside.openCredentials(row)), context);
  // Without an id the post could never be identified, so the answer counts as lost.
  return outcome.kind === 'published' && outcome.postId === '' ? { kind: 'unknown', message: 'no post id' } : outcome;
}
