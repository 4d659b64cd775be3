import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const day = 86_400_000;

/** Removes leftovers of killed processes in a folder of temporary files: files and folders unchanged for a day. */
export async function removeStale(dir: string, now: Date): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const left = await stat(path).catch(() => null); // another process removed it first
    if (left !== null && left.mtimeMs < now.getTime() - day) await rm(path, { recursive: true, force: true });
  }
}
