import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';

/** Runs work with its own durable, migrated database, which is deleted afterwards. */
export const withDatabase = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withEmptyDatabase(async ({ open }) => {
    const db = open();
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });

/** The same with the database's address, for work that opens it in another process. */
export async function withEmptyDatabase<T>(
  work: (database: { url: string; adminUrl: string; open(): Database }) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-bench-'));
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  try {
    await migrate(postgres.url);
    const { url, adminUrl } = postgres;
    return await work({ url, adminUrl, open: () => openDatabase(url, { max: 4, statementSeconds: 900 }) });
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
