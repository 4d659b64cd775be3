import type { Readable } from 'node:stream';

/** The content to store: bytes, or a source of bytes. */
export type Body = Readable | Buffer | { path: string };

/**
 * Stores the bytes of files: in a folder, or in an S3-compatible bucket. The product generates the names, never a
 * person.
 */
export type Storage = {
  /**
   * Stores the bytes under a name; a second put of the same name replaces them. A file on this disk is passed by its
   * path: the kernel then copies it into a folder without using this process's memory.
   */
  put(name: string, body: Body, meta: { contentType: string; sizeBytes: number }): Promise<void>;
  /** The bytes from `start` to `end` (both included), or all of them; null if there is no such object. */
  open(name: string, range?: { start: number; end?: number }): Promise<{ body: Readable; sizeBytes: number } | null>;
  delete(name: string): Promise<void>;
};

/** Our storage of files did not answer, or not as it should: neither a network nor a person is at fault. */
export class StorageAway extends Error {}

/** Whether an error, or a cause of it, is that our storage did not answer. */
export const isStorageAway = (error: unknown): boolean =>
  error instanceof StorageAway || (error instanceof Error && error.cause !== undefined && isStorageAway(error.cause));

/** Whether a name could be one that the product generates: it cannot leave a folder or name a hidden file. */
export const isSafeName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name) && !name.includes('..');
