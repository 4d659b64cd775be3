import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { newFileName } from './names.ts';
import type { SoundFacts } from './sound.ts';
import type { Storage } from '../storage/storage.ts';

/** An accepted file: its bytes and known facts. A video's bytes stay on disk, and its thumbnail is made later. */
export type JudgedFile = {
  kind: 'image' | 'video' | 'audio' | 'document' | 'font';
  extension: 'jpg' | 'png' | 'mp4' | 'mp3' | 'wav' | 'pdf' | 'woff2';
  contentType: string;
  body: { path: string } | { bytes: Buffer };
  sizeBytes: number;
  sha256: Buffer;
  /** Null for files without a picture. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbnail: Buffer | null;
  /** The measurements of a sound; left out for other kinds. */
  sound?: SoundFacts;
};

/** The generated names under which a judged file and its thumbnail are stored. */
export type StoredNames = { name: string; thumbnailName: string | null };

/** Stores an accepted file and its thumbnail, if it has one. A failure leaves nothing behind. */
export async function storeFile(storage: Storage, file: JudgedFile): Promise<StoredNames> {
  const names = {
    name: newFileName(file.extension),
    thumbnailName: file.thumbnail === null ? null : newFileName('webp'),
  };
  try {
    const body = 'path' in file.body ? file.body : file.body.bytes;
    await storage.put(names.name, body, { contentType: file.contentType, sizeBytes: file.sizeBytes });
    if (file.thumbnail !== null && names.thumbnailName !== null) {
      await storage.put(names.thumbnailName, file.thumbnail, {
        contentType: 'image/webp',
        sizeBytes: file.thumbnail.length,
      });
    }
    return names;
  } catch (error) {
    await dropFile(storage, names);
    throw error;
  }
}

/** The bytes of a stored file; null if it no longer exists. Only for pictures, which fit into memory. */
export async function storedBytes(storage: Storage, name: string): Promise<Buffer | null> {
  const stored = await storage.open(name);
  return stored === null ? null : buffer(stored.body);
}

/** The file is read from disk, so that waiting files take no memory. */
export async function bodyOf(path: string): Promise<Pick<JudgedFile, 'body' | 'sizeBytes' | 'sha256'>> {
  return { body: { path }, sizeBytes: (await stat(path)).size, sha256: await sha256Of(path) };
}

const readBytes = 256 * 1024;

/**
 * The SHA-256 of a file on disk, which is never in memory as a whole. NOTE it is read into one buffer: a stream
 * allocates one per chunk, and those are collected late, because they lie outside the heap.
 */
async function sha256Of(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await using file = await open(path);
  const piece = Buffer.allocUnsafeSlow(readBytes);
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, piece.length);
    if (bytesRead === 0) return hash.digest();
    hash.update(piece.subarray(0, bytesRead));
  }
}

/** Removes a stored file that has no row. */
export async function dropFile(storage: Storage, { name, thumbnailName }: StoredNames): Promise<void> {
  await storage.delete(name);
  if (thumbnailName !== null) await storage.delete(thumbnailName);
}
