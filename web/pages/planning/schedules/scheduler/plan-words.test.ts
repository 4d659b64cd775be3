import assert from 'node:assert/strict';
import { test } from 'vitest';
import { previewPlan } from './plan-words.ts';

const zone = 'Europe/Berlin';

test('the preview shows the first five, the last and the count', () => {
  const plan = previewPlan({ origin: '2026-11-23 09:30', zone, frequency: 'weekdays', count: 12 });
  assert.deepEqual(
    plan.first.map(({ localAt }) => localAt),
    ['2026-11-23 09:30', '2026-11-24 09:30', '2026-11-25 09:30', '2026-11-26 09:30', '2026-11-27 09:30'],
  );
  assert.equal(plan.last.localAt, '2026-12-08 09:30');
  assert.equal(plan.count, 12);
  assert.equal(plan.note, null);
});

test('the preview of a very long plan shows its real last post', () => {
  const plan = previewPlan({ origin: '2026-01-01 00:00', zone: 'UTC', frequency: 'daily', count: 10_000 });
  assert.equal(plan.last.localAt, '2053-05-18 00:00');
  assert.equal(plan.last.position, 9999);
});

test('a change of clocks within the plan is pointed out', () => {
  const plan = previewPlan({ origin: '2027-03-26 09:30', zone, frequency: 'daily', count: 4 });
  assert.equal(
    plan.note,
    'Clocks in Berlin go forward an hour on Sunday, 28 March 2027. Posts still go out at 09:30 local time.',
  );
});

test('an hourly plan shifts on the clock when clocks change', () => {
  const plan = previewPlan({ origin: '2026-10-25 00:30', zone, frequency: 'hourly', count: 5 });
  assert.match(plan.note ?? '', /go back an hour on Sunday,? 25 October 2026\. Posts stay an hour apart/);
});

test('a single post needs no note', () => {
  assert.equal(previewPlan({ origin: '2027-03-28 09:30', zone, frequency: 'daily', count: 1 }).note, null);
});
