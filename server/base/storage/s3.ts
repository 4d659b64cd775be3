import { openBucket, type BucketSettings } from './bucket.ts';
import { deleteOrHold } from './hold.ts';
import { NoRoom } from './room.ts';
import { isSafeName, StorageAway, type Storage } from './storage.ts';

/** The result of a request to the bucket; any failure but a full bucket is that our storage is away. */
async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof NoRoom) throw error;
    throw new StorageAway(`our storage: ${error instanceof Error ? error.message : 'no answer'}`, { cause: error });
  }
}

/** Storage in an S3-compatible bucket. */
export function openS3Storage(settings: BucketSettings): Storage {
  const bucket = openBucket(settings);
  const safe = (name: string): string => {
    if (!isSafeName(name)) throw new Error('a stored file has an unusable name');
    return name;
  };
  return {
    put: async (name, body, meta) => answered(bucket.put(safe(name), body, meta)),
    open: async (name, range) => (isSafeName(name) ? answered(bucket.open(name, range)) : null),
    delete: async (name) => answered(deleteOrHold(bucket, safe(name))),
  };
}
