/** The destination of an answer's body: memory, as text or bytes. Files have a sink of their own (to-file.ts). */

import { decodeBytes } from './decoding.ts';
import { OutboundFailure } from './failures.ts';
import { checkLength } from './limits.ts';

/**
 * The head of an answer. Header names are lower case, several of a name joined by commas; `url` is the final address.
 */
export type Head = { status: number; headers: Readonly<Record<string, string>>; url: URL };

/**
 * Receives the body of one answer. An `OutboundFailure` from it makes the answer unreadable; any other error is our
 * bug.
 */
export type Sink<Value> = {
  /** Null if the next chunk may come at once, otherwise a promise that resolves when it may. */
  write(chunk: Buffer): Promise<void> | null;
  end(): Promise<Value>;
  /** The answer failed: releases everything. */
  drop(): Promise<void>;
};

/** Keeps up to `maxBytes` in memory, before and after decompression. */
export function bytesSink({ headers }: Head, maxBytes: number): Sink<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  return {
    write(chunk) {
      checkLength(headers, maxBytes);
      received += chunk.byteLength;
      if (received > maxBytes) throw new OutboundFailure('REPLY_TOO_LARGE');
      chunks.push(chunk);
      return null;
    },
    end: async () => decodeBytes(Buffer.concat(chunks), headers['content-encoding'], maxBytes),
    async drop() {
      chunks.length = 0;
    },
  };
}

/** The same as text in UTF-8. */
export function textSink(head: Head, maxBytes: number): Sink<string> {
  const sink = bytesSink(head, maxBytes);
  return { ...sink, end: async () => (await sink.end()).toString('utf8') };
}
