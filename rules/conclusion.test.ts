import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nextOf, type Conclusion } from './conclusion.ts';
import type { DeliveryFacts, DeliveryNext } from './delivery.ts';

const now = new Date('2026-06-01T12:00:00Z');
const facts: DeliveryFacts = {
  state: 'sending',
  tries: 1,
  firstTriedAt: now,
  settleReads: 0,
  resent: false,
  cancelRequested: false,
  canFind: true,
  gapSeconds: 900,
  lateLimitHours: 24,
  waits: [],
};
const inFifteenMinutes = new Date('2026-06-01T12:15:00Z');

const cases: [string, Conclusion, Partial<DeliveryNext>][] = [
  [
    'a post that was published frees its account after its pace',
    { kind: 'outcome', outcome: { kind: 'published', postId: '7', postUrl: null } },
    { state: 'published', nextAt: null, accountFreeAt: inFifteenMinutes },
  ],
  [
    'a post that was found is published, and frees no account',
    { kind: 'found', found: { kind: 'found', postId: '7', postUrl: null } },
    { state: 'published', nextAt: null, post: { postId: '7', postUrl: null } },
  ],
  [
    'a missed delivery frees its account at once',
    { kind: 'missed' },
    { state: 'missed', nextAt: null, accountFreeAt: now },
  ],
  [
    'a delivery that a person has to post waits without a limit',
    { kind: 'handed-over' },
    { state: 'waiting', nextAt: null, accountFreeAt: inFifteenMinutes },
  ],
  [
    'a delivery whose credentials have been renewed is tried again at once',
    { kind: 'renewed' },
    { state: 'scheduled', nextAt: now, accountFreeAt: now },
  ],
  [
    'a person decides about a delivery whose account cannot be read',
    { kind: 'unreadable' },
    { state: 'uncertain', nextAt: null },
  ],
];

for (const [title, conclusion, wanted] of cases) {
  test(title, () => {
    const given = nextOf(conclusion, facts, now);
    assert.deepEqual({ ...given, ...wanted }, given);
    assert.equal(given.accountFreeAt?.getTime(), wanted.accountFreeAt?.getTime());
  });
}

test('a delivery that was cancelled meanwhile is not tried again', () => {
  assert.equal(nextOf({ kind: 'renewed' }, { ...facts, cancelRequested: true }, now).state, 'cancelled');
});
