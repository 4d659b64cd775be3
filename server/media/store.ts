import { createReadStream } from 'node:fs';
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

/** Removes a stored file that no row speaks of. */
export async function dropFile(storage: Storage, { name, thumbnailName }: StoredNames): Promise<void> {
  await storage.delete(name);
  if (thumbnailName !== null) await storage.delete(thumbnailName);
}
