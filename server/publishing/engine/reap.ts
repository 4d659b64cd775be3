import type { DeliveryOutcome } from '#rules/delivery.ts';
import { claimExpired } from './claim.ts';
import { conclude } from './conclude.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import type { Finish } from './finish-record.ts';
import { runOn } from '../statements.ts';

/**
 * Takes over what vanished workers held: before the fence it is scheduled again; after it, published if the network's
 * id was stored, else uncertain. Answers how many.
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
  // What cannot be written down keeps nothing else back: it is taken over again when this lease has run out, too.
  for (const result of results) if (result.status === 'rejected') engine.log('reap-broke', { error: result.reason });
  return rows.length;
}

/** What a vanished worker left of a delivery. */
function leftBy(row: DeliveryRow): Finish {
  const postId = row.attemptPostId ?? row.postId;
  const ended = { row, from: row.state };
  // An attempt that was refused is not out there: it is as good as never begun.
  if (row.state !== 'sending' || row.attemptOutcome === 'unauthorized') {
    const outcome = { kind: 'abandoned', message: '' } as const;
    return { ...ended, attemptId: null, conclusion: { kind: 'outcome', outcome } };
  }
  const outcome: DeliveryOutcome =
    postId === null ? { kind: 'unknown', message: '' } : { kind: 'published', postId, postUrl: row.postUrl };
  return { ...ended, attemptId: row.attemptId, conclusion: { kind: 'outcome', outcome } };
}
