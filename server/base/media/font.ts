/** Fonts as WOFF2 (https://www.w3.org/TR/WOFF2/, read 2026-11-25), checked before anything is drawn with them. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);
const headerBytes = 48;
/** The maximum size of a font's decompressed tables in bytes; the largest Chinese fonts have some 20 MB. */
const mostUnfolded = 40_000_000;
const flavors: readonly number[] = [0x00010000, 0x4f54544f];
/** The tag numbers of glyf and loca, which are transformed if their transform number is 0. */
const glyphTables: readonly number[] = [10, 11];

/** Whether a file is one complete WOFF2 font: its parts have the stated lengths, and decompress to the stated size. */
export async function isWholeFont(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') return false;
  if (!flavors.includes(bytes.readUInt32BE(4)) || bytes.readUInt32BE(8) !== bytes.length) return false;
  try {
    const { end, unfolded } = tablesOf(bytes);
    if (unfolded === 0 || unfolded > mostUnfolded) return false;
    const data = bytes.subarray(end, end + bytes.readUInt32BE(20));
    return (await decompress(data, { maxOutputLength: mostUnfolded })).length === unfolded;
  } catch {
    return false; // the directory or the data ends in the middle
  }
}

/**
 * The end of the table directory, and the total size of the tables in bytes. Throws a RangeError if the directory is
 * cut off.
 */
function tablesOf(bytes: Buffer): { end: number; unfolded: number } {
  let at = headerBytes;
  let unfolded = 0;
  for (let table = bytes.readUInt16BE(12); table > 0; table -= 1) {
    const flags = bytes.readUInt8(at);
    at += (flags & 0x3f) === 0x3f ? 5 : 1;
    const length = numberAt(bytes, at);
    at = length.end;
    const isTransformed = glyphTables.includes(flags & 0x3f) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const stored = isTransformed ? numberAt(bytes, at) : length;
    at = stored.end;
    unfolded += stored.value;
  }
  return { end: at, unfolded };
}

/** A number in groups of seven bits, the highest first. */
function numberAt(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < from + 5; at += 1) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  throw new RangeError('a number of more than 32 bits');
}
