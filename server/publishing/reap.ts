import { claimExpired } from './claim.ts';
import { finishTry } from './deliver.ts';
import type { Engine } from './engine.ts';
import { runOn } from './statements.ts';

/**
 * Takes over what vanished workers held: before the fence it is scheduled again; after it, published if the network's id was
 * stored, else uncertain. Answers how many.
 */
export async function reap(engine: Engine): Promise<number> {
  const rows = await claimExpired(runOn(engine.pool), { worker: engine.worker, now: engine.clock.now(), leaseUntil: engine.leaseUntil(), limit: 200, except: engine.atWork() });
  const results = await Promise.allSettled(
    rows.map(async (row) => {
      const postId = row.attemptPostId ?? row.postId;
      engine.log('lease-ran-out', { deliveryId: row.id, state: row.state });
      // An attempt that was refused is not out there: it is as good as never begun.
      if (row.state !== 'sending' || row.attemptOutcome === 'unauthorized') return finishTry(engine, { row, from: row.state, attemptId: null, outcome: { kind: 'abandoned', message: '' } });
      return finishTry(engine, {
        row,
        from: row.state,
        attemptId: row.attemptId,
        outcome: postId === null ? { kind: 'unknown', message: '' } : { kind: 'published', postId, postUrl: row.postUrl },
      });
    }),
  );
  // What cannot be written down keeps nothing else back: it is taken over again when this lease has run out, too.
  for (const result of results) if (result.status === 'rejected') engine.log('reap-broke', { error: result.reason });
  return rows.length;
}
