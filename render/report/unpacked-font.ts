/**
 * Unpacks the plain font in a WOFF file. Source: w3.org/TR/WOFF (read 2026-11-23). Font readers unpack tables in
 * JavaScript again and again, which took half the time of a PDF.
 */
import { inflateSync } from 'node:zlib';

const woffSignature = 0x77_4f_46_46;
const woff = { header: 44, entry: 20 } as const;
const plain = { header: 12, entry: 16 } as const;

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** The plain font of a WOFF file; any other file as it is. Throws for a damaged one. */
export function unpackedFont(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== woffSignature) return file;
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(file, woff.header + index * woff.entry));
  const head = Buffer.alloc(plain.header + count * plain.entry);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  // The largest power of two among the tables, for readers that use a binary search.
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  let offset = head.length;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = plain.header + index * plain.entry;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    offset += padded(bytes.length);
  }
  return Buffer.concat([head, ...tables.map(({ bytes }) => Buffer.concat([bytes], padded(bytes.length)))]);
}

type Table = { tag: Buffer; checksum: Buffer; bytes: Buffer };

function tableAt(file: Buffer, at: number): Table {
  const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
  const stored = file.subarray(offset, (offset ?? 0) + (packed ?? 0));
  const bytes = packed === length ? stored : inflateSync(stored);
  if (bytes.length !== length) throw new Error('a table of a font is damaged');
  return { tag: file.subarray(at, at + 4), checksum: file.subarray(at + 16, at + 20), bytes };
}
