/** Where backups are kept: a folder, or a bucket. */
import type { Readable } from 'node:stream';

/** A repository for backups. Names are paths of plain segments ('a/b-1.zst'); others are refused. */
export type Repository = {
  /** For the operator: '/var/backups', 's3://bucket/prefix'; never with a key. */
  title: string;
  /** Stores bytes under a name, atomically; throws if the body has another length. */
  put(name: string, body: Readable | Buffer, sizeBytes: number): Promise<void>;
  open(name: string): Promise<{ body: Readable; sizeBytes: number } | null>;
  /** The names below a folder ('' for all), in no order. */
  list(folder: string): AsyncGenerator<{ name: string; sizeBytes: number }>;
  delete(name: string): Promise<void>;
};

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a name stays below its repository: no absolute path, no '..', no hidden file. */
export const isPlainPath = (name: string): boolean =>
  name.split('/').every((part) => segment.test(part) && !part.includes('..'));

/** Returns the name; throws if it could leave its repository. */
export function plainPath(name: string): string {
  if (!isPlainPath(name)) throw new Error('a file of the backup has an unusable name');
  return name;
}
