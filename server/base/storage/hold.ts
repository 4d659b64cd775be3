/** Holds deletions while a backup copies files, so that it finds each file of the rows that it has read. */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { Config } from '../settings/config.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { heldFolder } from './disk.ts';

/** The hold of one backup at a time. */
export type Hold = {
  begin(): Promise<void>;
  /** Deletes what was to be deleted meanwhile; also after a backup that died. */
  end(): Promise<void>;
  isHeld(): Promise<boolean>;
};

/** While this object exists, a backup copies the bucket. */
const markerKey = 'held/backup-runs';
/** Names an object that is to be deleted when the backup ends. */
const waitingPrefix = 'held/waiting/';

const empty = { contentType: 'application/octet-stream', sizeBytes: 0 };

/** The hold on the files of these settings. A bucket that keeps versions needs none: it keeps what is deleted. */
export const openHold = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Hold =>
  s3 === null ? holdOfFolder(heldFolder(dataDir)) : holdOfBucket(openBucket(s3));

const holdOfFolder = (folder: string): Hold => ({
  async begin() {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  },
  end: () => rm(folder, { recursive: true, force: true }),
  isHeld: () => Promise.resolve(existsSync(folder)),
});

const holdOfBucket = (bucket: Bucket): Hold => ({
  async begin() {
    if (!(await bucket.keepsVersions())) await bucket.put(markerKey, Buffer.alloc(0), empty);
  },
  async end() {
    await bucket.delete(markerKey);
    for await (const { key } of bucket.list(waitingPrefix)) {
      await deleteUnlessStoredAgain(bucket, key.slice(waitingPrefix.length), key);
      await bucket.delete(key);
    }
  },
  isHeld: async () => (await bucket.sizeOf(markerKey)) !== null,
});

/** An object that was stored again under its name after its deletion stays. */
async function deleteUnlessStoredAgain(bucket: Bucket, name: string, waiting: string): Promise<void> {
  const [object, since] = await Promise.all([bucket.storedAt(name), bucket.storedAt(waiting)]);
  if (object !== null && since !== null && object <= since) await bucket.delete(name);
}

/** Deletes an object, or notes that it is to be deleted if a backup copies the bucket. */
export async function deleteOrHold(bucket: Bucket, name: string): Promise<void> {
  if ((await bucket.sizeOf(markerKey)) === null) await bucket.delete(name);
  else await bucket.put(`${waitingPrefix}${name}`, Buffer.alloc(0), empty);
}
