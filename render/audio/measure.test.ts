import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import { gainTowards, measureAudio, measureLoudness } from './measure.ts';

let ffmpeg: Ffmpeg;
let dir: string;

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'measure-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function aSound(name: string, source: string, args: readonly string[] = []): Promise<string> {
  const path = join(dir, name);
  const end = await runFfmpeg(ffmpeg, { args: ['-f', 'lavfi', '-i', source, ...args, path], limitSeconds: 20 });
  assert.equal(end.kind, 'done');
  return path;
}

describe('measuring a sound', () => {
  test('a measured sound has two bytes of peaks every 10 ms, and its length', async () => {
    const facts = await measureAudio(ffmpeg, await aSound('tone.wav', 'aevalsrc=0.5*sin(2*PI*440*t):d=1.255:s=44100'));
    assert.ok('peaks' in facts);
    assert.ok(Math.abs(facts.seconds - 1.255) < 0.01);
    assert.equal(facts.peaks.length, 2 * 126);
    assert.deepEqual(
      Array.from(facts.peaks.slice(100, 102), (value) => Math.abs(value) >> 1),
      [32, 32],
    );
  });

  test('a sound is read no further than allowed', async () => {
    const facts = await measureAudio(ffmpeg, await aSound('long.wav', 'sine=d=3'), { mostSeconds: 1 });
    assert.ok('peaks' in facts && Math.abs(facts.seconds - 1) < 0.05);
  });

  test('a sound reaches the target loudness with its gain', async () => {
    const quiet = await aSound('quiet.mp3', 'anoisesrc=d=4:a=0.02:seed=1');
    const before = await measureLoudness(ffmpeg, quiet);
    assert.ok(before?.lufs && before.lufs < -30);
    const louder = await aSound('louder.mp3', 'anoisesrc=d=4:a=0.02:seed=1', [
      '-af',
      `volume=${Math.min(20, -16 - before.lufs)}dB`,
    ]);
    const after = await measureLoudness(ffmpeg, louder);
    assert.ok(after?.lufs && Math.abs(after.lufs - (before.lufs + gainTowards(before))) < 0.5);
  });

  test('a silent sound has no loudness and no gain', async () => {
    const loudness = await measureLoudness(ffmpeg, await aSound('silence.wav', 'anullsrc=d=2', ['-t', '2']));
    assert.deepEqual(loudness, { lufs: null, peakDb: -70 });
    assert.equal(gainTowards({ lufs: null, peakDb: -70 }), 0);
  });

  test('a sound with foreign bytes between and after its frames is accepted', async () => {
    const path = await aSound('worn.mp3', 'sine=d=3');
    const whole = await readFile(path);
    const junk = Buffer.from('APETAGEX and more '.repeat(99));
    await writeFile(path, Buffer.concat([whole.subarray(0, 10_011), junk, whole.subarray(11_000, 20_011), junk]));
    const worn = await measureAudio(ffmpeg, path);
    assert.ok('seconds' in worn && worn.seconds > 1, JSON.stringify(worn));
  });

  test('an unreadable sound is refused with a reason', async () => {
    const noise = join(dir, 'noise.mp3');
    await writeFile(noise, 'ID3 is all that is right about this file, the rest is text. '.repeat(20));
    assert.deepEqual(await measureAudio(ffmpeg, noise), { unfit: 'it is damaged or not complete' });
    await writeFile(noise, 'text');
    assert.deepEqual(await measureAudio(ffmpeg, noise), { unfit: 'it is not a sound that can be read' });
  });

  test('a video is measured by its first sound, and a silent video has none to measure', async () => {
    const silent = await aSound('silent.mp4', 'testsrc2=s=64x64:d=1', ['-c:v', 'libx264']);
    assert.deepEqual(await measureAudio(ffmpeg, silent), { unfit: 'it has no sound' });
  });
});
