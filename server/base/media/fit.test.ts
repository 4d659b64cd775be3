import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { test } from 'vitest';
import type { Limits } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { aVideo } from '../../content/streams/testing.ts';
import { aServer } from '../../app/testing/server.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { makeFit, type FileToFit } from './fit.ts';
import { detailsOf } from './video.ts';

const server = await aServer();
const { db, storage, config } = server.services;
const signal = new AbortController().signal;
const free: Limits = {
  gapSeconds: 0,
  parallel: 1,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};

/** A stored file with its row. */
async function aFile(
  bytes: Buffer,
  facts: Pick<FileToFit, 'width' | 'height' | 'durationMs'>,
  kind: 'png' | 'mp4',
): Promise<FileToFit> {
  const name = `${randomBytes(8).toString('hex')}.${kind}`;
  const contentType = kind === 'png' ? 'image/png' : 'video/mp4';
  await storage.put(name, bytes, { contentType, sizeBytes: bytes.length });
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256)
      values ($1, $2, split_part($3, '/', 1), $3, $4, '') returning id`,
    [server.owner.agencyId, name, contentType, bytes.length],
  );
  return {
    agencyId: server.owner.agencyId,
    fileId: rows[0]?.id ?? '',
    name,
    contentType,
    sizeBytes: bytes.length,
    ...facts,
  };
}
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
const fit = (file: FileToFit, limits: Limits, id: NetworkId = 'twitter') =>
  makeFit({ db, storage, config }, file, { network: { id, limits }, signal });
const storedBytes = async (name: string): Promise<Buffer> =>
  buffer((await storage.open(name))?.body ?? assert.fail('nothing is stored'));

test('a picture larger than a network’s limit of bytes is re-encoded below it, once', async () => {
  const file = await aFile(await noise(1200, 900), { width: 1200, height: 900, durationMs: null }, 'png');
  assert.ok(file.sizeBytes > 3_000_000);
  const limits = { ...free, imageBytes: 500_000 };
  const made = await fit(file, limits, 'facebook');
  assert.ok(made?.kind === 'fitted');
  const bytes = await storedBytes(made.name);
  assert.ok(bytes.length < 500_000 && bytes.length === made.sizeBytes);
  assert.deepEqual((await sharp(bytes).metadata()).format, 'jpeg');
  assert.deepEqual(await fit(file, limits, 'facebook'), made);
});

test('a picture with too many pixels is shrunk in proportion, and one that fits is unchanged', async () => {
  const file = await aFile(await noise(600, 300), { width: 600, height: 300, durationMs: null }, 'png');
  const made = await fit(file, { ...free, media: { imageSides: 450 } }, 'telegram');
  assert.ok(made?.kind === 'fitted');
  const { width, height } = await sharp(await storedBytes(made.name)).metadata();
  assert.deepEqual([width, height, made.width, made.height], [300, 150, 300, 150]);
  assert.deepEqual(await fit(file, { ...free, media: { imageSides: 900 } }, 'telegram'), { kind: 'fits' });
});

test('a video with an unsupported codec, size or colour format is re-encoded as the network requires', async () => {
  const limits: Limits = {
    ...free,
    media: {
      videoCodecs: ['h264'],
      pixelFormats: ['yuv420p'],
      videoLongSide: 160,
      videoShortSide: 160,
      videoFramesPerSecond: 5,
    },
  };
  for (const args of [
    ['-c:v', 'mpeg4'],
    ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
  ]) {
    const file = await aFile(await aVideo({ args }), { width: 320, height: 240, durationMs: 2000 }, 'mp4');
    const made = await fit(file, limits);
    assert.ok(made?.kind === 'fitted', args.join(' '));
    const path = `${config.dataDir}/fitted-${file.fileId}.mp4`;
    await writeFile(path, await storedBytes(made.name));
    const details = await detailsOf(await findFfmpeg(null), { path, agencyId: file.agencyId });
    assert.deepEqual(
      [
        details?.videoCodec,
        details?.pixelFormat,
        details?.width,
        details?.height,
        details?.framesPerSecond,
        details?.audioCodec,
        made.width,
        made.height,
      ],
      ['h264', 'yuv420p', 160, 120, 5, '', 160, 120],
    );
  }
});

test('a video that meets the network’s limits is unchanged', async () => {
  const file = await aFile(await aVideo(), { width: 320, height: 240, durationMs: 2000 }, 'mp4');
  assert.deepEqual(
    await fit(file, {
      ...free,
      videoSeconds: 140,
      media: { videoCodecs: ['h264'], pixelFormats: ['yuv420p'], videoFramesPerSecond: 60 },
    }),
    { kind: 'fits' },
  );
});

test('a file that cannot fit gets a reason, and limits are judged separately', async () => {
  const file = await aFile(await aVideo(), { width: 320, height: 240, durationMs: 2000 }, 'mp4');
  const tooShort = { kind: 'unfit', message: 'This video is shorter than 3 seconds, the least LinkedIn takes.' };
  assert.deepEqual(await fit(file, { ...free, media: { videoSecondsLeast: 3 } }, 'linkedin'), tooShort);
  assert.deepEqual(await fit(file, { ...free, media: { videoSecondsLeast: 1 } }, 'linkedin'), { kind: 'fits' });
  const broken = await aFile(Buffer.from('no video at all'), { width: 320, height: 240, durationMs: 2000 }, 'mp4');
  assert.deepEqual(await fit(broken, { ...free, media: { videoCodecs: ['h264'] } }), {
    kind: 'unfit',
    message: 'This file can no longer be read. Please upload it again.',
  });
});

test('a file that no longer exists gets no result', async () => {
  const file = await aFile(await noise(60, 30), { width: 60, height: 30, durationMs: null }, 'png');
  await storage.delete(file.name);
  assert.equal(await fit(file, { ...free, imageBytes: 10 }, 'facebook'), null);
});
