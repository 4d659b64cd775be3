/** Brings the files of a set back into the storage. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Config } from '../../base/settings/config.ts';
import { openBucket } from '../../base/storage/bucket.ts';
import { isSafeName, type Storage } from '../../base/storage/storage.ts';
import { listOf, nameInPool, type FileLine } from './files-out.ts';
import { openFolder } from './folder.ts';
import type { SetMeans } from './manifest.ts';
import { buffers } from './parts.ts';
import type { OpenSet } from './sets.ts';

/** How many files were brought back, and how many were there already. */
export type FilesBack = { written: number; there: number };

type Means = SetMeans & { config: Pick<Config, 's3' | 'dataDir'>; storage: Storage };

/** The bytes of a file in the pool. Throws an Error of one line if it is missing, damaged or changed. */
export async function openPooled(means: SetMeans, { path, object, sizeBytes, sha256 }: FileLine): Promise<Readable> {
  const name = nameInPool(means, object);
  const found = await means.repository.open(name);
  if (found === null) throw new Error(`${path} is missing in the backup`);
  const plain = means.seal.open(name, buffers(found.body));
  const hash = createHash('sha256');
  async function* checked(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of plain) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    if (bytes !== sizeBytes || hash.digest('hex') !== sha256) throw new Error(`${path} was changed in the backup`);
  }
  return Readable.from(checked());
}

/** Writes the files that the storage does not have. A file with the same name and size is the same one. */
export async function restoreFiles(means: Means, opened: OpenSet): Promise<FilesBack> {
  const { contents } = opened;
  const back = { written: 0, there: 0 };
  const bring = contents.files.kind === 'versions' ? bringVersion(means, contents.files.bucket) : bringCopy(means);
  const own = openFolder(means.config.dataDir);
  for await (const line of listOf(means, opened)) {
    const name = line.path.startsWith('files/') ? line.path.slice('files/'.length) : null;
    if (name === null) {
      await own.put(folderPath(line.path), await openPooled(means, line), line.sizeBytes);
      back.written += 1;
      continue;
    }
    if (!isSafeName(name)) throw new Error('a file of the backup has an unusable name');
    if (await bring(name, line)) back.written += 1;
    else back.there += 1;
  }
  return back;
}

/** The path of a file of the operator; throws if it is not in the operator's folders. */
function folderPath(path: string): string {
  if (!/^(help|upgrades)\//.test(path)) throw new Error('a file of the backup has an unusable name');
  return path;
}

type Bring = (name: string, line: FileLine) => Promise<boolean>;

const bringCopy =
  (means: Means): Bring =>
  async (name, line) => {
    const there = await means.storage.open(name);
    there?.body.destroy();
    if (there?.sizeBytes === line.sizeBytes) return false;
    const body = await openPooled(means, line);
    await means.storage.put(name, body, { contentType: 'application/octet-stream', sizeBytes: line.sizeBytes });
    return true;
  };

function bringVersion({ config: { s3 } }: Means, bucketOfSet: string): Bring {
  if (s3?.bucket !== bucketOfSet)
    throw new Error(`the files of this set are versions in the bucket ${bucketOfSet}, which S3_BUCKET must name`);
  const bucket = openBucket(s3);
  return async (name, { versionId, sizeBytes }) => {
    if ((await bucket.sizeOf(name)) === sizeBytes) return false;
    await bucket.bringBack(name, versionId ?? '');
    return true;
  };
}
