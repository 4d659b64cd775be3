import type pg from 'pg';
import { markUnfinished, migrate, readMigrations, unmarkUnfinished } from '#db/migrate.ts';
import { openDatabase } from '#db/database.ts';
import type { Config } from '../../base/settings/config.ts';
import { openStorage } from '../../base/storage/open.ts';
import { openJournal } from '../../base/journal/index.ts';
import { openHeld } from '../restored/index.ts';
import { checkSet } from './check-set.ts';
import { emptyDatabase, refuseInUse, refuseRows, versionOf } from './empty-database.ts';
import { restoreFiles, type FilesBack } from './files-in.ts';
import { listOf } from './files-out.ts';
import { installationKey, openSeal, type SetMeans } from './manifest.ts';
import { openRepository } from './open-repository.ts';
import { openSet, type OpenSet } from './sets.ts';
import { connectWhole } from './tables-out.ts';
import { loadTables } from './tables-in.ts';
import { readParts } from './parts.ts';

/** What a restore has brought back. */
export type Restored = {
  set: string;
  takenAt: Date;
  rows: number;
  /** Files of rows that the set does not have. */
  lost: number;
  files: FilesBack | null;
  seconds: number;
};

/** Opens a set of a repository with the installation's key and passphrase. */
export async function openFrom(
  config: Config,
  { from, set }: { from: string; set?: string | undefined },
): Promise<{ means: SetMeans; opened: OpenSet }> {
  const key = installationKey(config);
  const means = { repository: openRepository(from, config), key, seal: await openSeal(config.backup.passphrase, key) };
  return { means, opened: await openSet(means, set) };
}

/**
 * Restores a set into the database at `url`, and its files into the configured storage unless `withFiles` is false. The
 * database must be empty unless `replace`. It cannot be started before the end, when everything that publishes is held.
 */
export async function restore({
  url,
  config,
  from,
  set,
  replace = false,
  withFiles = true,
}: {
  url: string;
  config: Config;
  from: string;
  set?: string | undefined;
  replace?: boolean;
  withFiles?: boolean;
}): Promise<Restored> {
  const began = performance.now();
  const { means, opened } = await openFrom(config, { from, set });
  const lost = await bringRowsBack({ url, means, opened, replace });
  const files = withFiles ? await restoreFiles({ ...means, config, storage: await openStorage(config) }, opened) : null;
  await finish({ url, config }, opened);
  return {
    set: opened.set,
    takenAt: opened.manifest.takenAt,
    rows: opened.contents.tables.reduce((sum, { rows }) => sum + rows, 0),
    lost,
    files,
    seconds: (performance.now() - began) / 1000,
  };
}

/**
 * Loads the rows of a set and brings the schema up to date; none of our programs starts on the database until `finish`.
 * Resolves to the number of files that rows name and the set does not have.
 */
export async function bringRowsBack({
  url,
  means,
  opened,
  replace,
}: {
  url: string;
  means: SetMeans;
  opened: OpenSet;
  replace: boolean;
}): Promise<number> {
  const { contents } = opened;
  refuseNewer(opened);
  const client = await connectWhole(url, 'backup restore');
  try {
    await refuseInUse(client);
    if (!replace) await refuseRows(client);
    await checkSet(means, opened);
    if (replace || (await versionOf(client)) !== contents.migration.version) {
      await emptyDatabase(client);
      await migrate(
        url,
        readMigrations().filter(({ version }) => version <= contents.migration.version),
      );
    }
    await markUnfinished(client);
    await loadTables(client, { contents, read: ({ parts }) => readParts(means, { set: opened.set, parts }) });
    const lost = await countLost(client, means, opened);
    await migrate(url, readMigrations(), { unfinished: true });
    return lost;
  } finally {
    await client.end();
  }
}

/** Holds what publishes, and lets processes start: both or neither. */
async function finish(
  { url, config }: { url: string; config: Config },
  { manifest: { takenAt } }: OpenSet,
): Promise<void> {
  const db = openDatabase(url, { max: 1, applicationName: 'backup restore', statementSeconds: 3600 });
  try {
    await db.asSystem(async (tx) => {
      await openHeld(tx, { takenAt, journal: openJournal(config) });
      await unmarkUnfinished(tx);
    });
  } finally {
    await db.close();
  }
}

function refuseNewer({ set, contents: { migration, product } }: OpenSet): void {
  const own = readMigrations();
  const same = own.find(({ version }) => version === migration.version);
  if (same === undefined)
    throw new Error(
      `the set ${set} was made by version ${product} of the program, which is newer: install that one first`,
    );
  if (same.checksum !== migration.checksum)
    throw new Error(`the set ${set} was made by another program: its migration ${migration.name} differs`);
}

/** Counts the files that rows name and the set does not have. */
async function countLost(client: pg.Client, means: SetMeans, opened: OpenSet): Promise<number> {
  const count = async (condition: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from files where deleted_at is null and ${condition}`,
      values,
    );
    return Number(rows[0]?.count);
  };
  let [found, names]: [number, string[]] = [0, []];
  for await (const { path } of listOf(means, opened)) {
    if (!path.startsWith('files/') || names.push(path.slice('files/'.length)) < 10_000) continue;
    found += await count('name = any($1)', [names]);
    names = [];
  }
  found += await count('name = any($1)', [names]);
  return (await count('true')) - found;
}
