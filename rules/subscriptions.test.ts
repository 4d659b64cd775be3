import assert from 'node:assert/strict';
import { test } from 'vitest';
import { centsOf, isPaidFor, standingOf } from './subscriptions.ts';

const now = new Date('2026-06-01T12:00:00Z');
const graceUntil = new Date('2026-06-02T12:00:00Z');

for (const [status, grace, standing] of [
  ['active', null, 'good'],
  ['trialing', null, 'good'],
  ['past_due', graceUntil, 'grace'],
  ['past_due', now, 'over'],
  ['incomplete', null, 'waiting'],
  ['canceled', null, 'over'],
  ['unpaid', null, 'over'],
  ['something_else', null, 'over'],
] as const)
  test(`a subscription that is ${status} with a grace until ${grace?.getUTCDate() ?? 'none'} is ${standing}`, () => {
    assert.equal(standingOf({ status, graceUntil: grace }, now), standing);
  });

test('one subscription that is paid for is enough', () => {
  assert.equal(isPaidFor(['over', 'grace']), true);
  assert.equal(isPaidFor(['over', 'waiting']), false);
  assert.equal(isPaidFor([]), false);
});

for (const [price, cents] of [
  ['1', 100],
  [19.99, 1999],
  ['0.5', 50],
  [0.1 + 0.2, null],
  ['0', null],
  ['-5', null],
  ['1.999', null],
  ['1e3', null],
  ['1,5', null],
  ['', null],
  ['1000000', null],
] as const)
  test(`the price ${price} is ${cents === null ? 'invalid' : `${cents} cents`}`, () => {
    assert.equal(centsOf(price), cents);
  });
