import { sniffFile, fileKinds } from '#rules/uploads.ts';

/** The format of a source's file by its first bytes: its media type and the extension we use. */
export type Sniffed = { contentType: string; extension: string; media: 'image' | 'video' | 'audio' | 'font' };

/** The format of a source's file by its first 16 bytes; null for one that browsers cannot show. */
export function sniffFound(head: Buffer): Sniffed | null {
  const known = sniffFile(head);
  if (known !== null) {
    const { contentType, extensions, media } = fileKinds[known];
    return { contentType, extension: extensions[0], media };
  }
  const latin = (from: number, to: number): string => head.toString('latin1', from, to);
  if (latin(0, 4) === 'RIFF' && latin(8, 12) === 'WEBP')
    return { contentType: 'image/webp', extension: 'webp', media: 'image' };
  if (/^GIF8[79]a/.test(latin(0, 6))) return { contentType: 'image/gif', extension: 'gif', media: 'image' };
  if (latin(0, 4) === 'RIFF' && latin(8, 12) === 'WAVE')
    return { contentType: 'audio/wav', extension: 'wav', media: 'audio' };
  // An ID3 tag, or the eleven set bits of an MPEG audio frame of layer III.
  const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
  if (latin(0, 3) === 'ID3' || isFrame) return { contentType: 'audio/mpeg', extension: 'mp3', media: 'audio' };
  return null;
}
