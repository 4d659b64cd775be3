import assert from 'node:assert/strict';
import { test } from 'vitest';
import { figureOf, monthAfter, postsAddress } from './address.ts';

const now = new Date('2026-11-15T12:00:00Z');

test('a month has a next and a previous one, across years too', () => {
  assert.deepEqual(
    [monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 0)],
    ['2027-01', '2025-12', '2026-05'],
  );
});

test('an invalid address shows the current month', () => {
  assert.deepEqual(figureOf(new URLSearchParams('month=13&place=nowhere'), now), { month: '2026-11' });
});

test("the address of a figure's posts contains the figure", () => {
  const figure = { month: '2026-03', clientId: '7', place: 'failed' } as const;
  assert.equal(postsAddress(figure), '/ledger/posts?month=2026-03&client=7&place=failed');
  assert.deepEqual(figureOf(new URLSearchParams(postsAddress(figure).split('?')[1]), now), figure);
});
