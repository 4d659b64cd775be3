import assert from 'node:assert/strict';
import { test } from 'vitest';
import { firstGap, idleWords } from './week-words.ts';

test('a plan begins on the first empty day, today only where no other is empty', () => {
  const dates = ['2026-11-21', '2026-11-22', '2026-11-23'];
  assert.equal(firstGap({ dates, counts: [0, 2, 0] }), '2026-11-23');
  assert.equal(firstGap({ dates, counts: [0, 1, 1] }), '2026-11-21');
  assert.equal(firstGap({ dates, counts: [1, 1, 1] }), null);
});

test('the clients with an empty week are counted in words', () => {
  assert.deepEqual(
    [
      [0, 1],
      [0, 20],
      [1, 1],
      [20, 20],
      [1, 20],
      [3, 1200],
    ].map(([idle = 0, total = 0]) => idleWords({ idle, total })),
    [
      'Your client has something planned.',
      'All 20 clients have something planned.',
      'Nothing is planned for your client in the next 7 days.',
      'Nothing is planned for any of your 20 clients in the next 7 days.',
      '1 of 20 clients has nothing planned in the next 7 days.',
      '3 of 1,200 clients have nothing planned in the next 7 days.',
    ],
  );
});
