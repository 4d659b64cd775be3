import { refuseUnfit } from '#db/admission.ts';
import { migrate } from '#db/migrate.ts';
import type { Config } from '../../../base/settings/config.ts';

/**
 * The address of the managed database, migrated; its owner runs the migrations if DATABASE_OWNER_URL names one. Throws
 * an Error of one line if the database cannot be used.
 */
export async function openManagedDatabase({
  databaseUrl,
  databaseOwnerUrl,
}: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>): Promise<string> {
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set (npm start brings a database of its own)');
  await refuseUnfit(databaseUrl);
  await migrate(databaseOwnerUrl ?? databaseUrl);
  return databaseUrl;
}
