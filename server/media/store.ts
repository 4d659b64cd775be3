import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { newFileName } from './names.ts';
import type { Storage } from '../storage.ts';

/** A file that passed: what to store, and what is known of it. A video's bytes stay on disk, its thumbnail comes later. */
export type JudgedFile = {
  kind: 'image' | 'video';
  extension: 'jpg' | 'png' | 'mp4';
  contentType: string;
  body: { path: string } | { bytes: Buffer };
  sizeBytes: number;
  sha256: Buffer;
  width: number;
  height: number;
  durationMs: number | null;
  thumbnail: Buffer | null;
};

/** The generated names under which a judged file and its thumbnail are stored. */
export type StoredNames = { name: string; thumbnailName: string | null };

/** Puts a judged file, and its thumbnail where there is one, into storage. Nothing stays behind when it fails. */
export async function storeFile(storage: Storage, file: JudgedFile): Promise<StoredNames> {
  const names = { name: newFileName(file.extension), thumbnailName: file.thumbnail === null ? null : newFileName('webp') };
  try {
    const body = 'path' in file.body ? createReadStream(file.body.path) : file.body.bytes;
    await storage.put(names.name, body, { contentType: file.contentType, sizeBytes: file.sizeBytes });
    if (file.thumbnail !== null && names.thumbnailName !== null) {
      await storage.put(names.thumbnailName, file.thumbnail, { contentType: 'image/webp', sizeBytes: file.thumbnail.length });
    }
    return names;
  } catch (error) {
    await dropFile(storage, names);
    throw error;
  }
}

/** The bytes of a stored file; null where it is not there any more. Only for pictures, which fit into memory. */
export async function storedBytes(storage: Storage, name: string): Promise<Buffer | null> {
  const stored = await storage.open(name);
  return stored === null ? null : buffer(stored.body);
}

/** The fingerprint of a file on disk, which never lies in memory as a whole. */
export async function sha256Of(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/** Removes a stored file that no row speaks of. */
export async function dropFile(storage: Storage, { name, thumbnailName }: StoredNames): Promise<void> {
  await storage.delete(name);
  if (thumbnailName !== null) await storage.delete(thumbnailName);
}
