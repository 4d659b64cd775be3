/** One publish: content and account into the network's hands, the fence before the one irreversible request, the outcome written down. */

import type { Network, Outcome, PublishContext } from '#networks/network.ts';
import { afterHandOver, afterRenewal, deliveryMessages, next, type DeliveryNext, type DeliveryOutcome } from '#rules/delivery.ts';
import { isMissed } from '#rules/lateness.ts';
import { accountOf, contentOf, fittedContent } from './content.ts';
import { factsOf, waitsOf, type DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import { FenceRefused, fingerprintOf, remember } from './fence.ts';
import type { Finish } from './finish.ts';
import { afterRefusal, noteWorking, readied } from './renewals.ts';
import { moveUp } from './line.ts';
import { runOn } from './statements.ts';

/** How one try ended: an outcome, and the attempt if the fence was passed; null when the delivery was taken from us before. */
type Try = { outcome: DeliveryOutcome; attemptId: string | null; account?: Extract<Outcome, { kind: 'published' }>['account'] } | null;

/**
 * Publishes a claimed delivery and writes down what came of it; `answered` is called in between. Throws only for bugs and a
 * lost database.
 */
export async function publishDelivery(engine: Engine, row: DeliveryRow, answered: () => void = () => {}): Promise<void> {
  if (isMissed({ dueAt: row.dueAt, firstTriedAt: row.tries > 1 ? row.firstTriedAt : null, waits: waitsOf(row) }, engine.lateLimitHours, engine.clock.now())) {
    await engine.finish({ row, from: 'claimed', attemptId: null, outcome: null, detail: {}, decide: () => missed(engine.clock.now()) });
    await moveUp(runOn(engine.pool), { accountIds: [row.accountId], now: engine.clock.now() });
    return;
  }
  if (row.byHand) {
    await handOver(engine, row);
    return;
  }
  const ready = await readied(engine, row);
  if ('outcome' in ready) {
    answered();
    await finishTry(engine, { row, from: 'claimed', attemptId: null, outcome: ready.outcome });
    return;
  }
  const tried = await tryOnce(engine, ready.row);
  answered();
  if (tried === null) await engine.letGo(row);
  else await conclude(engine, ready.row, tried);
}

/** Gives a due delivery to a person: nothing is sent, so no fence is passed and no attempt made. */
async function handOver(engine: Engine, row: DeliveryRow): Promise<void> {
  const isWritten = await engine.finish({
    row, from: 'claimed', attemptId: null, outcome: null, detail: {},
    decide: (cancelAsked) => afterHandOver({ ...factsOf(row, engine), state: 'claimed', canFind: false, cancelAsked }, engine.clock.now()),
  });
  // Only a nudge: a job of every minute finds what nobody was told of.
  if (isWritten) await engine.onHandedOver?.(row).catch((error: unknown) => { engine.log('hand-over-nudge-broke', { deliveryId: row.id, error }); });
}

/** Writes down how a try ended. What was refused is tried again once its account's credentials have been renewed. */
async function conclude(engine: Engine, row: DeliveryRow, { outcome, attemptId, account }: NonNullable<Try>): Promise<void> {
  const from = attemptId === null ? 'claimed' : 'sending';
  if (outcome.kind === 'published') await engine.storePost({ deliveryId: row.id, attemptId, postId: outcome.postId, postUrl: outcome.postUrl });
  if (outcome.kind === 'unauthorized' && engine.renewals) {
    await concludeRefusal(engine, { row, from, attemptId, outcome });
    return;
  }
  await finishTry(engine, { row, from, attemptId, outcome });
  if (outcome.kind === 'published' || outcome.kind === 'processing') await noteWorking(engine, row);
  if (account) await engine.onAccountChange?.({ row, change: account });
}

async function concludeRefusal(engine: Engine, { row, from, attemptId, outcome }: Ended & { from: 'claimed' | 'sending' }): Promise<void> {
  // Renewing takes its time, and a worker that dies meanwhile must not leave a doubt about what surely was not sent.
  if (attemptId !== null) await engine.noteRefused(attemptId);
  const after = await afterRefusal(engine, row, outcome);
  const refused = { outcome: outcome.kind, detail: detailOf(outcome) };
  if ('outcome' in after) {
    await finishTry(engine, { row, from, attemptId, outcome: after.outcome, as: refused });
    return;
  }
  const facts = { ...factsOf(row, engine), state: from, canFind: false };
  const decide = (cancelAsked: boolean): DeliveryNext => afterRenewal({ ...facts, cancelAsked }, engine.clock.now());
  await engine.finish({ row, from, attemptId, ...refused, note: renewedNote, decide });
}

const renewedNote = 'The network refused the connection, so it was renewed.';

type Ended = { row: DeliveryRow; from: DeliveryRow['state']; attemptId: string | null; outcome: DeliveryOutcome };

/** Writes down the outcome of a try or a check as the rules have it; the attempt keeps it, or what the network said, `as` it is. */
export async function finishTry(
  engine: Engine, { row, from, attemptId, outcome, as }: Ended & { as?: Pick<Finish, 'outcome' | 'detail'> },
): Promise<boolean> {
  if ((outcome.kind === 'rateLimited' || outcome.kind === 'unreachable') && outcome.appFault !== undefined) {
    engine.log('app-refused', { network: row.network, appFault: outcome.appFault });
  }
  const facts = { ...factsOf(row, engine), state: from, canFind: engine.networks[row.network]?.find !== undefined };
  const decide = (cancelAsked: boolean): DeliveryNext => next({ ...facts, cancelAsked }, outcome, engine.clock.now());
  return engine.finish({ row, from, attemptId, outcome: outcome.kind, detail: detailOf(outcome), ...as, decide });
}

async function tryOnce(engine: Engine, row: DeliveryRow): Promise<Try> {
  const network = engine.networks[row.network];
  const content = contentOf(row, engine.files);
  if (!network) return { outcome: { kind: 'rejected', message: deliveryMessages.networkUnavailable }, attemptId: null };
  if (!content) return { outcome: { kind: 'rejected', message: deliveryMessages.contentGone }, attemptId: null };

  let attemptId: string | null = null;
  const limited = engine.limit(engine.publishLimitSeconds);
  const context: PublishContext = {
    fence: async ({ payload, remoteIds = {} }) => {
      if (attemptId !== null) throw new Error('the fence is passed once a try');
      const leaseUntil = engine.leaseUntil();
      attemptId = await engine.passFence({ deliveryId: row.id, claim: row.claim, fingerprint: fingerprintOf(payload), remoteIds, now: engine.clock.now(), leaseUntil });
      if (attemptId === null) throw new FenceRefused();
      // Others may have looked for the post by now, and sent it once more since it was not there.
      if (engine.clock.now() > leaseUntil) throw new Error('the answer to the fence came after the lease had run out');
    },
    remember: (remoteIds) => remember(runOn(engine.pool), { deliveryId: row.id, worker: engine.worker, claim: row.claim, remoteIds }),
    remembered: row.remoteIds,
    signal: limited.signal,
  };
  try {
    const fitted = await fittedContent(engine.fitMedia, { row, content, network, signal: limited.signal });
    if (fitted === null) return { outcome: { kind: 'rejected', message: deliveryMessages.contentGone }, attemptId };
    if ('unfit' in fitted) return { outcome: { kind: 'rejected', message: fitted.unfit }, attemptId };
    const outcome = await publish(engine, { network, row, content: fitted, context });
    if (outcome.kind === 'published' && outcome.account) return { outcome, attemptId, account: outcome.account };
    return { outcome, attemptId };
  } catch (error) {
    if (error instanceof FenceRefused) return null;
    engine.log('publish-broke', { deliveryId: row.id, network: row.network, fenced: attemptId !== null, error });
    // A bug of ours, or the end of this worker: what had passed the fence may be out there, what had not is prepared again.
    return { outcome: { kind: attemptId === null ? 'abandoned' : 'unknown', message: '' }, attemptId };
  } finally {
    limited.release();
  }
}

async function publish(
  engine: Engine,
  { network, row, content, context }: { network: Network; row: DeliveryRow; content: NonNullable<ReturnType<typeof contentOf>>; context: PublishContext },
): Promise<Outcome> {
  const outcome = await network.publish(content, accountOf(row, engine.openCredentials(row)), context);
  // Without a number the post could never be told from another: the answer counts as lost.
  return outcome.kind === 'published' && outcome.postId === '' ? { kind: 'unknown', message: 'no post id' } : outcome;
}

const missed = (now: Date): DeliveryNext => ({
  state: 'missed', nextAt: null, message: deliveryMessages.missed, settleReads: 0, resent: false, accountFreeAt: now,
});

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
