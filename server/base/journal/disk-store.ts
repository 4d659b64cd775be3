import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalStore } from './store.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const sizeOf = async (file: FileHandle): Promise<number> => (await file.stat()).size;

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

  const listed = async (): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  /** Works on a segment; `missing` if it is gone. */
  const withFile = async <T>(segment: string, missing: T, work: (file: FileHandle) => Promise<T>): Promise<T> => {
    let file: FileHandle | undefined;
    try {
      file = await open(join(folder, segment), 'r');
      return await work(file);
    } catch (error) {
      if (isMissing(error)) return missing;
      throw error;
    } finally {
      await file?.close();
    }
  };

  return {
    append: async (segment, text) => {
      const file = await fileOf(segment);
      await file.appendFile(text);
      await file.datasync();
    },
    list: listed,
    sizes: async (from, process) => {
      const names = (await listed()).filter(
        (name) => name.startsWith('attempts-') && name >= from && !name.includes(process),
      );
      // Opened, because a folder of another machine may answer from memory until a file is opened.
      const sizes = names.map(async (name) => ({ name, bytes: await withFile(name, 0, async (file) => sizeOf(file)) }));
      return Promise.all(sizes);
    },
    read: (segment, fromByte = 0) =>
      withFile(segment, '', async (file) => {
        const bytes = Buffer.alloc(Math.max(0, (await sizeOf(file)) - fromByte));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, fromByte);
        return bytes.toString('utf8', 0, bytesRead);
      }),
    remove: (segment) => rm(join(folder, segment), { force: true }),
    finish: async (segment) => {
      const file = opened.get(segment);
      opened.delete(segment);
      await file?.close();
    },
    segmentBytes: 1_000_000,
  };
}
