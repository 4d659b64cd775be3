import assert from 'node:assert/strict';
import { test } from 'vitest';
import { actionsFor, afterRound, deliveryStates, isDone, occurrenceState, statesFor } from './delivery-states.ts';
import { now } from './testing-delivery.ts';

test('a person cannot move or resend a post that may be in flight or published', () => {
  assert.deepEqual(statesFor('move'), ['scheduled', 'claimed', 'waiting', 'missed']);
  assert.deepEqual(statesFor('cancel'), ['scheduled', 'claimed', 'sending', 'waiting', 'missed']);
  assert.deepEqual(statesFor('publish-again'), ['uncertain', 'failed']);
  assert.deepEqual(actionsFor({ state: 'uncertain', nextAt: now }), []);
  assert.deepEqual(actionsFor({ state: 'uncertain', nextAt: null }), ['it-is-there', 'publish-again']);
  for (const state of deliveryStates)
    if (!isDone({ state, nextAt: null }))
      assert.ok(!actionsFor({ state, nextAt: null }).includes('publish-again'), state);
});

for (const [counts, state] of [
  [{ all: 3, open: 1, published: 2, cancelled: 0 }, 'scheduled'],
  [{ all: 3, open: 0, published: 2, cancelled: 0 }, 'posted'],
  [{ all: 3, open: 0, published: 1, cancelled: 2 }, 'posted'],
  [{ all: 3, open: 0, published: 0, cancelled: 0 }, 'failed'],
  [{ all: 3, open: 0, published: 0, cancelled: 2 }, 'failed'],
  [{ all: 3, open: 0, published: 0, cancelled: 3 }, 'cancelled'],
] as const) {
  test(`an occurrence with ${JSON.stringify(counts)} is ${state}`, () => {
    assert.equal(occurrenceState(counts), state);
  });
}

test('another round follows only if the schedule repeats and some post was published', () => {
  assert.equal(afterRound({ repurpose: true, posted: 1 }), 'next-round');
  assert.equal(afterRound({ repurpose: true, posted: 0 }), 'stopped');
  assert.equal(afterRound({ repurpose: false, posted: 3 }), 'finished');
});
