/**
 * The format of a file, detected from its bytes. Sizes in px, 0 if the format does not state them simply; duration in
 * seconds.
 */
export type Sniffed = {
  type: string;
  extension: string;
  kind: 'image' | 'video' | 'file';
  width: number;
  height: number;
  durationSeconds: number;
};

/** Detects a file by its first bytes (and, for mp4, its moov box): name and declared type do not count. */
export function sniff(data: Buffer): Sniffed {
  if (data.length > 24 && data.readUInt32BE(0) === 0x89504e47)
    return image('png', data.readUInt32BE(16), data.readUInt32BE(20));
  if (data.length > 4 && data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff)
    return image('jpeg', ...jpegSize(data));
  if (data.length > 10 && /^GIF8[79]a/.test(data.toString('latin1', 0, 6)))
    return image('gif', data.readUInt16LE(6), data.readUInt16LE(8));
  if (data.length > 30 && data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP')
    return image('webp', ...webpSize(data));
  if (data.length > 12 && data.toString('latin1', 4, 8) === 'ftyp') return mp4(data);
  return { type: 'application/octet-stream', extension: 'bin', kind: 'file', width: 0, height: 0, durationSeconds: 0 };
}

function image(format: string, width: number, height: number): Sniffed {
  return {
    type: `image/${format}`,
    extension: format === 'jpeg' ? 'jpg' : format,
    kind: 'image',
    width,
    height,
    durationSeconds: 0,
  };
}

function jpegSize(data: Buffer): [number, number] {
  let at = 2;
  while (at + 9 < data.length) {
    if (data[at] !== 0xff) return [0, 0];
    const marker = data[at + 1] ?? 0;
    // SOF0..SOF15 carry the size; C4, C8 and CC in that range are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return [data.readUInt16BE(at + 7), data.readUInt16BE(at + 5)];
    at += 2 + data.readUInt16BE(at + 2);
  }
  return [0, 0];
}

function webpSize(data: Buffer): [number, number] {
  const chunk = data.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return [1 + data.readUIntLE(24, 3), 1 + data.readUIntLE(27, 3)];
  if (chunk === 'VP8 ') return [data.readUInt16LE(26) & 0x3fff, data.readUInt16LE(28) & 0x3fff];
  const bits = data.readUInt32LE(21);
  return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
}

function mp4(data: Buffer): Sniffed {
  const found: Sniffed = {
    type: 'video/mp4',
    extension: 'mp4',
    kind: 'video',
    width: 0,
    height: 0,
    durationSeconds: 0,
  };
  const header = data.indexOf('mvhd');
  if (header > 0 && header + 28 < data.length && data[header + 4] === 0) {
    const scale = data.readUInt32BE(header + 16);
    found.durationSeconds = scale > 0 ? Math.round(data.readUInt32BE(header + 20) / scale) : 0;
  }
  // tkhd version 0 is 84 bytes after its name's start; width and height are its last two 16.16 numbers. Sound tracks
  // have 0.
  for (let at = data.indexOf('tkhd'); at > 0 && at + 88 <= data.length; at = data.indexOf('tkhd', at + 4)) {
    if (data[at + 4] !== 0) continue;
    found.width = Math.max(found.width, data.readUInt32BE(at + 80) >>> 16);
    found.height = Math.max(found.height, data.readUInt32BE(at + 84) >>> 16);
  }
  return found;
}
