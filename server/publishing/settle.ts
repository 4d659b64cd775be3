/** Looking at posts that are not settled: those a network still works on, and those whose answer was lost. All of it only reads. */

import type { Network } from '#networks/network.ts';
import { askAtOnce, nextAfterFind, type DeliveryFound, type DeliveryNext, type DeliveryOutcome } from '#rules/delivery.ts';
import { storableText } from '../storable.ts';
import { accountOf, contentOf } from './content.ts';
import { finishTry } from './deliver.ts';
import { factsOf, type DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import { afterRefusal, noteWorking, readied } from './renewals.ts';

/** A read is given up well before the claim of it (a lease) ends. */
const readLimitSeconds = 30;

/** Looks at one delivery's post and writes down what came of it. */
export async function settleDelivery(engine: Engine, given: DeliveryRow): Promise<void> {
  if (given.credentials === '') {
    await settleForgotten(engine, given);
    return;
  }
  // Without working credentials the look itself will say so.
  const ready = await readied(engine, given);
  const row = 'row' in ready ? ready.row : given;
  if (row.state === 'processing') {
    const outcome = await checkRenewed(engine, row);
    if (outcome.kind === 'published') await engine.storePost({ deliveryId: row.id, attemptId: row.attemptId, postId: outcome.postId, postUrl: outcome.postUrl });
    await finishTry(engine, { row, from: 'processing', attemptId: null, outcome });
    if (outcome.kind === 'published') await noteWorking(engine, row);
    return;
  }
  const found = await findOnce(engine, row);
  const facts = { ...factsOf(row, engine), state: 'uncertain', canFind: true } as const;
  const decide = (cancelAsked: boolean): DeliveryNext => nextAfterFind({ ...facts, cancelAsked }, found, engine.clock.now());
  await engine.finish({ row, from: 'uncertain', attemptId: null, outcome: null, detail: {}, note: noteOf(found), decide });
}

/** The account was deleted, and its credentials with it: what is known of the post decides, or a person must look. */
async function settleForgotten(engine: Engine, row: DeliveryRow): Promise<void> {
  const postId = row.attemptPostId ?? row.postId;
  const facts = { ...factsOf(row, engine), state: 'uncertain', canFind: false } as const;
  const decide = (): DeliveryNext =>
    postId === null ? askAtOnce(facts) : nextAfterFind(facts, { kind: 'found', postId, postUrl: row.postUrl }, engine.clock.now());
  await engine.finish({ row, from: row.state, attemptId: null, outcome: null, detail: {}, decide });
}

/** What a look at the account said, for the history. */
function noteOf(found: DeliveryFound): string {
  switch (found.kind) {
    case 'found':
      return 'The post is there.';
    case 'absent':
      return 'The post is not among what the account lists.';
    case 'undecided':
      return found.message === '' ? 'The account could not be read.' : storableText(found.message);
    default:
      return found satisfies never;
  }
}

/** A check; where the network refuses the credentials, another one with renewed ones. */
async function checkRenewed(engine: Engine, row: DeliveryRow): Promise<DeliveryOutcome> {
  const outcome = await checkOnce(engine, row);
  if (outcome.kind !== 'unauthorized') return outcome;
  const after = await afterRefusal(engine, row, outcome);
  return 'row' in after ? checkOnce(engine, after.row) : after.outcome;
}

async function checkOnce(engine: Engine, row: DeliveryRow): Promise<DeliveryOutcome> {
  const network = engine.networks[row.network];
  if (!network?.check || row.ticket === null) return { kind: 'unknown', message: '' };
  const { signal, release } = engine.limit(readLimitSeconds);
  try {
    return await network.check(row.ticket, accountOf(row, engine.openCredentials(row)), { signal });
  } catch (error) {
    engine.log('check-broke', { deliveryId: row.id, network: row.network, error });
    return { kind: 'unknown', message: '' };
  } finally {
    release();
  }
}

async function findOnce(engine: Engine, row: DeliveryRow): Promise<DeliveryFound> {
  const known = row.attemptPostId ?? row.postId;
  // The answer came after all, to a worker that had lost its lease.
  if (known !== null) return { kind: 'found', postId: known, postUrl: row.postUrl };
  const network: Network | undefined = engine.networks[row.network];
  const content = contentOf(row, engine.files);
  if (!network?.find || !content || row.fencedAt === null) return { kind: 'undecided', message: '' };
  const attempt = { fencedAt: row.fencedAt, remoteIds: { ...row.remoteIds, ...row.attemptRemoteIds } };
  const { signal, release } = engine.limit(readLimitSeconds);
  try {
    return await network.find(content, accountOf(row, engine.openCredentials(row)), attempt, { signal });
  } catch (error) {
    engine.log('find-broke', { deliveryId: row.id, network: row.network, error });
    return { kind: 'undecided', message: '' };
  } finally {
    release();
  }
}
