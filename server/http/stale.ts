import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const day = 86_400_000;

/**
 * Removes what a process killed in the middle of its work left in a folder for passing files: files and folders that
 * nothing was put into for a day.
 */
export async function removeStale(dir: string, now: Date): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const left = await stat(path).catch(() => null); // somebody else was quicker
    if (left !== null && left.mtimeMs < now.getTime() - day) await rm(path, { recursive: true, force: true });
  }
}
