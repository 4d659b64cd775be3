/**
 * `npm run catalog`: makes everything that the Upgrades page offers ahead of time, with the settings of `npm start`.
 * With names (`npm run catalog -- courses vip-calendar`) it makes only these panels and materials. It may be stopped at
 * any time: the next run continues with the first missing file.
 */
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { loadConfig } from '#server/base/settings/config.ts';
import { openServices } from '#server/app/processes/services.ts';
import { hashOfAll, makeCatalog } from './make.ts';

const config = loadConfig();
const embedded =
  config.databaseUrl === null ? await startEmbeddedPostgres({ dir: join(config.dataDir, 'database') }) : null;
const databaseUrl = embedded?.url ?? config.databaseUrl ?? '';
try {
  await migrate(databaseUrl);
  const { services, close } = await openServices(config, { databaseUrl, connections: 2, name: 'agencyreel catalog' });
  try {
    const files = await makeCatalog(services, { only: process.argv.slice(2), say: console.log });
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    console.log(`${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB, together ${hashOfAll(files)}`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(`AgencyReel: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}
