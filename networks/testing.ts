/** Builders for the tests of the adapters. */

import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import type { Media, PostContent, PublishContext } from './network.ts';

/** Content of a text item with these fields replaced; every call has its own marker. */
export const aContent = (given: Partial<PostContent> = {}): PostContent => ({
  type: 'text',
  title: 'Morning news',
  text: 'The first bread is out at six.',
  html: null,
  alt: '',
  pictures: [],
  media: null,
  marker: aMarker(),
  ...given,
});

let markers = 0;
const aMarker = (): string =>
  `ar-${process.pid.toString(36)}${Date.now().toString(36)}${(markers += 1).toString(36)}`.padEnd(19, '0').slice(0, 19);

/** A file of these bytes; `lengthSaid` makes the stated length differ from the stored one. */
export const aMedia = (
  kind: Media['kind'],
  {
    bytes = kind === 'image' ? aPng() : anMp4(),
    fileName,
    lengthSaid,
  }: {
    bytes?: Buffer;
    fileName?: string;
    lengthSaid?: number;
  } = {},
): Media => ({
  kind,
  fileName: fileName ?? (kind === 'image' ? 'fresh bread.png' : 'oven.mp4'),
  contentType: kind === 'image' ? 'image/png' : 'video/mp4',
  sizeBytes: lengthSaid ?? bytes.byteLength,
  width: 64,
  height: 48,
  durationMs: kind === 'video' ? 1500 : null,
  publicUrl: 'https://agency.example/files/x',
  open: async () => Readable.from(chunksOf(bytes)),
});

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** A real PNG of one colour, 64 × 48. */
export function aPng(): Buffer {
  const rows = Buffer.alloc(48 * (1 + 64 * 3), 0x80);
  for (let row = 0; row < 48; row += 1) rows[row * 193] = 0;
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 48, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The smallest file that passes as an MP4: a file type box and an empty video. */
export const anMp4 = (): Buffer =>
  Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    Buffer.from('000000086d6f6f76', 'hex'),
    Buffer.from('000000086d646174', 'hex'),
  ]);

/** A publish context that records the adapter's calls; `refuseFence` makes the fence reject as for a lost lease. */
export function aContext({
  remembered = {},
  refuseFence,
}: { remembered?: Record<string, string>; refuseFence?: Error } = {}) {
  const fences: { payload: unknown; remoteIds?: Readonly<Record<string, string>> }[] = [];
  const context: PublishContext & { fences: typeof fences; remembered: Record<string, string> } = {
    fences,
    remembered,
    signal: new AbortController().signal,
    async fence(step) {
      fences.push(step);
      if (refuseFence !== undefined) throw refuseFence;
    },
    async remember(ids) {
      context.remembered = { ...context.remembered, ...ids };
    },
  };
  return context;
}
