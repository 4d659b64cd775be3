import type { DeliveryOutcome } from '#rules/delivery.ts';
import { claimExpired } from './claim.ts';
import { conclude } from './conclude.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import type { Finish } from './finish-record.ts';
import { runOn } from '../statements.ts';

/**
 * Takes over the deliveries of vanished workers: before the fence they are scheduled again; after it they are published
 * if the network's id was stored, otherwise uncertain. Returns how many.
 */
export async function reap(engine: Engine): Promise<number> {
  const rows = await claimExpired(runOn(engine.pool), {
    worker: engine.worker,
    now: engine.clock.now(),
    leaseUntil: engine.leaseUntil(),
    limit: 200,
    except: engine.atWork(),
  });
  const results = await Promise.allSettled(
    rows.map((row) => {
      engine.log('lease-ran-out', { deliveryId: row.id, state: row.state });
      return conclude(engine, leftBy(row));
    }),
  );
  // A failed write does not block the others: the delivery is taken over again when this lease expires, too.
  for (const result of results) if (result.status === 'rejected') engine.log('reap-broke', { error: result.reason });
  return rows.length;
}

/** The conclusion of a delivery that a vanished worker left. */
function leftBy(row: DeliveryRow): Finish {
  const postId = row.attemptPostId ?? row.postId;
  const ended = { row, from: row.state };
  // A refused attempt published nothing, so it counts as never begun.
  if (row.state !== 'sending' || row.attemptOutcome === 'unauthorized') {
    const outcome = { kind: 'abandoned', message: '' } as const;
    return { ...ended, attemptId: null, conclusion: { kind: 'outcome', outcome } };
  }
  const outcome: DeliveryOutcome =
    postId === null ? { kind: 'unknown', message: '' } : { kind: 'published', postId, postUrl: row.postUrl };
  return { ...ended, attemptId: row.attemptId, conclusion: { kind: 'outcome', outcome } };
}
