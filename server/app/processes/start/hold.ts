import { join } from 'node:path';
import { tryLock, type FileLock } from '#db/file-lock.ts';

/**
 * Locks the data directory for this `npm start`, until released or until this process has ended in any way; null if
 * another process has it.
 */
export const holdDataDir = (dataDir: string): FileLock | null => tryLock(join(dataDir, 'start.lock'), 'exclusive');
