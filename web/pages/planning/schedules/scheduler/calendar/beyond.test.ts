import assert from 'node:assert/strict';
import { test } from 'vitest';
import { beyond, openingHour } from './beyond.ts';

test('a week opens an hour before the first post of the working day, whatever is in the night', () => {
  for (const [filled, hour] of [
    [[], 7],
    [[9, 17], 8],
    [[0, 9], 8],
    [[0, 6, 18], 17],
    [[7], 6],
    [[2, 5], 1],
    [[0], 0],
  ] as const)
    assert.equal(openingHour(filled), hour, filled.join());
});

test('posts above and below the visible part are counted, with the first hour of each', () => {
  const row = (hour: number, count = 0) => ({ hour, count, top: hour * 86, bottom: (hour + 1) * 86 });
  const rows = [row(0, 1), row(2, 2), row(7), row(9, 3), row(17, 1), row(23, 4)];
  assert.deepEqual(beyond(rows, { from: 7 * 86, to: 17 * 86 }), {
    above: { count: 3, hour: 0 },
    below: { count: 5, hour: 17 },
  });
  assert.deepEqual(beyond(rows, { from: 0, to: 24 * 86 }), { above: null, below: null });
});

test('an hour of which only a strip is visible counts as hidden, one whose first post is legible does not', () => {
  const rows = [
    { hour: 8, count: 1, top: 0, bottom: 86 },
    { hour: 9, count: 1, top: 86, bottom: 172 },
  ];
  assert.deepEqual(beyond(rows, { from: 10, to: 160 }), { above: { count: 1, hour: 8 }, below: { count: 1, hour: 9 } });
  assert.deepEqual(beyond(rows, { from: 2, to: 170 }), { above: null, below: null });
});
