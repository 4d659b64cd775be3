/** One try of a claimed delivery: content and account into the network's hands. */

import type { Network, Outcome, PublishContext } from '#networks/network.ts';
import { deliveryMessages, type DeliveryOutcome } from '#rules/delivery.ts';
import { accountOf, contentOf, fittedContent } from './content.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine, Outside } from './engine.ts';
import { FenceRefused, fingerprintOf, remember } from './fence.ts';
import { runOn } from '../statements.ts';

/**
 * How a try ended: its outcome, the attempt if the fence was passed, and what the network told about the account. Null
 * in its place: the fence refused, so the delivery was taken from this worker before anything was sent.
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
  const content = contentOf(row, outside.files);
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
      // Others may have looked for the post by now, and sent it once more since it was not there.
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
    if (outcome.kind === 'published' && outcome.account) return { outcome, attemptId, account: outcome.account };
    return { outcome, attemptId };
  } catch (error) {
    if (error instanceof FenceRefused) return null;
    engine.log('publish-broke', { deliveryId: row.id, network: row.network, fenced: attemptId !== null, error });
    // A bug of ours, or the end of this worker: what had passed the fence may be out there, what had not is prepared
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
  // Without a number the post could never be told from another: the answer counts as lost.
  return outcome.kind === 'published' && outcome.postId === '' ? { kind: 'unknown', message: 'no post id' } : outcome;
}
