/** Runs SQL: named statements on the engine's pool, and the same statements inside a caller's transaction. */

import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#db/database.ts';
import { openPool, optionsOf } from '#db/pool.ts';
import type { Patience } from '#db/silence.ts';
import { tracedStatement } from '#db/traced.ts';
import { againAfterConflict } from '../base/lib/again-after-conflict.ts';
import { isAway } from './database-away.ts';
import type { Columns, RowOf, Statement } from './statement.ts';

/** The interface that the engine needs of a connection; pg's connections have it. */
export type Connection = { query<R extends object>(query: string | pg.QueryConfig): Promise<{ rows: R[] }> };

/** The interface that the engine needs of a pool. */
export type Connections = Connection & {
  connect(): Promise<Connection & { release(broken?: boolean): void }>;
  end(): Promise<void>;
};

/** Runs a statement and returns its rows. */
export type Run = <C extends Columns>(statement: Statement<C>, values: readonly unknown[]) => Promise<RowOf<C>[]>;

// Forces index lookups row by row: right for statements that touch few rows of large tables, and stable while
// PostgreSQL's statistics lag behind a large insert. The data is in memory, so another index lookup is cheap, whereas
// bitmaps read whole indexes with their dead entries. Replanning or JIT takes longer than any of the statements.
const planSettings = {
  enable_sort: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  random_page_cost: '1',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/**
 * The engine's statements take milliseconds, and no lock lasts longer than `mostIdleSeconds`. As long as a lease.
 */
const statementTimeout = '60s';

/** The settings of an engine's pool. `durable` false: a commit does not wait for the disk. */
export type PoolSettings = { max: number; durable: boolean; patience?: Patience };

/**
 * A pool with the connection settings of the given one, for the engine's statements. Without `durable`, a crash of the
 * server may lose the last commits, but never one that a durable commit followed.
 */
export function openEnginePool({ options }: pg.Pool, { max, durable, patience }: PoolSettings): pg.Pool {
  const own = {
    ...planSettings,
    statement_timeout: statementTimeout,
    ...(durable ? {} : { synchronous_commit: 'off' }),
  };
  return openPool({ ...options, options: `${options.options ?? ''} ${optionsOf(own)}`, max }, patience);
}

/** Runs each statement in its own transaction, prepared once per connection. */
export const runOn =
  (connection: Connection): Run =>
  async <C extends Columns>({ name, text }: Statement<C>, values: readonly unknown[]) => {
    const { rows } = await tracedStatement({ name, text }, () =>
      connection.query<RowOf<C>>({ name, text, values: [...values] }),
    );
    return rows;
  };

/** Runs statements in the caller's transaction. */
export const runIn =
  (tx: Tx): Run =>
  async <C extends Columns>({ text }: Statement<C>, values: readonly unknown[]) => {
    const { rows } = await tx.executeQuery<RowOf<C>>(CompiledQuery.raw(text, [...values]));
    return rows;
  };

/** Runs work in one transaction; runs it again if PostgreSQL ended it to break a deadlock. */
export const inTransaction = <T>(pool: Connections, work: (run: Run) => Promise<T>): Promise<T> =>
  againAfterConflict(() => once(pool, work));

async function once<T>(pool: Connections, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(runOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    broken = isAway(error);
    // A connection that cannot even roll back is discarded; the server then rolls back.
    if (!broken)
      await client.query('rollback').catch(() => {
        broken = true;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}
