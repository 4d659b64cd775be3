/** Undoes work on a test's database, for tests that try a thousand things from one starting state. */
import type pg from 'pg';
import type { Database } from './database.ts';

/** The argument of a query: a text, a named statement, or an object that writes its own messages. */
type Asked = string | pg.QueryConfig | pg.Submittable;

/** Runs `work` with all transactions that it opens, and undoes them. One at a time. */
export type Undo = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Undoes work on this database: while it runs, the pool hands out one and the same connection, in one transaction that
 * is rolled back in the end; a transaction of the work is a savepoint in it. So no two statements run on different
 * connections at once (no waiting for another's lock), and checks that happen on commit do not run.
 */
export function undoing({ pool }: Pick<Database, 'pool'>): Undo {
  const connect = pool.connect.bind(pool);
  let shared: pg.PoolClient | null = null;
  Object.assign(pool, {
    connect: async () => (shared === null ? connect() : inSavepoints(shared)),
    query: async (asked: Asked, values?: unknown[]): Promise<unknown> => {
      if (shared !== null) return await alone(shared, asked, values);
      const client = await connect();
      try {
        return await ask(client, asked, values);
      } finally {
        client.release();
      }
    },
  });
  return async (work) => {
    if (shared !== null) throw new Error('one work at a time can be undone');
    const client = await connect();
    await client.query('begin');
    shared = client;
    try {
      return await work();
    } finally {
      shared = null;
      await client.query('rollback');
      client.release();
    }
  };
}

async function ask(client: pg.PoolClient, asked: Asked, values?: unknown[]): Promise<unknown> {
  return typeof asked === 'object' && 'submit' in asked ? client.query(asked) : client.query(asked, values);
}

let savepoints = 0;

/** Options that a transaction takes and a savepoint does not; nobody else writes here meanwhile. */
const isolation = /^set transaction isolation level [^;]+; /;

/** A connection for transactions one after the other, each a savepoint in the transaction of `client`. */
function inSavepoints(
  client: pg.PoolClient,
): Pick<pg.PoolClient, 'release'> & { query: (asked: Asked, values?: unknown[]) => Promise<unknown> } {
  let name = '';
  return {
    release: () => {},
    query: async (text, values) => {
      if (typeof text !== 'string') return await ask(client, text, values);
      if (text.startsWith('begin; ')) {
        savepoints += 1;
        name = `work_${savepoints}`;
        await client.query(`savepoint ${name}`);
        return await client.query(text.slice('begin; '.length).replace(isolation, ''));
      }
      if (text === 'commit') return await keep(client, name);
      if (text === 'rollback') return await client.query(`rollback to savepoint ${name}`);
      return await ask(client, text, values);
    },
  };
}

/** As a commit does: the rows stay, the settings of the transaction end. */
async function keep(client: pg.PoolClient, name: string): Promise<pg.QueryResult> {
  const released = await client.query(`release savepoint ${name}`);
  await client.query(`select set_config('app.agency_id', '*', true), set_config('app.user_id', '', true)`);
  return released;
}

/** A statement outside of transactions: it sees all agencies, and if it fails, the shared transaction continues. */
async function alone(client: pg.PoolClient, asked: Asked, values?: unknown[]): Promise<unknown> {
  await client.query(`savepoint alone; select set_config('app.agency_id', '*', true)`);
  try {
    return await ask(client, asked, values);
  } catch (error) {
    await client.query('rollback to savepoint alone');
    throw error;
  }
}
