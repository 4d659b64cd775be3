import assert from 'node:assert/strict';
import { test } from 'vitest';
import { soundOf, type Speech } from './voice.ts';

const speech = (sample: number, count: number): Speech => ({
  samples: new Int16Array(count).fill(sample),
  rate: 100,
  seconds: count / 100,
});

test('each speech begins where its caption does, and the sound is as long as the tutorial', () => {
  const { samples, rate } = soundOf([speech(1, 50), speech(2, 30)], { starts: [0.5, 2], seconds: 3 });
  assert.deepEqual([rate, samples.length], [100, 300]);
  const heard = [0, 49, 50, 99, 100, 199, 200, 229, 230, 299].map((index) => samples[index]);
  assert.deepEqual(heard, [0, 0, 1, 1, 0, 0, 2, 2, 0, 0]);
});

test('speeches of different rates are refused', () => {
  const other = { ...speech(1, 10), rate: 50 };
  assert.throws(() => soundOf([speech(1, 10), other], { starts: [0, 1], seconds: 2 }), /rates/);
});
