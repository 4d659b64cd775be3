import assert from 'node:assert/strict';
import { test } from 'vitest';
import { soonest, startsAt } from './wish.ts';

test('a time to come is taken as it is, and one that has passed becomes the next quarter of an hour', () => {
  const now = '2026-12-02 14:20';
  assert.deepEqual(
    ['2026-12-02 14:21', '2026-12-02 14:20', '2026-12-02 14:00'].map((asked) => soonest(asked, now)),
    ['2026-12-02 14:21', '2026-12-02 14:30', '2026-12-02 14:30'],
  );
  assert.equal(soonest('2026-12-02 23:00', '2026-12-02 23:45'), '2026-12-03 00:00');
});

test('a draft without a time is picked up at nine of the day in view, today as soon as it can go out', () => {
  assert.equal(startsAt('2026-12-07', '2026-12-02 14:20'), '2026-12-07 09:00');
  assert.equal(startsAt('2026-11-30', '2026-12-02 08:20'), '2026-12-02 09:00');
  assert.equal(startsAt('2026-11-30', '2026-12-02 14:20'), '2026-12-02 14:30');
});
