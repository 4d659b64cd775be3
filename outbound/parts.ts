import { Readable } from 'node:stream';
import { fileBytes, type OutboundFile } from './files.ts';

/** Yields a file piece by piece, each read to its end before the next; only the current chunk is in memory. */
export type Parts = { next(sizeBytes: number): AsyncIterable<Uint8Array>; close(): Promise<void> };

/** Opens a file once for all its pieces. Reading throws if the file is not as long as stated. */
export function partsOf(file: OutboundFile): Parts {
  const chunks = fileBytes(file);
  let left: Uint8Array = new Uint8Array(0);
  async function* next(sizeBytes: number): AsyncGenerator<Uint8Array> {
    for (let given = 0; given < sizeBytes;) {
      if (left.byteLength === 0) {
        const chunk = await chunks.next();
        if (chunk.done === true) throw new Error('The stored file is not as long as it should be');
        left = chunk.value;
      }
      const piece = left.subarray(0, sizeBytes - given);
      left = left.subarray(piece.byteLength);
      given += piece.byteLength;
      yield piece;
    }
  }
  return {
    next,
    async close() {
      await chunks.return(undefined);
    },
  };
}

/** One piece as a file of its own, for forms; it can be read once. */
export const partAsFile = (
  { fileName, contentType }: OutboundFile,
  { chunks, sizeBytes }: { chunks: AsyncIterable<Uint8Array>; sizeBytes: number },
): OutboundFile => ({
  fileName,
  contentType,
  sizeBytes,
  open: async () => Readable.from(chunks, { objectMode: false }),
});
