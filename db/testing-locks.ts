/** For tests of races: waits until the statement that must come second really waits for the first. */
import type { Pool, PoolClient } from 'pg';
import type { Database } from './database.ts';
import { until } from './testing-until.ts';

/** The waits to wait for. */
export interface LockWait {
  /** The number of connections that must wait at once (1). */
  count?: number;
  /** The connection that checks (the pool's): one within a transaction, if the pool has none to spare. */
  by?: Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;
  /** Counts only connections whose statement is like this (SQL pattern). */
  statement?: string;
}

/**
 * Resolves to the process ids once connections to this database wait for a lock. Throws if `work` ends before they
 * wait, since the race under test then did not happen, and after 20 seconds.
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
      // Within a transaction, the view keeps the connections of its first read.
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
