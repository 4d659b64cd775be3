import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { Config } from '../../../base/settings/config.ts';
import { oneLine } from '../process.ts';
import { holdDataDir } from './hold.ts';
import { openManagedDatabase } from './managed.ts';
import type { Running } from './running.ts';

/** Creates the data directory. Throws an Error of one line if it cannot be written. */
export function openDataDir(dataDir: string): void {
  try {
    // NOTE with `recursive` Node retries forever if a file system allows no folders (seen on /proc).
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: !existsSync(dirname(dataDir)) });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`cannot write to DATA_DIR ${dataDir}: ${oneLine(error)}`, { cause: error });
  }
}

/**
 * The URL of the managed database if one is set, otherwise of the embedded one; migrated. Of several starts on one data
 * directory only the first gets it. Throws an Error of one line.
 */
export async function openDatabase(config: Config, running: Running): Promise<string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null)
    return await openManagedDatabase(config).catch((error: unknown) => {
      throw new Error(`the database at DATABASE_URL cannot be used: ${oneLine(error)}`, { cause: error });
    });
  const hold = holdDataDir(dataDir);
  if (hold === null)
    throw new Error(`AgencyReel already runs on DATA_DIR ${dataDir}: stop it first, or set another DATA_DIR`);
  running.add(async () => {
    hold.release();
  });
  const embedded = await startEmbeddedPostgres({ dir: join(dataDir, 'database') });
  running.add(() => embedded.stop());
  await migrate(embedded.url);
  return embedded.url;
}
