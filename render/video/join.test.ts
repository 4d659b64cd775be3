import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find.ts';
import { madeBy } from '../testing-media.ts';
import { judgeVideo, listOf } from './join.ts';

let ffmpeg: Ffmpeg;
let dir: string;

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'join-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('a wrong video is recognised by its file: too few frames, or black all through', async () => {
  const black = await madeBy(ffmpeg, join(dir, 'black.mp4'), [
    '-f',
    'lavfi',
    '-i',
    'color=black:s=320x180:r=30:d=2',
    '-f',
    'lavfi',
    '-i',
    'anullsrc',
    '-shortest',
    '-c:v',
    'libx264',
    '-c:a',
    'aac',
    '-video_track_timescale',
    '15360',
  ]);
  const signal = new AbortController().signal;
  await judgeVideo(black, { ffmpeg, signal }, { frames: 60, light: false });
  await assert.rejects(judgeVideo(black, { ffmpeg, signal }, { frames: 60, light: true }), {
    failure: { kind: 'wrong-file', problem: 'it is black all through' },
  });
  await assert.rejects(judgeVideo(black, { ffmpeg, signal }, { frames: 61, light: false }), {
    failure: { kind: 'wrong-file', problem: 'it has 60 of 61 frames' },
  });
});

test('the lengths in the list of pieces add up without an error, whatever they are', () => {
  const frames = [50, 50, 50, 15, 7, 1, ...Array<number>(1_000).fill(50)];
  const list = listOf(frames.map((each, index) => ({ file: `${index}.mp4`, frames: each })));
  const lengths = [...list.matchAll(/^duration (.*)$/gm)].map(([, length]) => Number(length) * 1_000_000);
  let [at, expected] = [0, 0];
  for (const [index, length] of lengths.entries()) {
    [at, expected] = [at + length, expected + (frames[index] ?? 0) / 30];
    assert.ok(Math.abs(at - expected * 1_000_000) < 1, `piece ${index}`);
  }
  assert.equal(lengths.length, frames.length);
});
