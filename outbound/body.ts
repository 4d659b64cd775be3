/** The body of a request. */

import { fileBytes, type OutboundFile } from './files.ts';

/**
 * Bytes in memory, or a stream. With `sizeBytes` it is sent with a content-length, without (null) in chunks; `chunks`
 * is called once for each request.
 */
export type Body =
  | { kind: 'bytes'; contentType: string; bytes: Buffer }
  | { kind: 'readable'; contentType: string; sizeBytes: number | null; chunks(): AsyncIterable<Uint8Array> };

/** Fields as a form. */
export const formBody = (fields: Readonly<Record<string, string>>): Body => ({
  kind: 'bytes',
  contentType: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(new URLSearchParams(fields).toString()),
});

/** A value as JSON. */
export const jsonBody = (value: unknown): Body => ({
  kind: 'bytes',
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
});

/** A file as it is, streamed with its length. */
export const fileBody = (file: OutboundFile): Body => ({
  kind: 'readable',
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  chunks: () => fileBytes(file),
});
