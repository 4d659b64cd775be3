/** Free space on the disk, in the bucket and in the database's storage: recognising its errors, and measuring it. */
import { statfs } from 'node:fs/promises';

/** Storing failed for lack of space; for sources without an error code of their own. */
export class NoRoom extends Error {}

/**
 * A full disk, a used up quota of a disk, and PostgreSQL's `disk_full`. Source: errno(3); PostgreSQL 18, appendix A.
 */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error means that there was no space to store something. */
export function isNoRoom(error: unknown): boolean {
  if (error instanceof NoRoom) return true;
  return (
    error instanceof Error &&
    (('code' in error && typeof error.code === 'string' && codes.has(error.code)) || isNoRoom(error.cause))
  );
}

/** The messages of programs and libraries that pass on the system's words. */
export const saysNoRoom = (text: string): boolean => /no space left on device|disk quota exceeded/i.test(text);

/** Less than one large upload needs, which is briefly here twice: as received and as stored. */
const leastBytes = 50_000_000;

const longestMs = 60_000;

/** The state of the free space, for the operator of this server. */
export type RoomWatch = {
  /** Records that something could not be stored: the disk, the bucket or the database has no space. */
  ranOut(): void;
  /** Whether no lack of space occurred for a minute, and the folder has enough for uploads. */
  isLeft(): Promise<boolean>;
};

/** Watches the free space of a folder, and the recorded failures of the others. */
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
