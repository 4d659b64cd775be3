/** Builders for picture tests: PNGs composed of chunks in ways that no program would write. */
import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG: a type of four letters and its data. */
export type Chunk = { type: string; data: Buffer };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG that consists of these chunks. */
export const pngOf = (chunks: readonly Chunk[]): Buffer =>
  Buffer.concat([
    signature,
    ...chunks.map(({ type, data }) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
      const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
      size.writeUInt32BE(data.length);
      check.writeUInt32BE(crc32(body));
      return Buffer.concat([size, body, check]);
    }),
  ]);

/** Splits a PNG into its chunks. */
export function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length;) {
    const ends = at + 8 + png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, ends) });
    at = ends + 4;
  }
  return chunks;
}

/**
 * A small PNG whose header claims a width and height in px (grey; or of 16 bits with alpha, interlaced); it does not
 * contain that many pixels.
 */
export function aBomb(width: number, height: number, { deepInterlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(deepInterlaced ? [16, 6, 0, 0, 1] : [8, 0], 8);
  return pngOf([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(Buffer.alloc(1_000_000)) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}

/**
 * The same picture with different bytes for each number, even after re-encoding: a JPEG (of 8-bit tables) differs in
 * its finest details, a PNG in a text chunk before its pixels. All copies of a picture have the same length.
 */
export function numbered(picture: Buffer, number: number): Buffer {
  if (picture[0] === 0xff) {
    const changed = Buffer.from(picture);
    const table = changed.indexOf(Buffer.from('ffdb', 'hex')) + 5;
    changed.writeUInt8(1 + (number % 200), table + 63);
    changed.writeUInt8(1 + (Math.floor(number / 200) % 200), table + 62);
    return changed;
  }
  const [header, ...rest] = chunksOf(picture);
  if (header === undefined) throw new Error('a PNG has a header');
  return pngOf([header, { type: 'tEXt', data: Buffer.from(`Number\0${String(number).padStart(9, '0')}`) }, ...rest]);
}
