import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import type { Media } from '../network.ts';

/**
 * The still picture that Reddit requires with every video: the stored one, otherwise a plain dark one, which Reddit
 * soon replaces by its own.
 */
export async function posterOf(video: Media): Promise<Media> {
  const stored = (await video.poster?.()) ?? null;
  const { contentType, bytes } = stored ?? { contentType: 'image/png' as const, bytes: darkPicture(640, 360) };
  return {
    kind: 'image',
    fileName: contentType === 'image/png' ? 'poster.png' : 'poster.jpg',
    contentType,
    sizeBytes: bytes.byteLength,
    width: null,
    height: null,
    durationMs: null,
    publicUrl: '',
    open: async () => Readable.from([bytes], { objectMode: false }),
  };
}

/** A PNG of a single dark grey. Source: w3.org/TR/png-3. */
function darkPicture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x22);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
