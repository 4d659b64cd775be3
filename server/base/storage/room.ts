/** Free space on the disk, in the bucket and in the database's storage: recognises its errors and measures it. */
import { statfs } from 'node:fs/promises';

/** Storing failed for lack of space; for causes without an error code of their own. */
export class NoRoom extends Error {}

/** A full disk, an exhausted disk quota, and PostgreSQL's `disk_full`. Source: errno(3); PostgreSQL 18, appendix A. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error means that there was no space to store something. */
export function isNoRoom(error: unknown): boolean {
  if (error instanceof NoRoom) return true;
  return (
    error instanceof Error &&
    (('code' in error && typeof error.code === 'string' && codes.has(error.code)) || isNoRoom(error.cause))
  );
}

/** The messages of programs and libraries that pass on the text of the system error. */
export const saysNoRoom = (text: string): boolean => /no space left on device|disk quota exceeded/i.test(text);

/** Less than one large upload needs, which briefly exists twice: as received and as stored. */
const leastBytes = 50_000_000;

const longestMs = 60_000;

/** The state of the free space, for the operator of this server. */
export type RoomWatch = {
  /** Records that something could not be stored because the disk, the bucket or the database is full. */
  ranOut(): void;
  /** Whether storing has not failed for lack of space for a minute, and the folder has enough space for uploads. */
  isLeft(): Promise<boolean>;
};

/** Watches the free space of a folder, and the recorded failures of bucket and database. */
export function watchRoom({ dir, clock }: { dir: string; clock: () => Date }): RoomWatch {
  let ranOutAt = -Infinity;
  return {
    ranOut: () => {
      ranOutAt = clock().getTime();
    },
    isLeft: async () => clock().getTime() >= ranOutAt + longestMs && hasRoom(dir),
  };
}

async function hasRoom(dir: string): Promise<boolean> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(dir);
    return bavail * bsize >= leastBytes && (files === 0 || ffree > 0);
  } catch {
    return true; // the folder comes with its first file
  }
}
