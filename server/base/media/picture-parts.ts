/**
 * Reads a picture's parts without decoding it: where it ends, and whether it has metadata that the decoder does not
 * see.
 */
import { readFile, truncate, writeFile } from 'node:fs/promises';

/** The structure of a picture file. `endsAt` is the length of the picture in bytes; null if its end is missing. */
export type PictureParts = { endsAt: number | null; hasNotes: boolean };

/**
 * Cuts off bytes after a picture's end, such as another file. Returns whether there is metadata that decoding would not
 * find.
 */
export async function tidyPicture(path: string): Promise<{ hasNotes: boolean }> {
  const bytes = await readFile(path);
  const { endsAt, hasNotes } = partsOf(bytes);
  if (endsAt !== null && endsAt < bytes.length) await truncate(path, endsAt);
  return { hasNotes };
}

/**
 * The most bytes of compressed texts in a PNG that the decoder gets; unpacked, they are at most 17 MB. NOTE it unpacks
 * them with the header: 684 kB took 2.5 s of processor time and 1.4 GB.
 */
const mostPackedText = 16_384;

/** Takes the compressed texts out of a PNG that has more of them than the decoder may get. */
export async function dropPackedText(path: string): Promise<void> {
  const bytes = await readFile(path);
  const packed = packedTexts(bytes);
  if (packed.reduce((sum, { from, to }) => sum + to - from, 0) <= mostPackedText) return;
  const kept: Buffer[] = [];
  let at = 0;
  for (const { from, to } of packed) {
    kept.push(bytes.subarray(at, from));
    at = to;
  }
  await writeFile(path, Buffer.concat([...kept, bytes.subarray(at)]));
}

/** The compressed texts of a PNG. Source: PNG (Third Edition), 11.3.3, read 2026-11-27. */
function packedTexts(bytes: Buffer): { from: number; to: number }[] {
  if (bytes[0] !== 0x89) return [];
  const found: { from: number; to: number }[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const to = at + 12 + bytes.readUInt32BE(at);
    const keywordEnd = type === 'iTXt' ? bytes.indexOf(0, at + 8) : -1;
    if (type === 'zTXt' || (keywordEnd !== -1 && bytes[keywordEnd + 1] === 1)) found.push({ from: at, to });
    at = to;
  }
  return found;
}

/** The parts of a JPEG or PNG. */
export const partsOf = (bytes: Buffer): PictureParts =>
  bytes[0] === 0x89 ? pngParts(bytes) : { endsAt: jpegEnd(bytes), hasNotes: false };

const xmpKeyword = 'XML:com.adobe.xmp';

/**
 * A chunk is its length, four letters, the data and a checksum. The decoder finds metadata only before the pixels.
 * Source: PNG (Third Edition), 5.3 and 5.6, read 2026-11-22.
 */
function pngParts(bytes: Buffer): PictureParts {
  let hasNotes = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (
      type === 'eXIf' ||
      (type === 'iTXt' && bytes.toString('latin1', at + 8, at + 8 + xmpKeyword.length) === xmpKeyword)
    )
      hasNotes = true;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return { endsAt: Math.min(at, bytes.length), hasNotes };
  }
  return { endsAt: null, hasNotes };
}

const marker = { begin: 0xd8, end: 0xd9, scan: 0xda, restart: [0xd0, 0xd7] } as const;

/**
 * Segments carry their length; the pixels after a scan's header extend to the next marker that is neither a stuffed
 * zero nor a restart. Source: ITU-T T.81, annex B.1.1.
 */
function jpegEnd(bytes: Buffer): number | null {
  const isRestart = (code: number): boolean => code >= marker.restart[0] && code <= marker.restart[1];
  for (let at = 2; at >= 2 && at + 1 < bytes.length;) {
    const code = bytes[at] === 0xff ? bytes.readUInt8(at + 1) : null;
    if (code === marker.end) return at + 2;
    if (code === null || code === 0 || code === 0xff || isRestart(code)) at = bytes.indexOf(0xff, at + 1);
    else if (code === marker.begin || code === 0x01) at += 2;
    else if (at + 4 > bytes.length) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
