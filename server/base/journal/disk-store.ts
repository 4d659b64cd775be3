import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalStore } from './store.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Segments as files of `<dataDir>/journal/`. */
export function diskStore(dataDir: string): JournalStore {
  const folder = join(dataDir, 'journal');
  const opened = new Map<string, FileHandle>();

  const fileOf = async (segment: string): Promise<FileHandle> => {
    const known = opened.get(segment);
    if (known !== undefined) return known;
    await mkdir(folder, { recursive: true });
    const file = await open(join(folder, segment), 'a', 0o640);
    opened.set(segment, file);
    // The name of a file that survives a power cut is in its folder, which must be on the disk, too.
    const directory = await open(folder, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
    return file;
  };

  return {
    append: async (segment, text) => {
      const file = await fileOf(segment);
      await file.appendFile(text);
      await file.datasync();
    },
    list: async () => {
      try {
        return await readdir(folder);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    read: async (segment) => {
      try {
        return await readFile(join(folder, segment), 'utf8');
      } catch (error) {
        if (isMissing(error)) return '';
        throw error;
      }
    },
    remove: (segment) => rm(join(folder, segment), { force: true }),
    finish: async (segment) => {
      const file = opened.get(segment);
      opened.delete(segment);
      await file?.close();
    },
    segmentBytes: 1_000_000,
  };
}
