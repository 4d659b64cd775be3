/**
 * Copies the stored files. Their names are random and their bytes never change, so the sets share one pool and each
 * backup copies only what is new.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createSemaphore } from '#concurrency/semaphore.ts';
import { z } from 'zod';
import type { Config } from '../../base/settings/config.ts';
import { openBucket } from '../../base/storage/bucket.ts';
import { heldFolder } from '../../base/storage/disk.ts';
import { isSafeName, type Storage } from '../../base/storage/storage.ts';
import type { Contents, SetMeans } from './manifest.ts';
import { isPlainPath } from './repository.ts';
import { readParts, writeParts } from './parts.ts';
import type { Bytes } from './seal.ts';

/** A line of a set's list: the path in DATA_DIR ('files/<name>' also for a bucket), and how to get its bytes. */
export const fileLine = z.object({
  path: z.string().refine(isPlainPath),
  sizeBytes: z.number(),
  /** Of the file itself; '' for a version of a bucket, which keeps it. */
  sha256: z.string(),
  /** The object in the pool; '' for a version of a bucket. */
  object: z.string(),
  versionId: z.string().optional(),
});
/** A file of a set. */
export type FileLine = z.output<typeof fileLine>;

/** A file to copy; `open` answers null if it was deleted meanwhile. */
type Source = { path: string; sizeBytes: number; object?: string; open: () => Promise<Readable | null> };

/** Folders of DATA_DIR that the operator fills: the help's articles and the materials of the Upgrades page. */
const operatorFolders = ['help', 'upgrades'] as const;

const copiesAtOnce = 4;

/** Where the pool keeps an object. */
export const nameInPool = (means: Pick<SetMeans, 'key' | 'seal'>, object: string): string =>
  `${poolOf(means)}/${object.slice(0, 2).toLowerCase()}/${object}`;

/** The folder of the pool: one for each key and passphrase. */
export const poolOf = ({ key, seal }: Pick<SetMeans, 'key' | 'seal'>): string => `pool/${key.id}/${seal.id}`;

/** The lines of a set's list of files. */
export async function* listOf(
  means: SetMeans,
  { set, contents }: { set: string; contents: Contents },
): AsyncGenerator<FileLine> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of readParts(means, { set, parts: contents.files.parts })) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield fileLine.parse(JSON.parse(line));
  }
}

/** Writes the list of files, and copies into the pool what it does not have yet. */
export async function copyFiles(
  means: SetMeans & { config: Pick<Config, 's3' | 'dataDir'>; storage: Storage },
  { set, takenAt, before }: { set: string; takenAt: Date; before: AsyncIterable<FileLine> },
): Promise<Contents['files']> {
  const { config } = means;
  const bucket = config.s3 === null ? null : openBucket(config.s3);
  const kind = bucket !== null && (await bucket.keepsVersions()) ? 'versions' : 'copied';
  const facts = { kind, bucket: config.s3?.bucket ?? '', count: 0, bytes: 0, missing: 0 } satisfies Omit<
    Contents['files'],
    'parts'
  >;
  const copyOne = await openPool(means, before);
  const semaphore = createSemaphore({ permits: copiesAtOnce });
  async function* lines(): Bytes {
    if (bucket !== null && kind === 'versions')
      // Clocks of bucket and database may differ by a minute.
      for await (const { key, sizeBytes, versionId } of bucket.listVersions('', new Date(takenAt.getTime() - 60_000))) {
        if (!isSafeName(key)) continue;
        yield lineOf({ path: `files/${key}`, sizeBytes, sha256: '', object: '', versionId });
      }
    for await (const batch of batches(sourcesOf(means, kind), 64)) {
      for (const line of await Promise.all(batch.map((source) => semaphore.run(() => copyOne(source)))))
        if (line === null) facts.missing += 1;
        else yield lineOf(line);
    }
  }
  const lineOf = (line: FileLine): Buffer => {
    facts.count += 1;
    facts.bytes += line.sizeBytes;
    return Buffer.from(`${JSON.stringify(line)}\n`);
  };
  const parts = await writeParts(means, { set, name: 'files', bytes: lines() });
  return { ...facts, parts };
}

/** What copies a file into the pool, unless it is there, and resolves to its line; null if it was deleted meanwhile. */
async function openPool(means: SetMeans, before: AsyncIterable<FileLine>) {
  const hashes = new Map<string, { sizeBytes: number; sha256: string }>();
  for await (const { object, sizeBytes, sha256 } of before)
    if (object !== '') hashes.set(object, { sizeBytes, sha256 });
  const known = new Map<string, { sizeBytes: number; sha256: string }>();
  for await (const { name, sizeBytes } of means.repository.list(poolOf(means))) {
    const object = name.slice(name.lastIndexOf('/') + 1);
    const hash = hashes.get(object);
    if (hash !== undefined && means.seal.sizeOf(hash.sizeBytes) === sizeBytes) known.set(object, hash);
  }
  return (source: Source) => copy(means, source, known);
}

async function copy(
  means: SetMeans,
  { path, sizeBytes, object: named, open: openSource }: Source,
  known: ReadonlyMap<string, { sizeBytes: number; sha256: string }>,
): Promise<FileLine | null> {
  const object = named ?? (await contentName(openSource));
  if (object === null) return null;
  const found = known.get(object);
  if (found?.sizeBytes === sizeBytes) return { path, sizeBytes, sha256: found.sha256, object };
  const body = await openSource();
  if (body === null) return null;
  const hash = createHash('sha256');
  const name = nameInPool(means, object);
  const closed = Readable.from(means.seal.close(name, hashed(body, hash)));
  await means.repository.put(name, closed, means.seal.sizeOf(sizeBytes));
  return { path, sizeBytes, sha256: hash.digest('hex'), object };
}

async function* hashed(body: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk) && !(chunk instanceof Uint8Array))
      throw new Error('a file gave something else than bytes');
    hash.update(chunk);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** A file that may be changed in repository is stored under its hash. */
async function contentName(openSource: Source['open']): Promise<string | null> {
  const body = await openSource();
  if (body === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of hashed(body, hash)) void chunk;
  return hash.digest('hex');
}

/** Every file to copy: the stored ones, unless their bucket keeps versions, and the operator's own. */
async function* sourcesOf(
  { config, storage }: { config: Pick<Config, 's3' | 'dataDir'>; storage: Storage },
  kind: 'copied' | 'versions',
): AsyncGenerator<Source> {
  if (config.s3 === null) {
    const seen = new Set<string>();
    for (const folder of [join(config.dataDir, 'files'), heldFolder(config.dataDir)])
      for await (const { name, path, sizeBytes } of filesIn(folder)) {
        if (!isSafeName(name) || seen.has(name)) continue;
        seen.add(name);
        const held = join(heldFolder(config.dataDir), name);
        yield { path: `files/${name}`, object: name, sizeBytes, open: async () => (await read(path)) ?? read(held) };
      }
  } else if (kind === 'copied')
    for await (const { key, sizeBytes } of openBucket(config.s3).list(''))
      if (isSafeName(key))
        yield {
          path: `files/${key}`,
          object: key,
          sizeBytes,
          open: async () => (await storage.open(key))?.body ?? null,
        };
  for (const folder of operatorFolders)
    for await (const { path, sizeBytes } of filesIn(join(config.dataDir, folder))) {
      const inData = relative(config.dataDir, path).replaceAll(sep, '/');
      if (isPlainPath(inData)) yield { path: inData, sizeBytes, open: () => read(path) };
    }
}

/** The files below a folder; links and hidden files, which are still being written, are left out. */
async function* filesIn(folder: string): AsyncGenerator<{ name: string; path: string; sizeBytes: number }> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    if (!entry.isFile()) continue;
    const size = await sizeOf(path);
    if (size !== null) yield { name: entry.name, path, sizeBytes: size };
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    await using file = await open(path);
    return (await file.stat()).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function read(path: string): Promise<Readable | null> {
  try {
    return createReadStream('', { fd: await open(path) });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function* batches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
