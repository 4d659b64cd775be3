import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lengthWords, sizeWords, wavePath } from './file-words.ts';

test('sizes are written in decimal units', () => {
  assert.deepEqual([0, 999, 1000, 1_500_000, 12_345_678, 3e9, 5e15].map(sizeWords), [
    '0 B',
    '999 B',
    '1 kB',
    '1.5 MB',
    '12 MB',
    '3 GB',
    '5000 TB',
  ]);
});

test('durations are written in minutes and seconds', () => {
  assert.deepEqual([0, 999, 65_400, 3_600_000].map(lengthWords), ['0:00', '0:01', '1:05', '60:00']);
});

test('a waveform has a bar from the lowest to the highest sample of each section', () => {
  assert.equal(wavePath([-64, 64, 0, 0]), 'M0 0.5V1.5M1 1V1');
});
