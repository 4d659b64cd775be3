import { createHash } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sniff } from './sniff.ts';

/** A stored file. `name` is the file's name in the store: sha256 and the extension of its content. */
export type Media = {
  name: string;
  sha256: string;
  type: string;
  kind: 'image' | 'video' | 'file';
  sizeBytes: number;
  width: number;
  height: number;
  durationSeconds: number;
  /** The alt text it was posted with. */
  alt?: string;
};

/** The store of media files. A file is written once under its hash, atomically. */
export class MediaStore {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Stores the bytes and returns their format. Resolves once the file is on disk. */
  async keep(data: Buffer): Promise<Media> {
    const sha256 = createHash('sha256').update(data).digest('hex');
    const seen = sniff(data);
    const name = `${sha256}.${seen.extension}`;
    const path = join(this.dir, name);
    if (!(await exists(path))) {
      await mkdir(this.dir, { recursive: true });
      const part = `${path}.${process.hrtime.bigint()}.part`;
      await writeFile(part, data);
      await rename(part, path);
    }
    return {
      name,
      sha256,
      type: seen.type,
      kind: seen.kind,
      sizeBytes: data.length,
      width: seen.width,
      height: seen.height,
      durationSeconds: seen.durationSeconds,
    };
  }

  /** The file's path if the name is in the store's form, otherwise undefined (names never leave the folder). */
  path(name: string): string | undefined {
    return /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/.test(name) ? join(this.dir, name) : undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
