/** A folder as a repository for backups. Symbolic links below it are not followed: a set may come from anywhere. */
import { randomBytes } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plainPath, type Repository } from './repository.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Only the operator's user may read what a backup holds. */
const [fileMode, folderMode] = [0o600, 0o700];

/** Opens a folder, which the first file creates. */
export function openFolder(root: string): Repository {
  const pathOf = (name: string): string => join(root, ...plainPath(name).split('/'));
  const refuseLinks = async (folder: string): Promise<void> => {
    const [real, top] = await Promise.all([realpath(folder), realpath(root)]);
    if (real !== top && real !== join(top, folder.slice(root.length)))
      throw new Error(`${folder.slice(root.length + 1)} in ${root} is a symbolic link`);
  };
  return {
    title: root,
    async put(name, body, sizeBytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: folderMode });
      await refuseLinks(dirname(path));
      const unfinished = join(dirname(path), `.unfinished-${randomBytes(8).toString('hex')}`);
      try {
        const target = createWriteStream(unfinished, { flush: true, mode: fileMode, flags: 'wx' });
        await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, target);
        if (target.bytesWritten !== sizeBytes)
          throw new Error(`a file of the backup has ${target.bytesWritten} bytes instead of ${sizeBytes}`);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async open(name) {
      const path = pathOf(name);
      try {
        await refuseLinks(dirname(path));
        const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
        const { size } = await file.stat();
        return { body: createReadStream('', { fd: file }), sizeBytes: size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    list: (folder) => walk(root, folder === '' ? '' : plainPath(folder)),
    async delete(name) {
      const path = pathOf(name);
      await refuseLinks(dirname(path)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      await rm(path, { force: true });
      // Fails, rightly, while the folder has other files.
      await rmdir(dirname(path)).catch(() => {});
    },
  };
}

async function* walk(root: string, folder: string): AsyncGenerator<{ name: string; sizeBytes: number }> {
  let entries;
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}${sep}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, name);
    if (!entry.isFile()) continue;
    try {
      await using file = await open(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      yield { name: name.replaceAll(sep, '/'), sizeBytes: (await file.stat()).size };
    } catch (error) {
      if (!isMissing(error)) throw error; // deleted meanwhile
    }
  }
}
