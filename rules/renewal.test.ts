import assert from 'node:assert/strict';
import { test } from 'vitest';
import { endsWithin, mayRenewRefused, renewAgainAt } from './renewal.ts';

const now = new Date('2026-06-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const waits: [number, number, number][] = [
  [1, 0, 60],
  [2, 0, 300],
  [9, 0, 3600],
  [1, 120, 120],
  [5, 120, 3600],
  [1, Infinity, 21_600],
  [1, NaN, 21_600],
];
for (const [failures, retryAfterSeconds, seconds] of waits) {
  test(`after ${failures} failures and a requested wait of ${retryAfterSeconds} s, renewing waits ${seconds} s`, () => {
    assert.deepEqual(renewAgainAt({ failures, retryAfterSeconds, now }), at(seconds));
  });
}

test('credentials without a known expiry never expire soon', () => {
  assert.equal(endsWithin(null, 1e9, now), false);
  assert.equal(endsWithin(at(600), 600, now), true);
  assert.equal(endsWithin(at(601), 600, now), false);
});

const refused: [string, Parameters<typeof mayRenewRefused>[0], boolean][] = [
  ['never renewed', { refreshedAt: null, unproven: false, firstTriedAt: now }, true],
  ['renewed before the first try', { refreshedAt: at(-1), unproven: true, firstTriedAt: now }, true],
  ['renewed since, and they have worked', { refreshedAt: at(1), unproven: false, firstTriedAt: now }, true],
  ['renewed since, and they have never worked', { refreshedAt: at(1), unproven: true, firstTriedAt: now }, false],
];
for (const [what, facts, expected] of refused) {
  test(`refused credentials that were ${what} ${expected ? 'are' : 'are not'} renewed`, () =>
    assert.equal(mayRenewRefused(facts), expected));
}
