import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import yazl from 'yazl';

/** Shorter texts do not get shorter by being compressed. */
const leastToCompress = 200;

/**
 * A ZIP being written, entry by entry in the order of the calls; each resolves when its bytes have been taken; a short
 * text in hand at once.
 */
export type ZipWriter = {
  /** A text, in hand or in pieces, compressed. */
  addText(name: string, text: string | AsyncIterable<string>): Promise<void>;
  /** Bytes that are compressed already (pictures, videos), as they are. */
  addBytes(name: string, body: Readable, changedAt: Date): Promise<void>;
  /** Writes the list of entries; answers the size of the whole. */
  end(): Promise<number>;
};

/**
 * Writes a ZIP into a file, streaming: of an entry only the piece under way is in memory, of all entries their names.
 * Entries and files beyond 4 GB and more than 65,535 entries are written in the ZIP64 format. `signal` breaks it off.
 */
export function openZip(path: string, { now, signal }: { now: Date; signal: AbortSignal }): ZipWriter {
  const zip = new yazl.ZipFile();
  const target = createWriteStream(path, { mode: 0o600 });
  // What breaks the file breaks the entry under way, which is waited for; an end without one is told at `end`.
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
    // NOTE yazl leaves a stream that fails where it is, and would wait for its end forever.
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
      // A stream for each of them would cost 0.3 ms.
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
 * Keeps entries that are written out of yazl's sight until the end, where they are listed.
 * NOTE yazl looks through all entries before each one: 66,000 of them took 21 s of CPU, 200,000 would take minutes.
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
