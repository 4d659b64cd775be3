/** Where the journal's segments are: a folder of the data directory, or the bucket's prefix `journal/`. */
export type JournalStore = {
  /** Appends to a segment that only this process writes; resolves when the bytes are durable. */
  append(segment: string, text: string): Promise<void>;
  /** The names of all processes' segments. */
  list(): Promise<string[]>;
  /** The text of a segment; '' if it was removed meanwhile. */
  read(segment: string): Promise<string>;
  remove(segment: string): Promise<void>;
  /** Releases what a finished segment needed. */
  finish(segment: string): Promise<void>;
  /** Bytes after which a segment is finished. */
  segmentBytes: number;
};
