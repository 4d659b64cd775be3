import assert from 'node:assert/strict';
import { test } from 'vitest';
import { agreedCents, profitOf } from './profit.ts';

test('an agreement amounts to whole cents in every month', () => {
  assert.equal(agreedCents('2026-02', { cents: 10_001, frequency: 'weekly' }), 40_004);
  assert.equal(agreedCents('2026-03', { cents: 10_000, frequency: 'weekly' }), 44_286);
  assert.equal(agreedCents('2026-03', { cents: 10_000, frequency: 'monthly' }), 10_000);
  assert.equal(agreedCents('2026-03', { cents: 10_000, frequency: 'yearly' }), 833);
});

test('the profit may be negative, and is null per hour if no hours were entered', () => {
  assert.deepEqual(profitOf({ paidCents: 10_000, costsCents: 2500, minutes: 90, delivered: 4 }), {
    profitCents: 7500,
    anHourCents: 5000,
    aPostCents: 1875,
  });
  assert.deepEqual(profitOf({ paidCents: 0, costsCents: 1, minutes: 0, delivered: 0 }), {
    profitCents: -1,
    anHourCents: null,
    aPostCents: null,
  });
});
