/**
 * A real database for one seed after the other, emptied between them, so that each begins with the same rows and ids.
 * The physical order of rows may differ, because earlier seeds leave dead space.
 */

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type Database } from '#db/database.ts';
import { aTestCluster } from '#db/testing.ts';
import { openEnginePool } from '#server/publishing/statements.ts';
import { openSessions, type Sessions } from './sessions.ts';

/** The database of a simulation; `client` reads what is committed, beside the sessions of the actors. */
export type SimulationDatabase = {
  sessions: Sessions;
  client: pg.PoolClient;
  /** A transaction that sees all agencies, beside the actors. */
  asSystem: Database['asSystem'];
  empty(): Promise<void>;
  /** Copies all committed rows. */
  dump(): Promise<void>;
  /** Brings the copied rows back. No transaction may be open. */
  load(): Promise<void>;
} & AsyncDisposable;

/** Makes a database of the newest schema; dropped when it is disposed of. */
export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const { adminUrl, url, template } = await aTestCluster();
  const name = `simulation_${randomBytes(6).toString('hex')}`;
  // The sessions detect and break deadlocks, the same way every time.
  await administer(adminUrl, `create database ${name} template ${template} owner agencyreel strategy file_copy`);
  await administer(adminUrl, `alter database ${name} set deadlock_timeout = '1h'`);
  const db = openDatabase(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  const pool = openEnginePool(db.pool, { max: 120, durable: false });
  const sessions = openSessions(pool);
  const client = await pool.connect();
  const emptier = await openEmptier(Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href);
  return {
    sessions,
    client,
    asSystem: db.asSystem,
    empty: emptier.empty,
    dump: emptier.dump,
    load: emptier.load,
    [Symbol.asyncDispose]: async () => {
      client.release();
      await emptier.end();
      sessions.close();
      await pool.end();
      await db.close();
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** After this many seeds the tables are vacuumed as well: skipping dead rows would begin to cost time. */
const sweptEvery = 12;

/**
 * Deletes all rows and resets all sequences. `truncate` would make every session plan its statements again, which took
 * a quarter of a seed's time. Runs as the superuser, so that no trigger and no foreign key checks each row.
 */
async function openEmptier(
  url: string,
): Promise<Pick<SimulationDatabase, 'empty' | 'dump' | 'load'> & { end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const namesOf = async (kind: 'r' | 'S'): Promise<string[]> =>
    (
      await client.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
          and relkind = $1 and relname <> 'schema_migrations'`,
        [kind],
      )
    ).rows.map(({ name }) => name);
  const [tables, numbers] = [await namesOf('r'), await namesOf('S')];
  const steps = [
    ...tables.map((table) => `delete from ${table};`),
    ...numbers.map((number) => `perform setval('${number}', 1, false);`),
  ];
  await client.query(`create function empty_all() returns void language plpgsql as $$ begin ${steps.join(' ')} end $$`);
  await client.query('set session_replication_role = replica');
  let seeds = 0;
  let canCopy = false;
  const makeCopies = async (): Promise<void> => {
    await client.query('create schema copied');
    for (const table of tables) await client.query(`create table copied.${table} (like ${table})`);
    await client.query('create table copied.numbers (name text, last bigint, called bool)');
    canCopy = true;
  };
  return {
    dump: async () => {
      if (!canCopy) await makeCopies();
      const copies = tables.map((table) => `delete from copied.${table}; insert into copied.${table} table ${table};`);
      const last = numbers.map(
        (name) => `insert into copied.numbers select '${name}', last_value, is_called from ${name};`,
      );
      await client.query(`begin isolation level repeatable read; ${copies.join(' ')} delete from copied.numbers;
        ${last.join(' ')} commit`);
    },
    load: async () => {
      const rows = tables.map(
        (table) => `delete from ${table}; insert into ${table} overriding system value table copied.${table};`,
      );
      await client.query(`begin; ${rows.join(' ')} select setval(name, last, called) from copied.numbers; commit`);
    },
    empty: async () => {
      await client.query({ name: 'empty', text: 'select empty_all()' });
      seeds += 1;
      if (seeds % sweptEvery === 0) await client.query(`truncate ${tables.join(', ')}`);
    },
    end: () => client.end(),
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
