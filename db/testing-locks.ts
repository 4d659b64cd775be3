/** For tests of races: waiting until the statement that must come second really waits for the first. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

/**
 * Resolves once a connection to this database waits for a lock. Throws when `work` is over before anybody waited, since
 * the race that the test is about did not happen then, and after 10 seconds.
 */
export async function waitsForLock({ pool }: Pick<Database, 'pool'>, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  work.then(over, over);
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== 0) return;
    if (isOver) throw new Error('it was over before anybody waited for a lock');
    await sleep(5);
  }
  throw new Error('nobody waited for a lock within 10 s');
}
