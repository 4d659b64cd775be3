import assert from 'node:assert/strict';
import { test } from 'vitest';
import { attention } from '#contract/planning/schedules-calendar.ts';
import { deliveryStates } from '#rules/delivery-states.ts';
import { ledgerBuckets, bucketNames, bucketOf } from '#rules/ledger.ts';
import { eventLook, bucketLooks, stateLooks } from './state-looks.ts';

test('each state of a delivery has a look, in the colour of its bucket in the ledger', () => {
  const underWay = ['claimed', 'sending', 'processing'];
  for (const state of deliveryStates) {
    const { tone } = bucketLooks[bucketOf(state)];
    // What is under way has somebody at work on it, unlike what waits for its time.
    assert.equal(
      stateLooks[state].tone,
      tone === 'calm' && bucketOf(state) === 'waiting' && state !== 'scheduled' ? 'wait' : tone,
      state,
    );
    if (!underWay.includes(state) && state !== 'scheduled')
      assert.equal(stateLooks[state].word, bucketLooks[bucketOf(state)].word, state);
  }
});

test('the buckets have the same names as in the ledger', () => {
  for (const bucket of ledgerBuckets) assert.equal(bucketLooks[bucket].word, bucketNames[bucket]);
});

test('each item of the calendar looks like its badge', () => {
  for (const each of attention.options)
    if (each !== '') assert.equal(eventLook({ done: '0', attention: each }), stateLooks[each]);
  assert.deepEqual(
    (['0', 1, '2', '3'] as const).map((done) => eventLook({ done, attention: '' }).word),
    ['Scheduled', 'Posted', 'Failed', 'Cancelled'],
  );
});

test('what goes by itself, waits for somebody, waits for you and is broken have different colours', () => {
  assert.deepEqual(
    [stateLooks.scheduled, stateLooks.approval, stateLooks.uncertain, stateLooks.failed].map(({ tone }) => tone),
    ['calm', 'wait', 'warn', 'bad'],
  );
});
