/** Fresh databases for tests: clones of one migrated template on one cluster that is discarded at the end. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { whenDone } from '#db/testing-ends.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';
import { whenThisProcessEnds } from './testing-guard.ts';

/**
 * The environment variables that name the cluster shared by a run of test files: the superuser's and the application's
 * address.
 */
export const clusterVariable = 'AGENCYREEL_TEST_CLUSTER';

/** A cluster for tests and the migrated template in it. */
export type TestCluster = { adminUrl: string; url: string; template: string };

/**
 * Data lost in a crash does not matter here, so no statement waits for the disk. Tables hold a few rows: a query over
 * all of them took 60 ms with two workers of its own, and takes 3 ms without.
 */
const flags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_parallel_workers_per_gather=0',
  'max_connections=300',
  'log_min_messages=fatal',
].flatMap((setting) => ['-c', setting]);

/** How long the transactions of a test may run after its end; one that never ends is waited for until then. */
const closeSeconds = 30;

let cluster: Promise<TestCluster> | undefined;

/**
 * An empty database of the current schema, opened as the application's role; closed and dropped at the end of the test,
 * suite or file that opened it.
 */
export async function testDatabase(options: { max?: number } = {}): Promise<Database & { url: string }> {
  // NOTE registered before the first await: after one, node:test may attribute it to another test.
  let cleanUp = async (): Promise<void> => {
    /* the file does not exist yet */
  };
  whenDone(() => cleanUp());
  const { url, drop } = await cloneTemplate();
  const database = openDatabase(url, { max: 5, ...options });
  cleanUp = async () => {
    const closed = await Promise.race([
      database.close().then(() => true),
      sleep(closeSeconds * 1000, false, { ref: false }),
    ]);
    await drop();
    if (!closed) throw new Error('a connection was never given back to the pool');
  };
  return { ...database, url };
}

/** A database of the newest schema with nothing in it, for a caller that drops it. */
export async function cloneTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { adminUrl, url, template } = await aTestCluster();
  const name = randomName();
  await administer(adminUrl, `create database ${name} template ${template} owner agencyreel strategy file_copy`);
  return {
    url: withDatabase(url, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** An empty database without any schema, for code that migrates it; dropped when it is disposed of. */
export async function emptyDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const { adminUrl, url } = await aTestCluster();
  const name = randomName();
  await administer(adminUrl, `create database ${name} owner agencyreel`);
  return {
    url: withDatabase(url, name),
    [Symbol.asyncDispose]: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The cluster named by the environment; otherwise one for this process alone, which ends with it, however it ends. */
export function aTestCluster(): Promise<TestCluster> {
  cluster ??= openCluster();
  return cluster;
}

async function openCluster(): Promise<TestCluster> {
  const [adminUrl, url] = process.env[clusterVariable]?.split(' ') ?? [];
  const addresses = adminUrl !== undefined && url !== undefined ? { adminUrl, url } : await startCluster();
  return { ...addresses, template: await makeTemplate(addresses) };
}

async function startCluster(): Promise<{ adminUrl: string; url: string }> {
  const dir = mkdtempSync(join(memoryFolder(), 'agencyreel-test-'));
  chmodSync(dir, 0o755);
  const server = await startEmbeddedPostgres({ dir, flags });
  const stop = 'kill -QUIT "$(head -n 1 "$1/cluster/postmaster.pid")"; sleep 0.3; rm -rf "$1"';
  whenThisProcessEnds(stop, [dir]);
  return server;
}

/** Linux's folder in memory if it has room: a database there takes 10 ms, on a busy disk 27 to 900 ms were measured. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2e9 ? '/dev/shm' : tmpdir();
  } catch {
    // Other systems have no such folder.
    return tmpdir();
  }
}

/** The template for the current migrations; the first process creates it, the others wait. */
async function makeTemplate({ adminUrl, url }: { adminUrl: string; url: string }): Promise<string> {
  const migrations = readMigrations();
  const hash = createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex');
  const template = `template_${hash.slice(0, 16)}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return template;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished} owner agencyreel`);
    await migrate(withDatabase(url, unfinished), migrations);
    await client.query(`alter database ${unfinished} rename to ${template}`);
    return template;
  } finally {
    await client.end();
  }
}

/** Connections of the superuser; idle, they do not keep the process alive. A new one for each clone cost 16 ms. */
let administrators: pg.Pool | undefined;

function openAdministrators(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 0 });
  pool.on('error', () => {
    /* the cluster has ended; the next statement says so */
  });
  return pool;
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  administrators ??= openAdministrators(adminUrl);
  await administrators.query(statement);
}

function randomName(): string {
  return `test_${randomBytes(8).toString('hex')}`;
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
