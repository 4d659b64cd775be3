/** The settings of the operator's commands, which are those of the services. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../base/settings/config.ts';

/** The file of settings of the systemd units in deploy/. */
const unitsFile = '/etc/agencyreel.env';

/** The database's name for the operator, without its password. */
export function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `the embedded one in ${join(dataDir, 'database')}`;
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const [name, role] = [pathname.slice(1), username].map(decodeURIComponent);
  return `${name} at ${hostname}:${port || '5432'}, as ${role}`;
}

/**
 * Why there is no database to work on; null if there is one. A command never makes an empty database: it would answer
 * from it, beside the one that was meant.
 */
export function whyNoDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { envFile, exists = existsSync }: { envFile: string | undefined; exists?: (path: string) => boolean },
): string | null {
  if (databaseUrl !== null) return null;
  if (envFile === undefined && exists(unitsFile))
    return `DATABASE_URL is not set, but there is ${unitsFile}: add --env-file=${unitsFile}`;
  if (exists(join(dataDir, 'database'))) return null;
  return `DATABASE_URL is not set, and ${dataDir} has no database: name the services' settings by --env-file=<file>`;
}

/** Takes `--env-file=<file>` out of a command line. NOTE Node reads such a file as well, wherever the option stands. */
export function takeEnvFile(given: readonly string[]): { args: string[]; envFile: string | undefined } {
  const option = '--env-file=';
  return {
    args: given.filter((word) => !word.startsWith(option)),
    envFile: given.find((word) => word.startsWith(option))?.slice(option.length),
  };
}
