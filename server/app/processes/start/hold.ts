import { join } from 'node:path';
import { tryLock, type FileLock } from '#db/file-lock.ts';

/**
 * Takes the data directory for this `npm start`, until released or until this process is gone, however it went; null if
 * another one has it.
 */
export const holdDataDir = (dataDir: string): FileLock | null => tryLock(join(dataDir, 'start.lock'), 'exclusive');
