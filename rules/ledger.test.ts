import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryStates } from './delivery-states.ts';
import { addsUp, ledgerBuckets, statesIn } from './ledger.ts';

test('every state of a delivery is in exactly one bucket of the ledger', () => {
  assert.deepEqual(ledgerBuckets.flatMap(statesIn).toSorted(), [...deliveryStates].toSorted());
});

test('a ledger adds up only if every planned delivery has a bucket', () => {
  const ledger = { planned: 21, published: 1, failed: 2, missed: 3, cancelled: 4, uncertain: 5, waiting: 6 };
  assert.equal(addsUp(ledger), true);
  assert.equal(addsUp({ ...ledger, planned: 22 }), false);
});
