import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** A stored file to send. Its bytes are streamed; nothing holds the whole file in memory. */
export type OutboundFile = {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** A stream of the bytes from the start; may be called again for a repeated attempt. */
  open(): Promise<NodeJS.ReadableStream>;
};

/** A file on the disk, with its current length; throws if it does not exist. */
export async function diskFile(
  path: string,
  { contentType, fileName = basename(path) }: { contentType: string; fileName?: string },
): Promise<OutboundFile> {
  const { size } = await stat(path);
  return { fileName, contentType, sizeBytes: size, open: async () => createReadStream(path) };
}

/** The bytes of a file in chunks; throws if there are more or fewer than stated, so that no damaged file is sent. */
export async function* fileBytes(file: OutboundFile): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of await file.open()) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    read += bytes.byteLength;
    if (read > file.sizeBytes) break;
    yield bytes;
  }
  if (read !== file.sizeBytes) throw new Error('The stored file is not as long as it should be');
}
