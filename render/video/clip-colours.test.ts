/** Clips of slides: their colours and proportions are those that a browser shows in the preview. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { probeMedia } from '../ffmpeg/media.ts';
import { eachFrame } from './clip-frames.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clip-colours-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

const red = [0xc0, 0x40, 0x20];
const toHlg =
  'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv,zscale=t=linear:npl=203,' +
  'format=gbrpf32le,zscale=p=2020:t=arib-std-b67:m=2020_ncl:r=tv:npl=203,format=yuv420p10le';
const hlgTags = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc -color_range tv'.split(' ');

const clips: readonly [string, string, string, readonly string[]][] = [
  ['small and without colours', '64x48', 'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p', []],
  ['large and without colours', '64x720', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', []],
  ['in HLG', '64x48', `scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,${toHlg}`, hlgTags],
];

async function firstFrame(size: string, filter: string, tags: readonly string[]) {
  const ffmpeg = await findFfmpeg(null);
  const path = join(dir, 'clip.mp4');
  const source = `color=c=0xc04020:s=${size}:r=30:d=0.2`;
  await promisify(execFile)(ffmpeg.path, [
    '-y',
    '-f',
    'lavfi',
    '-i',
    source,
    '-vf',
    filter,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    ...tags,
    path,
  ]);
  const facts = await probeMedia(ffmpeg, path);
  assert.ok('demuxer' in facts);
  let pixel: number[] = [];
  await eachFrame(
    ffmpeg,
    {
      clip: { path, hash: 'clip', facts },
      startSeconds: 0,
      from: 0,
      frames: 1,
      stage: { width: 64, height: 36 },
      signal: undefined,
    },
    (rgba) => {
      pixel = [...rgba.subarray(0, 3)];
      return Promise.resolve();
    },
  );
  return { pixel, facts };
}

for (const [what, size, filter, tags] of clips)
  test(`a clip ${what} has its colours in the video`, async () => {
    const { pixel } = await firstFrame(size, filter, tags);
    for (const [at, value] of red.entries())
      assert.ok(Math.abs((pixel[at] ?? 0) - value) <= (what === 'in HLG' ? 12 : 6), pixel.join());
  });

test('the size of a clip is that with square pixels', async () => {
  const { facts } = await firstFrame('72x58', 'format=yuv420p,setsar=64/45', []);
  assert.deepEqual([facts.video?.width, facts.video?.height], [102, 58]);
});
