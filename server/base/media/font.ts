/** Typefaces as WOFF2 (https://www.w3.org/TR/WOFF2/, read 2026-11-25), judged before anything is drawn with them. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);
const headerBytes = 48;
/** The most that the tables of a face may unfold to; the largest of Chinese have some 20 MB. */
const mostUnfolded = 40_000_000;
const flavors: readonly number[] = [0x00010000, 0x4f54544f];
/** The known tags that stand for glyf and loca, whose transform is on where its number is 0. */
const glyphTables: readonly number[] = [10, 11];

/** Whether a WOFF2 file holds one face, whole: its parts are as long as it says, and unfold to what it promises. */
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

/** Where the directory of tables ends, and how many bytes the tables have together. Throws where it is cut off. */
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
