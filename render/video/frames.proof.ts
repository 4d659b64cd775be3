/** Frames stay evenly spaced in videos of odd lengths, and with the oldest ffmpeg that is supported. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find.ts';
import type { VideoProject } from '../layout/index.ts';
import { aClip, aPhoto, aTone } from '../testing-media.ts';
import { aProject, aTile, testMeans } from '../testing.ts';
import type { RenderEnd, RenderInput } from './input.ts';
import { renderVideo } from './render-video.ts';

let ffmpeg: Ffmpeg;
let dir: string;

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'render-proof-'));
  const file = (name: string): string => join(dir, name);
  await Promise.all([
    aPhoto(dir, 'one.jpg'),
    aClip(ffmpeg, file('clip.mp4'), { seconds: 1.5 }),
    aTone(ffmpeg, file('music.mp3'), { seconds: 1 }),
    aTone(ffmpeg, file('speech.wav'), { seconds: 1, hertz: 660 }),
  ]);
});
afterAll(() => rm(dir, { recursive: true }));

const inputOf = (project: VideoProject, over: Partial<RenderInput>): RenderInput => ({
  project,
  fileOf: (name) => ({ path: join(dir, name) }),
  fontsFor: testMeans().fontsFor,
  ffmpeg,
  out: join(dir, 'out.mp4'),
  cacheDir: join(dir, 'cache'),
  tempDir: join(dir, 'temp'),
  ...over,
});

function rendered(end: RenderEnd): Extract<RenderEnd, { kind: 'rendered' }> {
  assert.ok(end.kind === 'rendered', JSON.stringify(end));
  return end;
}

test('frames are evenly spaced where a slide outlasts a GOP, or a caption a transition, by a frame', async () => {
  const speech = { file: 'speech.wav', seconds: 1, words: 'Yes, we plan. It will go out today.' };
  const slides = [
    aTile({ seconds: 61 / 30, speech }),
    aTile({ seconds: 1, speech, transition: 'none' }),
    aTile({ seconds: 61 / 30 }),
  ];
  const project = aProject(slides, { ratio: '1:1', captions: true });
  const { frames } = rendered(await renderVideo(inputOf(project, { out: join(dir, 'short.mp4') })));
  assert.equal(frames, 61 + 42 + 61);
});
