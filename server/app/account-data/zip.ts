import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import yazl from 'yazl';

/** Compression does not shrink shorter texts. */
const leastToCompress = 200;

/**
 * A ZIP being written, entry by entry in the order of the calls; each resolves when its bytes are consumed; a short
 * text in memory resolves at once.
 */
export type ZipWriter = {
  /** Adds a text, in memory or in chunks, compressed. */
  addText(name: string, text: string | AsyncIterable<string>): Promise<void>;
  /** Adds already compressed bytes (pictures, videos) unchanged. */
  addBytes(name: string, body: Readable, changedAt: Date): Promise<void>;
  /** Writes the list of entries; answers the size of the file. */
  end(): Promise<number>;
};

/**
 * Streams a ZIP into a file: only the current chunk of an entry and the names of all entries are in memory. Entries and
 * files beyond 4 GB and more than 65,535 entries are written in the ZIP64 format. `signal` aborts it.
 */
export function openZip(path: string, { now, signal }: { now: Date; signal: AbortSignal }): ZipWriter {
  const zip = new yazl.ZipFile();
  const target = createWriteStream(path, { mode: 0o600 });
  // A failure of the file fails the current entry, which is awaited; without one, `end` reports it.
  const broken = new AbortController();
  const written = pipeline(zip.outputStream, target, { signal });
  written.catch((error: unknown) => {
    broken.abort(error);
  });
  zip.on('error', (error: unknown) => {
    broken.abort(error);
  });

  const retired = retire(zip);
  const add = async (name: string, body: Readable, options: Partial<yazl.ReadStreamOptions>): Promise<void> => {
    broken.signal.throwIfAborted();
    // NOTE yazl ignores a failed stream and would wait for its end forever.
    const taken = finished(body, { writable: false, signal: broken.signal });
    zip.addReadStream(body, name, options);
    try {
      await taken;
    } catch (error) {
      body.destroy();
      throw broken.signal.aborted ? broken.signal.reason : error;
    }
    retired.take();
  };
  return {
    addText: async (name, text) => {
      if (typeof text !== 'string') return add(name, Readable.from(text), { mtime: now });
      broken.signal.throwIfAborted();
      // A stream for each short text would cost 0.3 ms.
      zip.addBuffer(Buffer.from(text), name, { mtime: now, compress: text.length > leastToCompress });
      await nextTurn();
      retired.take();
      if (target.writableNeedDrain) await once(target, 'drain', { signal: broken.signal });
    },
    addBytes: (name, body, changedAt) => add(name, body, { mtime: changedAt, compress: false }),
    end: async () => {
      while (!retired.takeAll()) await nextTurn(undefined, { signal: broken.signal });
      retired.giveBack();
      zip.end();
      await written;
      return target.bytesWritten;
    },
  };
}

const done = 3;

/**
 * Hides written entries from yazl until the end, where they are listed. NOTE yazl looks through all entries before each
 * one: 66,000 of them took 21 s of CPU, 200,000 would take minutes.
 */
function retire(zip: yazl.ZipFile): { take(): void; takeAll(): boolean; giveBack(): void } {
  if (!('entries' in zip) || !Array.isArray(zip.entries)) throw new Error('yazl keeps its entries elsewhere');
  const live: unknown[] = zip.entries;
  const written: unknown[] = [];
  const take = (): void => {
    while (isDone(live[0])) written.push(live.shift());
  };
  return {
    take,
    takeAll: () => {
      take();
      return live.length === 0;
    },
    giveBack: () => {
      for (const entry of written) live.push(entry);
    },
  };
}

const isDone = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'state' in entry && entry.state === done;
