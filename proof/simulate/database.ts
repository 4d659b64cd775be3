/** A real database for one seed after the other: emptied between them, so that each begins with the very same rows and numbers. */

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#db/database.ts';
import { aTestCluster } from '#db/testing.ts';
import { openEnginePool } from '#server/publishing/statements.ts';
import { openSessions, type Sessions } from './sessions.ts';

/** The database of a simulation; `client` reads what is committed, beside the sessions of those who take part. */
export type SimulationDatabase = {
  sessions: Sessions;
  client: pg.PoolClient;
  empty(): Promise<void>;
} & AsyncDisposable;

const tables = `agencies, users, streams, items, files, social_accounts, schedules, schedule_accounts, occurrences, deliveries, attempts, network_waits, audit_entries, approvals, approval_events`;

/** Makes a database of the newest schema; dropped when it is disposed of. */
export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const { adminUrl, url, template } = await aTestCluster();
  const name = `simulation_${randomBytes(6).toString('hex')}`;
  // Circles of locks are found and broken by the sessions, the same way every time.
  await administer(adminUrl, `create database ${name} template ${template} owner agencyreel strategy file_copy`);
  await administer(adminUrl, `alter database ${name} set deadlock_timeout = '1h'`);
  const db = openDatabase(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  const pool = openEnginePool(db.pool, { max: 60, durable: false });
  const sessions = openSessions(pool);
  const client = await pool.connect();
  return {
    sessions,
    client,
    empty: async () => { await client.query(`truncate ${tables} restart identity cascade`); },
    [Symbol.asyncDispose]: async () => {
      client.release();
      sessions.close();
      await pool.end();
      await db.close();
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
    },
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
