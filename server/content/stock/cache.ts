/** A folder of limited size for files that are only viewed: the least recently used are deleted first. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder of limited size. `make` writes the file at the given path and returns null, or the reason why there is none.
 */
export type Cache = {
  /**
   * The path of the file called `name`, made if it does not exist or is older than `maxAgeSeconds` (null for any age).
   * Concurrent callers wait for the same file.
   */
  file<Refusal>(
    name: string,
    options: { maxAgeSeconds: number | null; make: (path: string) => Promise<Refusal | null> },
  ): Promise<{ path: string } | { refusal: Refusal }>;
};

const sweepEveryMs = 30_000;
/** Remains of an interrupted write are deleted after this time. */
const unfinishedMs = 600_000;
/** A full folder is reduced to this share of its limit. */
const keptShare = 0.8;

/** A cache in `dir`, which is created when it is needed. */
export function openCache({ dir, maxBytes }: { dir: string; maxBytes: number }): Cache {
  const underWay = new Map<string, Promise<unknown>>();
  const unfinished = new Set<string>();
  let sweptAt = 0;

  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < sweepEveryMs) return;
    sweptAt = Date.now();
    await removeOldest(dir, { maxBytes, unfinished });
  };
  const make = async <Refusal>(
    name: string,
    work: (path: string) => Promise<Refusal | null>,
  ): Promise<{ path: string } | { refusal: Refusal }> => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, name);
    const begun = `.unfinished-${randomBytes(8).toString('hex')}`;
    unfinished.add(begun);
    try {
      const refusal = await work(join(dir, begun));
      if (refusal !== null) return { refusal };
      await rename(join(dir, begun), path);
    } finally {
      await rm(join(dir, begun), { force: true });
      unfinished.delete(begun);
    }
    await sweep();
    return { path };
  };
  return {
    async file<Refusal>(
      name: string,
      options: { maxAgeSeconds: number | null; make: (path: string) => Promise<Refusal | null> },
    ) {
      const path = join(dir, name);
      for (;;) {
        if (await isThere(path, options.maxAgeSeconds)) return { path };
        const other = underWay.get(name);
        if (other === undefined) break;
        await other.catch(() => undefined); // the caller that makes it gets the error
      }
      const mine = make(name, options.make);
      underWay.set(name, mine);
      try {
        return await mine;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

async function isThere(path: string, maxAgeSeconds: number | null): Promise<boolean> {
  const found = await stat(path).catch(() => null); // not there, as most are
  if (found === null) return false;
  if (maxAgeSeconds !== null && Date.now() - found.mtimeMs > maxAgeSeconds * 1000) return false;
  // The access time records the last use; the modification time stays.
  await utimes(path, new Date(), found.mtime).catch(() => undefined);
  return true;
}

/** `unfinished` are the names of the files that this process is making, whatever their age by the clock. */
async function removeOldest(
  dir: string,
  { maxBytes, unfinished }: { maxBytes: number; unfinished: ReadonlySet<string> },
): Promise<void> {
  const names = await readdir(dir);
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(dir, name), name, facts: await stat(join(dir, name)).catch(() => null) })),
  );
  const living = files.flatMap(({ path, name, facts }) => (facts === null ? [] : [{ path, name, facts }]));
  const isDead = ({ name, facts }: (typeof living)[number]): boolean =>
    name.startsWith('.unfinished-') && !unfinished.has(name) && Date.now() - facts.mtimeMs > unfinishedMs;
  const done = living.filter((file) => !file.name.startsWith('.unfinished-'));
  let bytes = done.reduce((sum, { facts }) => sum + facts.size, 0);
  const tooMuch = bytes > maxBytes;
  const removed = done
    .toSorted((one, other) => one.facts.atimeMs - other.facts.atimeMs)
    .filter(({ facts }) => {
      if (!tooMuch || bytes <= maxBytes * keptShare) return false;
      bytes -= facts.size;
      return true;
    });
  for (const { path } of [...removed, ...living.filter(isDead)]) await rm(path, { force: true });
}
