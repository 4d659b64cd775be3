/**
 * Locks between processes. A lock ends with its process, however that ends; a crash of the database does not affect it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';

/** A lock of this process on a file. It may be released twice. */
export type FileLock = { release(): void };

/** The mode of a lock: many processes may share it, or one holds it exclusively. */
export type LockMode = 'shared' | 'exclusive';

/** NOTE closed with its database, and an unreferenced database is closed by the garbage collector. */
const held = new Set<DatabaseSync>();

/**
 * Two processes that request an exclusive lock at the same instant may block each other; SQLite's own wait of a few
 * milliseconds lets one of them through.
 */
const tieMilliseconds = 10;

/**
 * Locks `file` (created if missing, never written); null if another process holds it. It uses SQLite, whose locks are
 * the operating system's own on every system (https://www.sqlite.org/lockingv3.html, read 2026-11-22): so no stale lock
 * stays behind, as it would with a file of process ids or a socket. Throws an error of one line if the file cannot be
 * locked.
 */
export function tryLock(file: string, mode: LockMode): FileLock | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: tieMilliseconds });
    database.exec('pragma journal_mode = memory');
    database.exec(mode === 'exclusive' ? 'begin exclusive' : 'begin; select name from sqlite_schema');
  } catch (error) {
    if (database?.isOpen === true) database.close();
    if (isBusy(error)) return null;
    throw new Error(`cannot lock ${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const locked = database;
  held.add(locked);
  return {
    release: () => {
      if (held.delete(locked)) locked.close();
    },
  };
}

/** Waits for the lock; throws an error of one line after `seconds`. */
export async function waitForLock(
  file: string,
  { mode, seconds }: { mode: LockMode; seconds: number },
): Promise<FileLock> {
  for (const deadline = Date.now() + seconds * 1000; ;) {
    const lock = tryLock(file, mode);
    if (lock !== null) return lock;
    if (Date.now() > deadline) throw new Error(`${file} is locked by another process for more than ${seconds} s`);
    await sleep(50);
  }
}

/**
 * SQLITE_BUSY and its extended codes, which have it in their low byte (https://www.sqlite.org/rescode.html, read
 * 2026-11-22).
 */
function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' && code % 256 === 5;
}
