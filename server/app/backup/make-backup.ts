import { hostname } from 'node:os';
import type pg from 'pg';
import { openDatabase, type Database } from '#db/database.ts';
import type { Config } from '../../base/settings/config.ts';
import { openOwnSecrets } from '../../base/secrets/own-key.ts';
import { openHold } from '../../base/storage/hold.ts';
import { openStorage } from '../../base/storage/open.ts';
import { isNoRoom } from '../../base/storage/room.ts';
import { copyFiles, listOf, type FileLine } from './files-out.ts';
import { installationKey, openSeal, readContents, readManifest, writeManifest, type SetMeans } from './manifest.ts';
import { openRepository } from './open-repository.ts';
import { productVersion } from './product-version.ts';
import { recordBackup } from './queries.ts';
import { deleteSet, listSets, nameOfSet, thinSets } from './sets.ts';
import { connectWhole, readTables, type Snapshot } from './tables-out.ts';
import { writeParts } from './parts.ts';
import type { Contents } from './manifest.ts';

/** Any number, the same in every process: one backup of a database runs at a time. */
const lockKey = 7_214_332;

/** What a backup has made. */
export type Made = {
  set: string;
  repository: string;
  takenAt: Date;
  bytes: number;
  seconds: number;
  contents: Contents;
  /** The old sets that were deleted; or why that failed, which makes this set no worse. */
  deleted: string[];
  thinFailure: string | null;
};

/** A backup is already running. */
export class AlreadyRunning extends Error {
  constructor() {
    super('another backup of this database is running');
  }
}

type Given = { url: string; config: Config; to: string; clock: () => Date };

/**
 * Makes a set of the database at `url` and the files, and thins the old ones. Its end is recorded in the database, also
 * a failure, after which nothing of the set is left. Throws an Error of one line.
 */
export async function makeBackup({ url, config, to, clock }: Given): Promise<Made> {
  const startedAt = clock();
  const set = nameOfSet(startedAt);
  const repository = openRepository(to, config);
  const key = installationKey(config);
  const means = { repository, key, seal: await openSeal(config.backup.passphrase, key) };
  // With another key the set would be one that its own installation refuses.
  await onDatabase(url, (db) => openOwnSecrets(config, db));
  const client = await connectWhole(url, `agencyreel backup ${hostname()}`);
  const record = (takenAt: Date | null, bytes: number, failure: string | null): Promise<void> =>
    recordEnd(url, { startedAt, finishedAt: clock(), repository: repository.title, set, takenAt, bytes, failure });
  try {
    if (!(await tryLock(client))) throw new AlreadyRunning();
    if ((await listSets(means)).sets.some((found) => found.set === set)) throw new AlreadyRunning();
    try {
      const { takenAt, contents } = await writeSet({ ...means, config }, { client, set });
      const bytes = sizeOf(contents);
      await record(takenAt, bytes, null);
      const seconds = (clock().getTime() - startedAt.getTime()) / 1000;
      return { set, repository: repository.title, takenAt, bytes, seconds, contents, ...(await thin(means, clock())) };
    } catch (error) {
      const failure = lineOf(error, repository.title);
      await deleteHalf(means, set);
      await record(null, 0, failure).catch(() => {
        /* the database is away: the failure itself says so */
      });
      throw new Error(failure, { cause: error });
    }
  } finally {
    await client.end();
  }
}

async function writeSet(
  means: SetMeans & { config: Config },
  { client, set }: { client: pg.Client; set: string },
): Promise<{ takenAt: Date; contents: Contents }> {
  const { config } = means;
  const storage = await openStorage(config);
  const before = linesBefore(means);
  const hold = openHold(config);
  await hold.begin();
  try {
    const { takenAt, ...database }: Snapshot = await readTables(client, (name, bytes) =>
      writeParts(means, { set, name, bytes }),
    );
    const files = await copyFiles({ ...means, storage }, { set, takenAt, before });
    const contents = { product: productVersion(), ...database, files };
    await writeManifest(means, { set, takenAt, contents });
    return { takenAt, contents };
  } finally {
    await hold.end();
  }
}

/** The files of the newest set with the same seal: their hashes are known. */
async function* linesBefore(means: SetMeans): AsyncGenerator<FileLine> {
  for (const { set, isWhole } of (await listSets(means)).sets) {
    const manifest = isWhole ? await readManifest(means, set) : null;
    if (manifest?.seal !== means.seal.id) continue;
    yield* listOf(means, { set, contents: await readContents(means, manifest) });
    return;
  }
}

/** Deletes files that a backup kept from deletion and then never finished; nothing while one is running. */
export async function dropHeld({ url, config }: Pick<Given, 'url' | 'config'>): Promise<void> {
  const client = await connectWhole(url, 'agencyreel backup');
  try {
    if (await tryLock(client)) await openHold(config).end();
  } finally {
    await client.end();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
  return rows[0]?.held ?? false;
}

const recordEnd = (url: string, end: Parameters<typeof recordBackup>[1]): Promise<void> =>
  onDatabase(url, (db) => db.asSystem((tx) => recordBackup(tx, end)));

/** Works on a database over one connection, which then ends. */
export async function onDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 1, applicationName: 'agencyreel backup' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function thin(means: SetMeans, now: Date): Promise<Pick<Made, 'deleted' | 'thinFailure'>> {
  try {
    return { deleted: await thinSets(means, now), thinFailure: null };
  } catch (error) {
    return { deleted: [], thinFailure: lineOf(error, means.repository.title) };
  }
}

async function deleteHalf(means: SetMeans, set: string): Promise<void> {
  await deleteSet(means, set).catch(() => {
    /* the repository is away; the next backup deletes it */
  });
}

const lineOf = (error: unknown, repository: string): string => {
  if (isNoRoom(error)) return `there is no room for the backup in ${repository}`;
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
};

const sizeOf = ({ tables, files }: Contents): number =>
  [...tables.flatMap(({ parts }) => parts), ...files.parts].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) +
  (files.kind === 'copied' ? files.bytes : 0);
