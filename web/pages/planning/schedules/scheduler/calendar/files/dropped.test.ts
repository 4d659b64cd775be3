import assert from 'node:assert/strict';
import { test } from 'vitest';
import { timeOfDrop } from './dropped.ts';

test('a drop on an hour is for that hour, one on a day for nine o’clock, and none for what has passed', () => {
  const now = '2026-12-03 14:20';
  assert.deepEqual(
    ['2026-12-04 11', '2026-12-04', '2026-12-03 14', '2026-12-03'].map((drop) => timeOfDrop(drop, now)),
    ['2026-12-04 11:00', '2026-12-04 09:00', '2026-12-03 14:30', '2026-12-03 14:30'],
  );
});
