/** Checks whether an MP4 file contains every sample that its index lists. Decodes nothing. */
import { largestOf } from '#rules/numbers.ts';
import { open, type FileHandle } from 'node:fs/promises';

/** `cut`: the file ends before its listed samples. `unclear`: only the decoder can tell. */
export type Mp4Judgement = 'whole' | 'cut' | 'unclear';

type Box = { type: string; begins: number; ends: number };

/** Indexes longer than this are left to the decoder; hours of video have 2 MB. */
const mostIndexBytes = 8_000_000;
/** The boxes that make a video: the index, the data, a fragment's index. */
const needed = new Set(['moov', 'mdat', 'moof']);

/**
 * Checks an MP4 by its boxes. Source: ISO/IEC 14496-12, 4.2 (boxes) and 8.7 (sample sizes, chunks and their offsets).
 */
export async function judgeMp4(path: string): Promise<Mp4Judgement> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let index: Box | null = null;
    for (let at = 0; at + 8 <= size;) {
      const box = await boxAt(file, { at, size });
      if (box === null && index === null) return 'unclear';
      if (box === null) break; // trailing bytes after a complete video do no harm
      if (box.ends > size && needed.has(box.type)) return 'cut';
      if (box.type === 'moov') index ??= box;
      at = box.ends;
    }
    if (index === null) return 'cut';
    if (index.ends - index.begins > mostIndexBytes) return 'unclear';
    return lastByteNeeded(await bytesOf(file, index)) > size ? 'cut' : 'whole';
  } catch (error) {
    if (error instanceof RangeError) return 'unclear'; // a table says that it is longer than its box
    throw error;
  } finally {
    await file.close();
  }
}

async function boxAt(file: FileHandle, { at, size }: { at: number; size: number }): Promise<Box | null> {
  const head = await bytesOf(file, { begins: at, ends: Math.min(at + 16, size) });
  const type = head.toString('latin1', 4, 8);
  if (!/^[ -~\xa9]{4}$/.test(type)) return null;
  return boxIn(head, { at: 0, ends: size - at, offset: at });
}

/**
 * The box whose header starts at `at`; null if its size is impossible. `ends` is the end of the enclosing box or file.
 */
function boxIn(bytes: Buffer, { at, ends, offset = 0 }: { at: number; ends: number; offset?: number }): Box | null {
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1;
  const length = short === 0 ? ends - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  if (length < (isLong ? 16 : 8)) return null;
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    begins: offset + at + (isLong ? 16 : 8),
    ends: offset + at + length,
  };
}

async function bytesOf(file: FileHandle, { begins, ends }: { begins: number; ends: number }): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(ends - begins), 0, ends - begins, begins);
  return buffer.subarray(0, bytesRead);
}

/** The direct children of the box with this content. */
function* boxesOf(content: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= content.length;) {
    const box = boxIn(content, { at, ends: content.length });
    if (box === null) return;
    yield { type: box.type, content: content.subarray(box.begins, box.ends) };
    at = box.ends;
  }
}

const within = (content: Buffer, type: string): Buffer[] =>
  [...boxesOf(content)].flatMap((box) => (box.type === type ? [box.content] : []));

/** The length that the file needs to hold all samples of all tracks. */
function lastByteNeeded(index: Buffer): number {
  const tables = within(index, 'trak')
    .flatMap((track) => within(track, 'mdia'))
    .flatMap((media) => within(media, 'minf'))
    .flatMap((info) => within(info, 'stbl'));
  return largestOf(tables.map(lastByteOfTrack), 0);
}

/** The end of the chunk that ends last. Tables start with version and flags (4 bytes), then the values read here. */
function lastByteOfTrack(table: Buffer): number {
  const [[sizes], [perChunk], [short], [long]] = [
    within(table, 'stsz'),
    within(table, 'stsc'),
    within(table, 'stco'),
    within(table, 'co64'),
  ];
  const offsets = short ?? long;
  if (sizes === undefined || perChunk === undefined || offsets === undefined) return 0;
  const isLong = short === undefined;
  const same = sizes.readUInt32BE(4);
  const [samples, runs, chunks] = [sizes.readUInt32BE(8), perChunk.readUInt32BE(4), offsets.readUInt32BE(4)];
  let [last, sample, run] = [0, 0, 0];
  for (let chunk = 1; chunk <= chunks && sample < samples; chunk += 1) {
    while (run + 1 < runs && perChunk.readUInt32BE(8 + 12 * (run + 1)) <= chunk) run += 1;
    const until = Math.min(samples, sample + perChunk.readUInt32BE(8 + 12 * run + 4));
    let ends = isLong
      ? Number(offsets.readBigUInt64BE(8 + 8 * (chunk - 1)))
      : offsets.readUInt32BE(8 + 4 * (chunk - 1));
    if (same !== 0) ends += same * (until - sample);
    else for (let position = sample; position < until; position += 1) ends += sizes.readUInt32BE(12 + 4 * position);
    sample = until;
    last = Math.max(last, ends);
  }
  return last;
}
