/** The operator's commands `backup`, `list-backups` and `restore`. */
import { parseArgs } from 'node:util';
import type { Config } from '../../base/settings/config.ts';
import { drill } from './drill.ts';
import { makeBackup, onDatabase as onDatabaseAt } from './make-backup.ts';
import { installationKey } from './manifest.ts';
import { openRepository } from './open-repository.ts';
import { restore } from './restore.ts';
import { listFailures } from './queries.ts';
import { listSets } from './sets.ts';

/** The database of the settings: for the application, for its owner, and for a role that may create databases. */
export type Addresses = { url: string; ownerUrl: string; adminUrl: string };

/** A command of backups: it gets the settings and what opens their database. */
export type BackupCommand = (
  config: Config,
  onDatabase: (work: (addresses: Addresses, migrate: () => Promise<void>) => Promise<string>) => Promise<string>,
) => Promise<string>;

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  into: { type: 'string' },
  set: { type: 'string' },
  replace: { type: 'boolean' },
  drill: { type: 'boolean' },
} as const;

const names = ['backup', 'list-backups', 'restore'];

/** Whether a command line begins with a command of backups. */
export const isBackupCommand = (name: string | undefined): boolean => name !== undefined && names.includes(name);

/** Parses a command line. Throws an Error of one line if it is not understood. */
export function backupCommand([name, ...args]: readonly string[]): BackupCommand {
  const { values } = parseArgs({ args, options, allowPositionals: false });
  const unknown = Object.keys(values).filter((option) => !(accepted[name ?? ''] ?? []).includes(option));
  if (unknown.length > 0) throw new Error(`${name} does not take --${unknown.join(', --')}`);
  if (name === 'restore') return restoring(values);
  if (name === 'list-backups') return listing(values);
  return values.drill === true ? drilling(values) : backingUp(values);
}

const accepted: Readonly<Record<string, readonly string[]>> = {
  backup: ['to', 'drill', 'from'],
  'list-backups': ['from'],
  restore: ['from', 'into', 'set', 'replace'],
};

type Values = { to?: string; from?: string; into?: string; set?: string; replace?: boolean };

function repositoryOf(given: string | undefined, { backup: { to } }: Config): string {
  const repository = given ?? to;
  if (repository === null) throw new Error('name the repository of the backups, or set BACKUP_TO');
  return repository;
}

const backingUp =
  ({ to: given }: Values): BackupCommand =>
  (config, onDatabase) => {
    const to = repositoryOf(given, config);
    return onDatabase(async ({ url }, migrate) => {
      await migrate();
      const made = await makeBackup({ url, config, to, clock: () => new Date() });
      const { tables, files } = made.contents;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const kept = files.kind === 'versions' ? 'listed with their versions' : 'copied';
      const missing = files.missing === 0 ? '' : `, ${files.missing} deleted meanwhile`;
      const faults = made.thinFailure === null ? '' : `Old sets were not deleted: ${made.thinFailure}\n`;
      const deleted = made.deleted.length === 0 ? '' : `Deleted ${made.deleted.length} old sets\n`;
      return (
        `${made.repository}: set ${made.set} of ${made.takenAt.toISOString()}\n` +
        `${tables.length} tables, ${rows} rows, ${files.count} files ${kept}${missing}, ${megabytes(made.bytes)}, ` +
        `${made.seconds.toFixed(1)} s${config.backup.passphrase === null ? '' : ', encrypted'}\n${deleted}${faults}`
      );
    });
  };

const drilling =
  ({ from, to }: Values): BackupCommand =>
  (config, onDatabase) => {
    const repository = repositoryOf(from ?? to, config);
    return onDatabase(async ({ ownerUrl: url, adminUrl }) => {
      const { set, takenAt, rows, lost, sampled, seconds } = await drill({ url, adminUrl, config, from: repository });
      const files = lost === 0 ? '' : `, ${lost} files of rows are not in the set`;
      return (
        `The set ${set} of ${takenAt.toISOString()} can be restored: ${rows} rows counted, ${sampled} files read` +
        `${files}, ${seconds.toFixed(1)} s\n`
      );
    });
  };

const restoring =
  ({ from, into, set, replace = false }: Values): BackupCommand =>
  (config, onDatabase) => {
    const repository = repositoryOf(from, config);
    const run = async (url: string): Promise<string> => {
      const restored = await restore({ url, config, from: repository, set, replace });
      const { files, lost } = restored;
      return (
        `Restored the set ${restored.set} of ${restored.takenAt.toISOString()}: ${restored.rows} rows, ` +
        `${files?.written ?? 0} files, ${files?.there ?? 0} were there, ${restored.seconds.toFixed(1)} s\n` +
        (lost === 0 ? '' : `${lost} files of rows are not in the set\n`) +
        'Posting is held: npm run admin -- hold says what is open, release ends it.\n'
      );
    };
    return into === undefined ? onDatabase(({ ownerUrl }) => run(ownerUrl)) : run(into);
  };

const listing =
  ({ from }: Values): BackupCommand =>
  async (config, onDatabase) => {
    const sets = await listed(config, repositoryOf(from, config));
    // The sets are needed most when the database is gone.
    try {
      return sets + (await onDatabase(({ url }) => failuresIn(url)));
    } catch (error) {
      return `${sets}Failed backups cannot be listed: ${error instanceof Error ? error.message : String(error)}\n`;
    }
  };

async function failuresIn(url: string): Promise<string> {
  const failures = await onDatabaseAt(url, (db) => db.asSystem((tx) => listFailures(tx)));
  return failures
    .map(({ at, repository, failure }) => `Failed ${at.toISOString()}, to ${repository}: ${failure}\n`)
    .join('');
}

async function listed(config: Config, from: string): Promise<string> {
  const repository = openRepository(from, config);
  const { sets, otherKeys } = await listSets({ repository, key: installationKey(config) });
  const lines = sets.map(
    ({ set, isWhole }) => `${set}\t${isWhole ? 'whole' : 'NOT WHOLE: its backup did not finish'}\n`,
  );
  const others = otherKeys.map((id) => `Sets of another SECRET_KEY: ${id}\n`);
  return lines.length + others.length === 0
    ? `There is no set in ${repository.title}\n`
    : [...lines, ...others].join('');
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
