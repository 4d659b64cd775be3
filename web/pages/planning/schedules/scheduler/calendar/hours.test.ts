import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hourRanges, sayHours } from './hours.ts';

const said = (filled: readonly number[]) =>
  hourRanges(filled).map((range) => (range.isFolded ? `(${sayHours(range)})` : sayHours(range)));

test('an hour with entries has a row of its own, and the empty ones between are one', () => {
  assert.deepEqual(said([8, 9, 12, 15]), ['(00–07)', '08', '09', '(10–11)', '12', '(13–14)', '15', '(16–23)']);
  assert.deepEqual(said([0, 2, 23]), ['00', '(01)', '02', '(03–22)', '23']);
});

test('a week without entries has its working day open', () => {
  const rows = said([]);
  assert.deepEqual([rows[0], rows[1], rows.at(-2), rows.at(-1), rows.length], ['(00–07)', '08', '18', '(19–23)', 13]);
});

test('each hour of the day is in exactly one row', () => {
  for (const filled of [[], [0], [23], [5, 6, 20]])
    assert.deepEqual(
      hourRanges(filled).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
      Array.from({ length: 24 }, (_, hour) => hour),
    );
});
