import assert from 'node:assert/strict';
import { test } from 'vitest';
import { buttonsFor } from './delivery-buttons.ts';
import { deliveryStates } from './delivery-states.ts';

test('a person has two buttons to decide, one after a failure, and none while it runs or once it is done', () => {
  const all = deliveryStates.map((state) => ({
    state,
    buttons: buttonsFor({ state, nextAt: null, unapproved: false }),
  }));
  const offered = Object.fromEntries(
    all.filter(({ buttons }) => buttons.length > 0).map(({ state, buttons }) => [state, buttons]),
  );
  assert.deepEqual(offered, {
    uncertain: ['it-is-there', 'publish-again'],
    failed: ['publish-again'],
    missed: ['publish-now', 'next-free-time'],
    waiting: ['posted-by-hand', 'leave-out'],
  });
});

test('a delivery that is still being read back offers no decision', () => {
  assert.deepEqual(buttonsFor({ state: 'uncertain', nextAt: new Date(0), unapproved: false }), []);
});

test('a delivery that waits for its account cannot be posted by hand', () => {
  assert.deepEqual(buttonsFor({ state: 'waiting', nextAt: new Date(0), unapproved: false }), []);
});

test('a post that its client has not approved has no button that would send it', () => {
  const buttons = (['failed', 'missed', 'uncertain', 'scheduled'] as const).map((state) =>
    buttonsFor({ state, nextAt: null, unapproved: true }),
  );
  assert.deepEqual(buttons, [[], [], ['it-is-there'], []]);
});
