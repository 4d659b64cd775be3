/** A reader of ZIP files that shares no code with the writer. Source: PKWARE APPNOTE 6.3.10, 4.3 to 4.5. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';

/** The entries of a ZIP by name; each is read, and its checksum verified, on request. */
export type ReadZip = { names: string[]; isZip64: boolean; bytes(name: string): Buffer; text(name: string): string };

type Entry = { method: number; crc: number; compressed: number; size: number; offset: number };

/** Reads the list of entries of a ZIP on disk. Throws if the file is not a valid ZIP. */
export function readZip(path: string): ReadZip {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const at = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      if (readSync(file, bytes, 0, length, offset) !== length) throw new Error('the file ends too soon');
      return bytes;
    };
    const tail = at(Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
    if (end < 0) throw new Error('no end of a central directory');
    const locator =
      end >= 20 && tail.readUInt32LE(end - 20) === 0x07064b50 ? Number(tail.readBigUInt64LE(end - 12)) : null;
    const end64 = locator === null ? null : at(locator, 56);
    const count = end64 === null ? tail.readUInt16LE(end + 10) : Number(end64.readBigUInt64LE(32));
    const length = end64 === null ? tail.readUInt32LE(end + 12) : Number(end64.readBigUInt64LE(40));
    const start = end64 === null ? tail.readUInt32LE(end + 16) : Number(end64.readBigUInt64LE(48));
    const entries = readDirectory(at(start, length), count);
    const bytes = (name: string): Buffer => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`the ZIP has no ${name}`);
      const reopened = openSync(path, 'r');
      try {
        const head = Buffer.alloc(30);
        readSync(reopened, head, 0, 30, entry.offset);
        const body = Buffer.alloc(entry.compressed);
        readSync(
          reopened,
          body,
          0,
          entry.compressed,
          entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28),
        );
        const plain = entry.method === 8 ? inflateRawSync(body) : body;
        if (plain.length !== entry.size || crc32(plain) !== entry.crc) throw new Error(`${name} is damaged`);
        return plain;
      } finally {
        closeSync(reopened);
      }
    };
    return { names: [...entries.keys()], isZip64: end64 !== null, bytes, text: (name) => bytes(name).toString('utf8') };
  } finally {
    closeSync(file);
  }
}

function readDirectory(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let position = 0;
  for (let index = 0; index < count; index += 1) {
    if (directory.readUInt32LE(position) !== 0x02014b50) throw new Error('the central directory is damaged');
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(position + 28),
      directory.readUInt16LE(position + 30),
      directory.readUInt16LE(position + 32),
    ];
    const name = directory.toString('utf8', position + 46, position + 46 + nameLength);
    if (entries.has(name)) throw new Error(`${name} is there twice`);
    const extra = directory.subarray(position + 46 + nameLength, position + 46 + nameLength + extraLength);
    const narrow = {
      size: directory.readUInt32LE(position + 24),
      compressed: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    };
    entries.set(name, {
      method: directory.readUInt16LE(position + 10),
      crc: directory.readUInt32LE(position + 16),
      ...widened(narrow, extra),
    });
    position += 46 + nameLength + extraLength + commentLength;
  }
  if (position !== directory.length) throw new Error('the central directory has another length');
  return entries;
}

/** Numbers that do not fit into 32 bits are in the extra field 1, in this order. */
function widened(
  narrow: Pick<Entry, 'size' | 'compressed' | 'offset'>,
  extra: Buffer,
): Pick<Entry, 'size' | 'compressed' | 'offset'> {
  for (let position = 0; position + 4 <= extra.length; position += 4 + extra.readUInt16LE(position + 2)) {
    if (extra.readUInt16LE(position) !== 1) continue;
    let at = position + 4;
    const wide = (value: number): number => {
      if (value !== 0xffffffff) return value;
      at += 8;
      return Number(extra.readBigUInt64LE(at - 8));
    };
    return { size: wide(narrow.size), compressed: wide(narrow.compressed), offset: wide(narrow.offset) };
  }
  return narrow;
}
