/**
 * Checks unsettled posts: those that a network is still processing, and those whose answer was lost. Only reads at the
 * networks.
 */

import type { Network } from '#networks/network.ts';
import type { Conclusion } from '#rules/conclusion.ts';
import type { DeliveryFound, DeliveryOutcome } from '#rules/delivery.ts';
import { storableText } from '../../base/lib/storable.ts';
import { accountOf, contentOf } from './content.ts';
import { conclude } from './conclude.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';

/** A read is aborted well before its lease ends. */
const readLimitSeconds = 30;

/** Checks one delivery's post and stores the conclusion. */
export async function settleDelivery(engine: Engine, given: DeliveryRow): Promise<void> {
  if (given.credentials === '') return settleForgotten(engine, given);
  // Without working credentials, the read itself fails accordingly.
  const ensured = await engine.outside.credentials.ensure(given);
  const row = 'row' in ensured ? ensured.row : given;
  return row.state === 'processing' ? settleProcessing(engine, row) : settleUncertain(engine, row);
}

async function settleProcessing(engine: Engine, row: DeliveryRow): Promise<void> {
  const outcome = await checkRenewed(engine, row);
  if (outcome.kind === 'published') {
    const { postId, postUrl } = outcome;
    await engine.records.storePost({ deliveryId: row.id, attemptId: row.attemptId, postId, postUrl });
  }
  await conclude(engine, {
    row,
    from: 'processing',
    attemptId: null,
    conclusion: { kind: 'outcome', outcome },
  });
  if (outcome.kind === 'published') await engine.outside.credentials.noteWorking(row);
}

async function settleUncertain(engine: Engine, row: DeliveryRow): Promise<void> {
  const found = await findOnce(engine, row);
  await conclude(engine, {
    row,
    from: 'uncertain',
    attemptId: null,
    conclusion: { kind: 'found', found },
    note: noteOf(found),
  });
}

/** The account was deleted, and its credentials with it: the known facts decide, or a person must check. */
async function settleForgotten(engine: Engine, row: DeliveryRow): Promise<void> {
  const postId = row.attemptPostId ?? row.postId;
  const conclusion: Conclusion =
    postId === null
      ? { kind: 'unreadable' }
      : { kind: 'found', found: { kind: 'found', postId, postUrl: row.postUrl } };
  await conclude(engine, { row, from: row.state, attemptId: null, conclusion });
}

/** The result of reading the account back, for the history. */
function noteOf(found: DeliveryFound): string {
  switch (found.kind) {
    case 'found':
      return 'The post is there.';
    case 'absent':
      return 'The post is not in the account’s list of posts.';
    case 'undecided':
      return found.message === '' ? 'The account could not be read.' : storableText(found.message);
    default:
      return found satisfies never;
  }
}

/** A check; if the network refuses the credentials, another one with renewed ones. */
async function checkRenewed(engine: Engine, row: DeliveryRow): Promise<DeliveryOutcome> {
  const outcome = await checkOnce(engine, row);
  if (outcome.kind !== 'unauthorized') return outcome;
  const replaced = await engine.outside.credentials.replaceRefused(row, outcome);
  return 'row' in replaced ? checkOnce(engine, replaced.row) : replaced.outcome;
}

async function checkOnce(engine: Engine, row: DeliveryRow): Promise<DeliveryOutcome> {
  const network = engine.outside.networks[row.network];
  if (!network?.check || row.ticket === null) return { kind: 'unknown', message: '' };
  const { signal, release } = engine.outside.deadline(readLimitSeconds);
  try {
    return await network.check(row.ticket, accountOf(row, engine.outside.openCredentials(row)), { signal });
  } catch (error) {
    engine.log('check-broke', { deliveryId: row.id, network: row.network, error });
    return { kind: 'unknown', message: '' };
  } finally {
    release();
  }
}

async function findOnce(engine: Engine, row: DeliveryRow): Promise<DeliveryFound> {
  const known = row.attemptPostId ?? row.postId;
  // The answer arrived after all, at a worker that had lost its lease.
  if (known !== null) return { kind: 'found', postId: known, postUrl: row.postUrl };
  const network: Network | undefined = engine.outside.networks[row.network];
  const content = contentOf(row, engine.outside.files);
  if (!network?.find || !content || row.fencedAt === null) return { kind: 'undecided', message: '' };
  const attempt = { fencedAt: row.fencedAt, remoteIds: { ...row.remoteIds, ...row.attemptRemoteIds } };
  const { signal, release } = engine.outside.deadline(readLimitSeconds);
  try {
    return await network.find(content, accountOf(row, engine.outside.openCredentials(row)), attempt, { signal });
  } catch (error) {
    engine.log('find-broke', { deliveryId: row.id, network: row.network, error });
    return { kind: 'undecided', message: '' };
  } finally {
    release();
  }
}
