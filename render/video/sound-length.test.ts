import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import { timelineOf } from '../layout/index.ts';
import { aProject, aTile } from '../testing.ts';
import type { Media } from './materials.ts';
import { makeSound, soundPlanOf } from './sound.ts';

const signal = new AbortController().signal;

test('music under speech sounds until the last frame, and is the same each time', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sound-test-'));
  try {
    const ffmpeg = await findFfmpeg(null);
    const toneOf = async (name: string, source: string, seconds: number): Promise<[string, Media]> => {
      const path = join(dir, `${name}.wav`);
      const made = await runFfmpeg(ffmpeg, { args: ['-f', 'lavfi', '-i', source, path], limitSeconds: 30, signal });
      assert.equal(made.kind, 'done');
      return [name, { path, hash: name, gainDb: 0, facts: { demuxer: 'wav', seconds, sounds: 1, video: null } }];
    };
    const media = new Map([
      await toneOf('speech', 'sine=frequency=300:duration=4:sample_rate=22050', 4),
      await toneOf('music', 'sine=frequency=90:duration=21:sample_rate=44100', 21),
    ]);
    const tiles = Array.from({ length: 12 }, () =>
      aTile({ seconds: 1, speech: { file: 'speech', seconds: 4, words: '' } }),
    );
    const project = aProject(tiles, { music: { file: 'music', volume: 0.4 } });
    const plan = soundPlanOf(project, { timeline: timelineOf(tiles), media });
    const sums = new Set<string>();
    for (const out of ['one.m4a', 'two.m4a', 'three.m4a']) {
      await makeSound(plan, { ffmpeg, signal, out: join(dir, out) });
      const { samples, sum } = await heardIn(join(dir, out), ffmpeg);
      // AAC comes in packets of 1,024 samples.
      assert.ok(samples >= plan.samples && samples - plan.samples < 1024, `${samples} of ${plan.samples} samples`);
      sums.add(sum);
    }
    assert.equal(sums.size, 1);
  } finally {
    await rm(dir, { recursive: true });
  }
});

/** How many samples a file has, and a sum over its packets. */
async function heardIn(
  path: string,
  ffmpeg: Awaited<ReturnType<typeof findFfmpeg>>,
): Promise<{ samples: number; sum: string }> {
  let lines = '';
  const end = await runFfmpeg(ffmpeg, {
    args: ['-i', path, '-f', 'framecrc', 'pipe:1'],
    limitSeconds: 60,
    signal,
    read: async (output) => {
      for await (const chunk of output) lines += chunk.toString('latin1');
    },
  });
  assert.equal(end.kind, 'done');
  const packets = lines.split('\n').filter((line) => line.startsWith('0,'));
  const samples = packets.reduce((sum, line) => sum + Number(line.split(',')[3]), 0);
  return { samples, sum: packets.join() };
}
