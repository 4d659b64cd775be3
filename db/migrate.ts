/** Brings a database to the schema for which this code was written. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './database.ts';
import { installJobs } from './jobs.ts';
import { keepAlive } from './pool.ts';

/** One numbered file of SQL; the checksum shows whether it changed after it ran. */
export type Migration = { version: number; name: string; sql: string; checksum: string };

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Any number, the same in every process: the process that holds it migrates; the others wait and find the work done.
 */
const lockKey = 7_214_331;

/**
 * The migrations of a folder (`001-foundation.sql` …) in order; throws if two have the same number, or one has none.
 */
export function readMigrations(from = folder): Migration[] {
  const names = readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const versions = names.map((name) => Number.parseInt(name, 10));
  return names.map((name, index) => {
    const version = versions[index] ?? Number.NaN;
    if (!(version > (versions[index - 1] ?? 0)))
      throw new Error(`migration ${name} should have a number above ${versions[index - 1] ?? 0}`);
    const sql = readFileSync(`${from}/${name}`, 'utf8');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Stands among the versions while a restore runs, so that no program starts on a database with half of its rows. */
const unfinishedRestore = 2_147_483_647;

/** Marks the database as unusable until `unmarkUnfinished`. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  await client.query(
    `insert into schema_migrations (version, name, checksum) values ($1, 'unfinished restore', '')
    on conflict do nothing`,
    [unfinishedRestore],
  );
}

/** Makes the database usable, if and only if the transaction commits. */
export async function unmarkUnfinished(tx: Tx): Promise<void> {
  await sql`delete from schema_migrations where version = ${unfinishedRestore}`.execute(tx);
}

/**
 * Runs the files that have not run yet, each in a transaction of its own, and installs the job queue's schema. Safe
 * from several processes at once. Throws if a file that already ran has changed, or if the database is newer than this
 * code. With `unfinished`, a restore runs them itself, before it ends.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
  { unfinished = false }: { unfinished?: boolean } = {},
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'agencyreel migrations',
    options: '-c app.agency_id=*',
    ...keepAlive,
    connectionTimeoutMillis: 30_000,
  });
  client.on('error', () => {
    /* the running statement fails and throws */
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const waiting = await listWaiting(client, { migrations, unfinished });
    if (waiting.length > 0) await refuseWithoutRight(client, waiting.length);
    for (const migration of waiting) await apply(client, migration);
    await installJobs(client);
  } finally {
    await client.end();
  }
}

/** The migrations that have not run yet. A database without any gets the table that lists them with the first one. */
async function listWaiting(
  client: pg.Client,
  { migrations, unfinished }: { migrations: readonly Migration[]; unfinished: boolean },
): Promise<readonly Migration[]> {
  const { rows: tables } = await client.query("select from pg_class where oid = to_regclass('schema_migrations')");
  if (tables.length === 0) return migrations;
  const { rows: applied } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migrations',
  );
  refuseUnknown(unfinished ? applied.filter(({ version }) => version !== unfinishedRestore) : applied, migrations);
  const done = new Set(applied.map(({ version }) => version));
  return migrations.filter(({ version }) => !done.has(version));
}

/** The application's role of `roles.ts` may not change the shape of the database. */
async function refuseWithoutRight(client: pg.Client, waiting: number): Promise<void> {
  const { rows } = await client.query<{ role: string; may: boolean }>(
    "select current_user as role, has_schema_privilege('public', 'create') as may",
  );
  if (rows[0]?.may === true) return;
  throw new Error(
    `${waiting === 1 ? 'a migration waits' : `${waiting} migrations wait`}, and role "${rows[0]?.role ?? ''}" may ` +
      'not run them: set DATABASE_OWNER_URL, or run npm run admin -- init-database',
  );
}

function refuseUnknown(
  applied: readonly { version: number; checksum: string }[],
  migrations: readonly Migration[],
): void {
  if (applied.some(({ version }) => version === unfinishedRestore))
    throw new Error('a restore into this database has not finished: run it again with --replace');
  for (const { version, checksum } of applied) {
    const migration = migrations.find((candidate) => candidate.version === version);
    if (migration === undefined)
      throw new Error(
        `the database has migration ${version}, which this version of the program does not know: start a newer version`,
      );
    if (migration.checksum !== checksum)
      throw new Error(
        `migration ${migration.name} was changed after it ran: restore the file and add a migration with the change`,
      );
  }
}

const tableOfMigrations = `
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/** A migration with this first line runs without a transaction: it adds indexes, which is all it may do. */
const concurrentMark = '-- concurrently\n';

const lockTimeout = '55P03';
const mostTries = 30;

/**
 * Runs one file. A statement that waits for a lock holds up everybody behind it, so it gives up after two seconds, and
 * the file begins again after a pause in which they run.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await (migration.sql.startsWith(concurrentMark) ? addIndexes(client, migration) : runFile(client, migration));
      return;
    } catch (error) {
      if (tries < mostTries && error instanceof pg.DatabaseError && error.code === lockTimeout) {
        await sleep(Math.min(tries * 200, 3000));
        continue;
      }
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`migration ${migration.name} failed: ${why}`, { cause: error });
    }
  }
}

async function runFile(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '2s'");
    await client.query(tableOfMigrations);
    await client.query(migration.sql);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {
      /* the first error says more */
    });
    throw error;
  }
}

/**
 * Adds indexes while rows are written. Each statement is one of its own. An interrupted one leaves an invalid index,
 * which is dropped before it is tried again.
 */
async function addIndexes(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements) {
    const [, name] = /^create (?:unique )?index concurrently if not exists (\w+) on /.exec(statement) ?? [];
    if (name === undefined)
      throw new Error(`a file marked "-- concurrently" holds only "create index concurrently if not exists"`);
    const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      name,
    ]);
    if (rows.length > 0) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
  await note(client, migration);
}

const note = (client: pg.Client, { version, name, checksum }: Migration) =>
  client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
