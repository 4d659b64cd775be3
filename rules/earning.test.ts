import assert from 'node:assert/strict';
import { test } from 'vitest';
import { periodsBegun, totalEarnedCents, type EarningFrequency } from './earning.ts';

const cases: readonly [EarningFrequency, string, string, number][] = [
  ['weekly', '2026-01-05T10:00Z', '2026-01-05T10:00Z', 1],
  ['weekly', '2026-01-05T10:00Z', '2026-01-12T09:59Z', 1],
  ['weekly', '2026-01-05T10:00Z', '2026-01-12T10:00Z', 2],
  ['monthly', '2026-01-31T10:00Z', '2026-02-28T09:00Z', 1],
  ['monthly', '2026-01-31T10:00Z', '2026-02-28T10:00Z', 2],
  ['monthly', '2026-01-31T10:00Z', '2026-03-30T10:00Z', 2],
  ['monthly', '2025-11-15T00:00Z', '2026-02-20T00:00Z', 4],
  ['yearly', '2024-02-29T00:00Z', '2025-02-27T00:00Z', 1],
  ['yearly', '2024-02-29T00:00Z', '2025-02-28T00:00Z', 2],
  ['yearly', '2024-06-01T00:00Z', '2026-05-31T00:00Z', 2],
  ['weekly', '2026-01-05T10:00Z', '2026-01-01T10:00Z', 0],
];

for (const [frequency, since, now, periods] of cases) {
  test(`from ${since} to ${now} ${periods} ${frequency} periods have begun`, () => {
    assert.equal(periodsBegun({ frequency, since: new Date(since), now: new Date(now) }), periods);
  });
}

test('the total is the sum of earning times periods over all clients', () => {
  const since = new Date('2026-01-01T00:00Z');
  const clients = [
    { earningCents: 10_050, frequency: 'weekly', since },
    { earningCents: 99_999, frequency: 'yearly', since },
  ] as const;
  assert.equal(totalEarnedCents(clients, new Date('2026-01-15T00:00Z')), 3 * 10_050 + 99_999);
});
