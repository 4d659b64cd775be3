/** How the operator's commands open the database of the settings. */
import { join } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { Config } from '../../base/settings/config.ts';
import type { Addresses } from '../backup/index.ts';
import { openManagedDatabase } from './start/managed.ts';

/**
 * Runs `work` with the addresses of the database of the settings: the managed one, or the embedded one, which is
 * started temporarily if it is not running.
 */
export async function onAddresses(config: Config, work: (addresses: Addresses) => Promise<string>): Promise<string> {
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dir: join(config.dataDir, 'database') }) : null;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  try {
    return await work({
      url,
      ownerUrl: config.databaseOwnerUrl ?? url,
      adminUrl: embedded?.adminUrl ?? config.databaseAdminUrl ?? config.databaseOwnerUrl ?? url,
    });
  } finally {
    await embedded?.stop();
  }
}

/** Migrates the database, as its owner if it has one. */
export const prepare = async (config: Config, url: string): Promise<void> => {
  if (config.databaseUrl === null) await migrate(url);
  else await openManagedDatabase(config);
};

/** Runs `work` on the migrated database of the settings. */
export const onDatabase = (config: Config, work: (db: Database) => Promise<string>): Promise<string> =>
  onAddresses(config, async ({ url }) => {
    await prepare(config, url);
    const db = openDatabase(url, { max: 1, applicationName: 'agencyreel admin', statementSeconds: 3600 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
