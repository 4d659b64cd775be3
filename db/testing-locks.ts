/** For tests of races: waiting until the statement that must come second really waits for the first. */
import type { Pool, PoolClient } from 'pg';
import type { Database } from './database.ts';
import { until } from './testing-until.ts';

/** Whose wait is waited for. */
export interface LockWait {
  /** So many connections wait at once (1). */
  count?: number;
  /** Who looks (the pool): a connection within a transaction, where the pool has none to spare. */
  by?: Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;
  /** Counts only connections whose statement is like this (SQL pattern). */
  statement?: string;
}

/**
 * Resolves once connections to this database wait for a lock, with their process ids. Throws when `work` is over before
 * they waited, since the race that the test is about did not happen then, and after 20 seconds.
 */
export async function waitsForLock(
  { pool }: Pick<Database, 'pool'>,
  work: Promise<unknown>,
  { count = 1, by = pool, statement = '%' }: LockWait = {},
): Promise<number[]> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  work.then(over, over);
  let waiting: number[] = [];
  await until(
    async () => {
      // A transaction goes on seeing the connections of its first look.
      await by.query('select pg_stat_clear_snapshot()');
      const { rows } = await by.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [statement],
      );
      waiting = rows.map(({ pid }) => pid);
      if (waiting.length >= count) return true;
      if (isOver) throw new Error(`it was over before ${count === 1 ? 'anybody' : count} waited for a lock`);
      return false;
    },
    { seconds: 20, what: 'a statement that waits for a lock' },
  );
  return waiting;
}
