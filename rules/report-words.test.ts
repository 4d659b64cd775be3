import assert from 'node:assert/strict';
import { test } from 'vitest';
import { profitOf, type MonthOfClient } from './profit.ts';
import { profitWords } from './report-words.ts';

const lineOf = (month: MonthOfClient): string => {
  const { profitCents, anHourCents, aPostCents } = profitOf(month);
  return profitWords({
    paid_cents: month.paidCents,
    minutes: month.minutes,
    costs_cents: month.costsCents,
    profit_cents: profitCents,
    an_hour_cents: anHourCents,
    a_post_cents: aPostCents,
  });
};

for (const [month, line] of [
  [
    { paidCents: 150_000, costsCents: 20_000, minutes: 300, delivered: 12 },
    '$1,500 paid, $200 of costs: $1,300 left, $260 for each of 5 hours of work, $108.33 for each post that went out.',
  ],
  [{ paidCents: 5000, costsCents: 0, minutes: 0, delivered: 0 }, '$50 paid, no costs: $50 left.'],
  [
    { paidCents: 0, costsCents: 1050, minutes: 60, delivered: 0 },
    '$0 paid, $10.50 of costs: -$10.50 left, -$10.50 for 1 hour of work.',
  ],
] as const)
  test(`the line about profit leaves out shares of zero: ${line}`, () => {
    assert.equal(lineOf(month), line);
  });
