import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isTired, pointsOfRound, shareOfFirst, type ReadPost } from './fatigue.ts';

const post = (account: string, points: Readonly<Record<number, number>>): ReadPost => ({
  account,
  points: new Map(Object.entries(points).map(([age, each]) => [Number(age), each])),
});

test('rounds are compared at the oldest age at which both were read', () => {
  const first = [post('a', { 24: 100, 72: 200, 168: 400 })];
  assert.equal(shareOfFirst(first, [post('a', { 24: 90, 72: 50 })]), 0.25);
  assert.equal(shareOfFirst(first, [post('a', { 24: 90 })]), 0.9);
});

test('only accounts that both rounds went to are compared', () => {
  const first = [post('a', { 24: 100 }), post('gone', { 24: 900 })];
  const later = [post('a', { 24: 40 }), post('added', { 24: 700 })];
  assert.equal(shareOfFirst(first, later), 0.4);
});

for (const [what, first, later] of [
  ['the later round was not read', [post('a', { 24: 10 })], [post('a', {})]],
  ['the first round was not read', [post('a', {})], [post('a', { 24: 10 })]],
  ['they were read at other ages', [post('a', { 24: 10 })], [post('a', { 72: 10 })]],
  ['the first round brought no points', [post('a', { 24: 0 })], [post('a', { 24: 0 })]],
  ['they share no account', [post('a', { 24: 10 })], [post('b', { 24: 1 })]],
] as const)
  test(`two rounds give no verdict if ${what}`, () => {
    assert.equal(shareOfFirst(first, later), null);
  });

test('an item is worn out once its latest two rounds both brought less than half of the first', () => {
  assert.equal(isTired([0.49, 0.3]), true);
  assert.equal(isTired([0.9, 0.49, 0.3]), true);
  for (const shares of [[], [0.1], [0.5, 0.3], [0.3, 0.5], [0.1, 0.1, 0.6], [0.1, null], [null, 0.1]])
    assert.equal(isTired(shares), false, JSON.stringify(shares));
});

test('the points of a round are those of its posts as last read', () => {
  assert.equal(pointsOfRound([post('a', { 24: 5, 72: 9 }), post('b', { 24: 3 }), post('c', {})]), 12);
  assert.equal(pointsOfRound([post('c', {})]), null);
});
