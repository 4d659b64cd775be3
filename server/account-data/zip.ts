import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** A ZIP being written, entry by entry in the order of the calls; each resolves when its bytes have been taken. */
export type ZipWriter = {
  /** A text in pieces, compressed. */
  addText(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Bytes that are compressed already (pictures, videos), as they are. */
  addBytes(name: string, body: Readable, changedAt: Date): Promise<void>;
  /** Writes the list of entries; answers the size of the whole. */
  end(): Promise<number>;
};

/**
 * Writes a ZIP into a file, streaming: of an entry only the piece under way is in memory, of all entries their names. Entries
 * and files beyond 4 GB and more than 65,535 entries are written in the ZIP64 format. `signal` breaks it off.
 */
export function openZip(path: string, { now, signal }: { now: Date; signal: AbortSignal }): ZipWriter {
  const zip = new yazl.ZipFile();
  const target = createWriteStream(path, { mode: 0o600 });
  // What breaks the file breaks the entry under way, which is waited for; an end without one is told at `end`.
  const broken = new AbortController();
  const written = pipeline(zip.outputStream, target, { signal });
  written.catch((error: unknown) => { broken.abort(error); });
  zip.on('error', (error: unknown) => { broken.abort(error); });

  const add = async (name: string, body: Readable, options: Partial<yazl.ReadStreamOptions>): Promise<void> => {
    broken.signal.throwIfAborted();
    // NOTE yazl leaves a stream that fails where it is, and would wait for its end forever.
    const taken = finished(body, { writable: false, signal: broken.signal });
    zip.addReadStream(body, name, options);
    try {
      await taken;
    } catch (error) {
      body.destroy();
      throw broken.signal.aborted ? broken.signal.reason : error;
    }
  };
  return {
    addText: (name, pieces) => add(name, Readable.from(pieces), { mtime: now }),
    addBytes: (name, body, changedAt) => add(name, body, { mtime: changedAt, compress: false }),
    end: async () => {
      zip.end();
      await written;
      return target.bytesWritten;
    },
  };
}
