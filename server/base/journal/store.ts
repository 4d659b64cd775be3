/** Where the journal's segments are: a folder of the data directory, or the bucket's prefix `journal/`. */
export type JournalStore = {
  /** Appends to a segment that only this process writes; resolves when the bytes are durable. */
  append(segment: string, text: string): Promise<void>;
  /** The names of all processes' segments. */
  list(): Promise<string[]>;
  /**
   * The segments of attempts whose names are at least `from`, as they are when it is called or later, without those of
   * the process that asks.
   */
  sizes(from: string, process: string): Promise<{ name: string; bytes: number }[]>;
  /** The text of a segment, from a byte on if that is given; '' if it was removed meanwhile. */
  read(segment: string, fromByte?: number): Promise<string>;
  remove(segment: string): Promise<void>;
  /** Releases what a finished segment needed. */
  finish(segment: string): Promise<void>;
  /** Bytes after which a segment is finished. */
  segmentBytes: number;
};
