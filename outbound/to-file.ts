/** Reads an answer into a file, with one chunk in memory at a time. */

import { open, rm, type FileHandle } from 'node:fs/promises';
import { decoderOf } from './decoding.ts';
import { OutboundFailure } from './failures.ts';
import { checkLength } from './limits.ts';
import type { Head, Sink } from './sinks.ts';

/** The body of an answer: a file for a success, the text of anything else. */
export type Stored = { kind: 'file'; sizeBytes: number } | { kind: 'text'; text: string };

/**
 * Creates the file `path`, which must not exist, and lets `read` fill it. The file stays only if `read` returns one: a
 * failed or unsuccessful answer leaves no file.
 */
export async function intoFile<Result>(
  path: string,
  read: (file: FileHandle) => Promise<{ result: Result; isFile: boolean }>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o640);
  let isKept = false;
  try {
    const { result, isFile } = await read(file);
    isKept = isFile;
    return result;
  } finally {
    await file.close();
    if (!isKept) await rm(path, { force: true });
  }
}

/** Writes a body to an open file, decompressed, and refuses it at the first byte beyond `maxBytes`. */
export function fileSink({ headers }: Head, { file, maxBytes }: { file: FileHandle; maxBytes: number }): Sink<Stored> {
  const decoder = decoderOf(headers['content-encoding']);
  const written = writeAll(decoder, file, maxBytes);
  written.catch(() => undefined); // `write` and `end` report it
  return {
    write(chunk) {
      checkLength(headers, maxBytes);
      if (decoder.write(chunk)) return null;
      const drained = new Promise<void>((done) => {
        decoder.once('drain', done);
      });
      return Promise.race([drained, written.then(() => undefined)]);
    },
    async end() {
      decoder.end();
      return { kind: 'file', sizeBytes: await written };
    },
    async drop() {
      decoder.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function writeAll(decoder: ReturnType<typeof decoderOf>, file: FileHandle, maxBytes: number): Promise<number> {
  let sizeBytes = 0;
  for await (const chunk of readable(decoder)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new OutboundFailure('REPLY_TOO_LARGE');
    await file.writeFile(chunk);
  }
  return sizeBytes;
}

/** The chunks of a decoder; undecodable bytes make the answer unreadable. */
async function* readable(decoder: ReturnType<typeof decoderOf>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of decoder) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } catch (error) {
    throw error instanceof OutboundFailure ? error : new OutboundFailure('UNREADABLE', error);
  }
}
