/** Joins the pieces of an upload. */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../../base/handlers.ts';

/** The file on this machine until it is disposed of. */
export type Whole = { path: string; sizeBytes: number } & AsyncDisposable;

/**
 * Writes stored pieces one after the other into a file on this machine; null if they do not match the announcement, or
 * if one is no longer stored.
 */
export async function putTogether(
  { config, storage }: Services,
  { names, sizeBytes, sha256 }: { names: readonly string[]; sizeBytes: number; sha256: Buffer },
): Promise<Whole | null> {
  const folder = join(config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomBytes(16).toString('hex'));
  const remove = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  async function* all(): AsyncGenerator<Buffer> {
    for (const name of names) {
      const piece = await storage.open(name);
      if (piece === null) return;
      for await (const chunk of piece.body) {
        if (!Buffer.isBuffer(chunk)) throw new Error('a stored piece came decoded');
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
  }
  try {
    await pipeline(Readable.from(all()), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  if (bytes === sizeBytes && hash.digest().equals(sha256))
    return { path, sizeBytes: bytes, [Symbol.asyncDispose]: remove };
  await remove();
  return null;
}
