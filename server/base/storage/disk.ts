import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSafeName, type Body, type Storage } from './storage.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const mode = 0o640;

/** Writes a file and waits until it is on the disk; returns its size. */
async function write(body: Body, path: string): Promise<number> {
  if ('path' in body && !(body instanceof Readable)) {
    await copyFile(body.path, path);
    await using copy = await open(path, 'r+');
    await copy.chmod(mode);
    await copy.sync();
    return (await copy.stat()).size;
  }
  const target = createWriteStream(path, { flush: true, mode });
  await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, target);
  return target.bytesWritten;
}

/**
 * While this folder exists, a backup runs: deleted files are moved there, so that it still finds every file of the rows
 * that it has read. It deletes the folder at its end.
 */
export const heldFolder = (dataDir: string): string => join(dataDir, 'files-held');

/**
 * Storage in `<dataDir>/files/<two letters>/<name>`. Writes are atomic: the bytes are on the disk before the object
 * gets its name. `sizeBytes` of an opened object is the size of the whole object.
 */
export function openDiskStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files');
  const folderOf = (name: string): string => {
    if (!isSafeName(name)) throw new Error('a stored file has an unusable name');
    return join(root, name.slice(0, 2).toLowerCase());
  };
  return {
    async put(name, body, { sizeBytes }) {
      const folder = folderOf(name);
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `.unfinished-${randomBytes(8).toString('hex')}`);
      try {
        const written = await write(body, unfinished);
        if (written !== sizeBytes) throw new Error(`a stored file has ${written} bytes instead of ${sizeBytes}`);
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async open(name, range) {
      if (!isSafeName(name)) return null;
      try {
        const file = await open(join(folderOf(name), name));
        const { size } = await file.stat();
        return { body: createReadStream('', { fd: file, ...range }), sizeBytes: size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(name) {
      const path = join(folderOf(name), name);
      try {
        await rename(path, join(heldFolder(dataDir), name));
      } catch (error) {
        if (!isMissing(error)) throw error;
        await rm(path, { force: true });
      }
    },
  };
}
