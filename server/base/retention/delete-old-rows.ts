import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import type { Keep } from '../settings/keep.ts';
import type { Retention } from './retention.ts';

const day = 86_400_000;
/** Small, so that no batch holds locks or the disk for long. */
const atOnce = 2000;
/** The most that one run deletes of one table; the next night goes on. */
const mostPerRun = 2_000_000;

/**
 * Deletes the rows that are older than they are kept, batch by batch, each in its own transaction; answers how many of
 * each table. Between two batches it rests for as long as the last one took, so that it takes at most half of a core
 * and of the disk from posting. Throws at the end what failed; the other tables are not affected.
 */
export async function deleteOldRows(
  db: Pick<Database, 'asSystem'>,
  { retentions, keep, now, signal }: { retentions: readonly Retention[]; keep: Keep; now: Date; signal: AbortSignal },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const failures: unknown[] = [];
  for (const { table, days, deleteBatch } of retentions) {
    const before = new Date(now.getTime() - (typeof days === 'number' ? days : keep[days]) * day);
    const deleted = await deleteAll(db, { deleteBatch, before, signal }).catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
    if (deleted > 0) counts.set(table, deleted);
    if (signal.aborted) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `old rows of ${failures.length} tables were not deleted`);
  return counts;
}

async function deleteAll(
  db: Pick<Database, 'asSystem'>,
  { deleteBatch, before, signal }: Pick<Retention, 'deleteBatch'> & { before: Date; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  for (let after: string | null = '0'; after !== null && count < mostPerRun && !signal.aborted;) {
    const began = performance.now();
    const batch: Parameters<Retention['deleteBatch']>[1] = { before, limit: atOnce, after };
    const { deleted, next } = await db.asSystem((tx) => deleteBatch(tx, batch));
    count += deleted;
    after = next;
    // An aborted rest ends the run, like the signal itself.
    if (next !== null) await sleep(performance.now() - began, undefined, { signal }).catch(() => {});
  }
  return count;
}
