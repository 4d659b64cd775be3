import assert from 'node:assert/strict';
import { test } from 'vitest';
import { planRules } from '#rules/plan-problems.ts';
import { fixesOf } from './fixes.ts';

const problem = { start: '2026-06-02 09:40', pause: null, account_ids: ['1'] };

test('each problem has a fix that works from the wizard', () => {
  for (const rule of planRules) assert.ok(fixesOf({ ...problem, rule }, ['1', '2']).length > 0, rule);
  assert.deepEqual(fixesOf({ ...problem, rule: 'pace' }, ['1', '2']), ['start', 'leave-out']);
});

test('leaving out the only account and a start that does not help are never offered', () => {
  assert.deepEqual(fixesOf({ ...problem, rule: 'second-round' }, ['1']), ['once']);
  assert.deepEqual(fixesOf({ ...problem, rule: 'pace', start: null }, ['1', '2']), ['leave-out']);
});

test('an account paused by itself can be left out, one under a wider pause cannot', () => {
  const paused = { ...problem, rule: 'paused' } as const;
  assert.deepEqual(fixesOf({ ...paused, pause: 'account' }, ['1', '2']), ['resume', 'leave-out']);
  assert.deepEqual(fixesOf({ ...paused, pause: 'client' }, ['1', '2']), ['resume']);
});
