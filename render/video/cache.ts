/** Pieces cached between renders, in a folder that several renders may share. */
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A cache of pieces by their keys. */
export class PieceCache {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Links a cached piece to `path`; false if there is none. It counts as used now, and stays at `path` if the cache
   * evicts it.
   */
  async take(key: string, path: string): Promise<boolean> {
    const kept = this.#pathOf(key);
    try {
      const now = new Date();
      await utimes(kept, now, now);
      await linkOrCopy(kept, path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Caches the piece at `path`, atomically. */
  async put(key: string, path: string): Promise<void> {
    const kept = this.#pathOf(key);
    await mkdir(join(kept, '..'), { recursive: true });
    const fresh = `${kept}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    try {
      await linkOrCopy(path, fresh);
      await rename(fresh, kept);
    } finally {
      await rm(fresh, { force: true });
    }
  }

  /** Evicts the least recently used pieces until at most `maxBytes` are left. */
  async prune(maxBytes: number): Promise<void> {
    const pieces = await this.#all();
    let total = pieces.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of pieces.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= maxBytes) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  async #all(): Promise<{ path: string; size: number; usedAt: number }[]> {
    const entries = await readdir(this.#dir, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const known = await Promise.all(
      files.map(async (path) => {
        // Another render may evict it at this moment.
        const facts = await stat(path).catch(() => null);
        return facts === null ? [] : [{ path, size: facts.size, usedAt: facts.mtimeMs }];
      }),
    );
    return known.flat();
  }

  #pathOf(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.mp4`);
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) throw error;
    await copyFile(from, to); // another file system, or one without links
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
