import assert from 'node:assert/strict';
import { compose } from './compose.ts';
import { loudnessOf } from './loudness.ts';
import { highestSample, peakOf, targetLoudness } from './master.ts';
import { pieceOf } from './piece.ts';
import { sampleRate, type Sound } from './sound.ts';

/** The music of a reference. */
export function piece(reference: string): Sound {
  const read = pieceOf(reference);
  assert.ok(read, reference);
  return compose(read);
}

/** Checks loudness, peaks, length, end and width of a mood's music. */
export function checkMusic(mood: string, { seconds }: { seconds: number }): void {
  const sound = piece(`${mood}.0badcafe.${seconds}`);
  assert.equal(sound.left.length, seconds * sampleRate);
  assert.ok(Math.abs(loudnessOf(sound) - targetLoudness) <= 1, String(loudnessOf(sound)));
  assert.ok(peakOf(sound) <= highestSample + 1e-6, String(peakOf(sound)));
  assert.ok(Math.abs(sound.left.at(-1) ?? 1) < 0.001, 'ends in silence');
  assert.ok(
    sound.left.some((sample, at) => Math.abs(sample - (sound.right[at] ?? 0)) > 0.01),
    'is stereo',
  );
}
