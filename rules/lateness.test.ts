import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isMissed } from './lateness.ts';

const now = new Date('2026-06-03T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('only a delivery without an attempt that is later than the limit is missed', () => {
  assert.ok(isMissed({ dueAt: hours(-25), firstTriedAt: null, waits: [] }, 24, now));
  assert.ok(!isMissed({ dueAt: hours(-24), firstTriedAt: null, waits: [] }, 24, now));
  assert.ok(!isMissed({ dueAt: hours(-25), firstTriedAt: hours(-24.5), waits: [] }, 24, now));
});

for (const [what, waits, missed] of [
  ['that covers the whole of its lateness', [[-30, 1]], false],
  ['that covers enough of it', [[-20, -18]], false],
  ['that is too short', [[-20, -19.5]], true],
  ['that ended before it was due', [[-40, -26]], true],
  [
    'of the account that is too short, and one of the network that is not',
    [
      [-20, -19.5],
      [-10, -8],
    ],
    false,
  ],
] as const) {
  test(`an hour past the limit, after a wait ${what}, a delivery is ${missed ? '' : 'not '}missed`, () => {
    const given = waits.map(([from, until]) => ({ from: hours(from), until: hours(until) }));
    assert.equal(isMissed({ dueAt: hours(-25), firstTriedAt: null, waits: given }, 24, now), missed);
  });
}
