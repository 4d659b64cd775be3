import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
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

/** X's limits of a picture's format. */
const plain: Limits = { ...free, media: { videoCodecs: ['h264'], pixelFormats: ['yuv420p'] } };

/** The log of a fitted version, and the colour of its middle. */
async function madeFrom(args: readonly string[], size = { width: 320, height: 240 }) {
  const ffmpeg = await findFfmpeg(null);
  const facts = { ...size, durationMs: 2000 };
  const file = await aFile(await aVideo({ ...size, args: [...args], seconds: 0.3 }), facts, 'mp4');
  const made = await fit(file, plain);
  assert.ok(made?.kind === 'fitted');
  const path = `${config.dataDir}/fitted-${file.fileId}.mp4`;
  await writeFile(path, await storedBytes(made.name));
  const { stdout, stderr } = await promisify(execFile)(
    ffmpeg,
    ['-i', path, '-frames:v', '1', '-vf', 'crop=2:2,format=rgb24', '-f', 'rawvideo', '-'],
    { encoding: 'buffer' },
  );
  return { made, said: /Video: .*/.exec(stderr.toString())?.[0] ?? '', colour: [...stdout.subarray(0, 3)] };
}

/** Fills the picture with #c04020. */
const filled = 'drawbox=color=0xc04020:t=fill,scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,';
const isNear = (colour: readonly number[], most: number): void =>
  [0xc0, 0x40, 0x20].forEach((value, at) => {
    const apart = Math.abs((colour[at] ?? 0) - value);
    assert.ok(apart <= most, `${colour.join()} at ${at}`);
  });

test('a video whose pixels are not square comes out with square ones', async () => {
  const wide = await madeFrom(['-vf', 'setsar=64/45', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'], {
    width: 720,
    height: 576,
  });
  assert.deepEqual([wide.made.width, wide.made.height], [1024, 576]);
  assert.match(wide.said, /1024x576 \[SAR 1:1 /);
  const odd = await madeFrom(['-pix_fmt', 'yuv444p', '-c:v', 'libx264'], { width: 641, height: 361 });
  assert.match(odd.said, /640x360 \[SAR 1:1 /);
});

test('a video in HLG comes out in SDR with its colours', async () => {
  const toHlg =
    'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv,zscale=t=linear:npl=203,' +
    'format=gbrpf32le,zscale=p=2020:t=arib-std-b67:m=2020_ncl:r=tv:npl=203,format=yuv420p10le';
  const tags = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc -color_range tv'.split(' ');
  const { said, colour } = await madeFrom(['-vf', filled + toHlg, '-c:v', 'libx264', ...tags]);
  assert.match(said, /bt709/);
  assert.doesNotMatch(said, /arib|bt2020/);
  isNear(colour, 12);
});

test('a video without colours is read as browsers read it, and then says which it has', async () => {
  const matrix = { 240: 'bt601', 720: 'bt709' };
  for (const [height, name] of Object.entries(matrix)) {
    const to = `scale=in_color_matrix=bt709:out_color_matrix=${name},setparams=colorspace=unknown`;
    const { said, colour } = await madeFrom(['-vf', filled + to, '-c:v', 'libx264', '-pix_fmt', 'yuv444p'], {
      width: 320,
      height: Number(height),
    });
    assert.match(said, /bt709/, name);
    isNear(colour, 6);
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
