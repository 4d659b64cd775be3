import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pitchOf, voicing } from './harmony.ts';
import { loudnessOf } from './loudness.ts';
import { highestSample, master, peakOf, targetLoudness } from './master.ts';
import { moods } from './mood.ts';
import { sampleRate, silence, type Sound } from './sound.ts';
import { checkMusic, piece } from './testing-music.ts';

function sine(hertz: number, level: number): Sound {
  const sound = silence(5);
  for (let at = 0; at < sound.left.length; at += 1)
    sound.left[at] = sound.right[at] = level * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
  return sound;
}

test('a stereo sine of 997 Hz at -20 dBFS measures -20 LUFS, as EBU Tech 3341 says for -23', () => {
  assert.ok(Math.abs(loudnessOf(sine(997, 10 ** (-20 / 20))) + 20) < 0.1);
  assert.ok(Math.abs(loudnessOf(sine(997, 10 ** (-23 / 20))) + 23) < 0.1);
  assert.ok(loudnessOf(sine(30, 0.1)) < loudnessOf(sine(997, 0.1)) - 3, 'low notes count less');
});

for (const mood of moods.keys())
  test(`${mood} music is ${targetLoudness} LUFS within 1, never clips, and has the requested length`, () => {
    checkMusic(mood, { seconds: 6 });
  });

test('peaks above the rest are limited, not clipped, and the loudness stays on target', () => {
  const sound = sine(440, 0.05);
  for (let at = 0; at < sound.left.length; at += 22_050) sound.left.fill(0.95, at, at + 40);
  master(sound);
  assert.ok(peakOf(sound) <= highestSample + 1e-6, String(peakOf(sound)));
  assert.ok(Math.abs(loudnessOf(sound) - targetLoudness) <= 1, String(loudnessOf(sound)));
});

test('a loop has no jump from its last sample to its first', () => {
  const { left } = piece('calm.00c0ffee.12.loop');
  const steps = left.map((sample, at) => Math.abs(sample - (left[at - 1] ?? sample)));
  const largest = steps.reduce((most, step) => Math.max(most, step), 0);
  assert.ok(Math.abs((left[0] ?? 1) - (left.at(-1) ?? 0)) <= largest);
  assert.ok(
    left.slice(-sampleRate).some((sample) => Math.abs(sample) > 0.02),
    'has no ending',
  );
});

test('the same reference gives the same music, another seed gives another piece', () => {
  assert.deepEqual(piece('lofi.00000001.6').left, piece('lofi.00000001.6').left);
  assert.notDeepEqual(piece('lofi.00000001.6').left, piece('lofi.00000002.6').left);
});

test('the voices of a chord move by less than an octave and stay in the key', () => {
  const key = { root: 48, mode: 'major' };
  const scale = new Set(Array.from({ length: 7 }, (_, degree) => pitchOf(key, degree) % 12));
  let before = voicing(key, 0, []);
  for (const degree of [4, 5, 3, 1, 6, 2, 0]) {
    const chord = voicing(key, degree, before);
    for (const [voice, midi] of chord.entries()) {
      assert.ok(scale.has(midi % 12));
      assert.ok(Math.abs(midi - (before[voice] ?? midi)) < 12);
    }
    before = chord;
  }
});
