/** Builders for tests of streams: real pictures and videos, made on demand. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Stream } from '#contract/content/streams.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { findFfmpeg } from '../../base/media/ffmpeg.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

/** A picture of this size, all in one colour. */
export const aPicture = (
  format: 'png' | 'jpeg',
  { width = 800, height = 600 }: { width?: number; height?: number } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })
    .toFormat(format)
    .toBuffer();

/** A JPEG as a camera writes it: rotated (800×600, shown as 600×800) and with its location. */
export const aCameraPicture = async (): Promise<Buffer> =>
  sharp(await aPicture('jpeg'))
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** The properties of a test video; `args` say how it is encoded (default H.264). */
type VideoOptions = {
  width?: number;
  height?: number;
  format?: 'mp4' | 'mov';
  args?: readonly string[];
  seconds?: number;
};

/** A moving test card (of two seconds) without sound. */
export async function aVideo({
  width = 320,
  height = 240,
  format = 'mp4',
  args = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'],
  seconds = 2,
}: VideoOptions = {}): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'agencyreel-video-'));
  try {
    const path = join(dir, `video.${format}`);
    await promisify(execFile)(await findFfmpeg(null), [
      '-hide_banner',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${width}x${height}:rate=10:duration=${seconds}`,
      ...args,
      path,
    ]);
    return await readFile(path);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** A stream of the server's owner. */
export async function aStream(server: TestServer, type: StreamType, title = 'A stream'): Promise<Stream> {
  const [stream] = await server.ask('content-stream', { type, title, description: 'What it is about' });
  if (stream === undefined) throw new Error('content-stream gave no stream');
  return stream;
}

/** A text stream with an item for each text. */
export async function aTextStream(server: TestServer, texts: readonly string[], title?: string): Promise<Stream> {
  const stream = await aStream(server, 'text', title);
  await server.ask('text-stream', {
    content_stream_id: stream.id,
    description: JSON.stringify(texts.map((value) => ({ title: `On ${value}`, value }))),
  });
  return stream;
}

/** A stream of an agency with a deleted item, and when it was deleted. */
export async function aDeletedItem({ ask, db }: TestServer, as: { as: TestPerson }) {
  const [made] = await ask('content-stream', { type: 'text', title: 'Emptied', description: 'Words' }, as);
  const emptied = made?.id ?? '';
  const [item] = await ask('text-stream', { content_stream_id: emptied, description: '[{"value":"Words"}]' }, as);
  const deletedAt = '2035-01-01T00:00:00.000Z';
  await db.pool.query('update items set deleted_at = $2 where id = $1', [item?.id, deletedAt]);
  return { emptied, deletedItem: item?.id ?? '', deletedAt };
}
