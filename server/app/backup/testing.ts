/** A small installation for tests of backups: a database with a row in every table for two agencies, and files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cloneTemplate } from '#db/testing.ts';
import { whenDone } from '#db/testing-ends.ts';
import type { Database } from '#db/database.ts';
import { parseConfig, type Config } from '../../base/settings/config.ts';
import { openStorage } from '../../base/storage/open.ts';
import type { Storage } from '../../base/storage/storage.ts';

/** A folder that goes with the test or file that made it. */
export function aFolder(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`));
  whenDone(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  return dir;
}

/** Settings with a data folder and a key of their own. */
export const someSettings = (given: Partial<Config> = {}): Config => ({
  ...parseConfig({ DATA_DIR: aFolder('data'), SANDBOX: 'off' }),
  secretKey: randomBytes(32),
  ...given,
});

/** Stores files of a few bytes, and rows of them where a row is needed. */
export async function storeFiles(config: Config, names: readonly string[]): Promise<Storage> {
  const storage = await openStorage(config);
  for (const name of names) {
    const bytes = Buffer.from(`bytes of ${name}`);
    await storage.put(name, bytes, { contentType: 'image/png', sizeBytes: bytes.length });
  }
  return storage;
}

/** An empty database to restore into, on connections that are not of our programs. */
export async function aTarget(): Promise<{ url: string; pool: pg.Pool }> {
  const { url, drop } = await cloneTemplate();
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'a test',
    options: '-c app.agency_id=*',
  });
  // Connections may still be ending when the database is dropped.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  whenDone(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

/** Every row of every table as a text, by table; the queue's too. */
export async function everyRow(db: Pick<Database, 'pool'>): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind = 'r'
      and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
      and (c.relnamespace = 'public'::regnamespace or c.relname ~ '^(job|queue$|schedule|subscription)')
    order by 1`);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
