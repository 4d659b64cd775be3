import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryMessages } from '#rules/delivery-messages.ts';
import { createChecker } from './checker.ts';
import type { DeliveryNow, OccurrenceNow, Snapshot } from './snapshot.ts';

const row: DeliveryNow = {
  id: '1',
  marker: 'm',
  state: 'claimed',
  worker: 'worker',
  leaseUntil: 1,
  dueAt: 0,
  nextAt: 0,
  firstTriedAt: 0,
  cancelRequested: false,
  isUnapproved: false,
  isPaused: false,
  resent: false,
  message: '',
  postId: null,
  publishedAt: null,
  attempts: 0,
  attemptPostId: null,
  occurrenceId: '1',
  scheduleId: '1',
  accountId: '1',
};
const snapshot = (delivery: Partial<DeliveryNow>, occurrence: Partial<OccurrenceNow>): Snapshot => ({
  deliveries: [{ ...row, ...delivery }],
  occurrences: [
    {
      id: '1',
      scheduleId: '1',
      itemId: '1',
      state: 'scheduled',
      round: 1,
      dueAt: 0,
      approval: 'approved',
      isAsShown: true,
      ...occurrence,
    },
  ],
  accounts: [
    {
      id: '1',
      externalId: 'a',
      network: 'telegram',
      userId: '1',
      isHeld: delivery.state === 'claimed' || delivery.state === undefined || delivery.state === 'sending',
      freeAt: null,
      status: 'connected',
      isPaused: false,
      isDeleted: false,
      waitsFrom: 0,
      waitsUntil: 100,
    },
  ],
  schedules: [
    {
      id: '1',
      streamId: '1',
      userId: '1',
      state: 'active',
      round: 1,
      repurpose: false,
      needsApproval: true,
      isPaused: false,
      isDeleted: false,
      rhythm: '',
      movedAt: null,
      movedFrom: null,
    },
  ],
  items: [{ id: '1', streamId: '1', words: 'words', keptOf: null, isDeleted: false, deletedAt: null }],
  resting: [],
  waits: [],
  pausedClients: [],
  isSuspended: false,
  isAgencyPaused: false,
});

/**
 * The violations for a delivery, due at 0, that is missed at an instant; its network made its account wait from 0 to
 * 100, and 10 is the limit.
 */
function saidOfMissed(now: number, change: Partial<DeliveryNow> = {}): string[] {
  const said: string[] = [];
  const never = (): never => {
    throw new Error('not asked here');
  };
  const checker = createChecker({
    feeds: { posts: [], work: new Map(), account: never, issue: never, post: never, pending: never, addPending: never },
    latestOf: () => now,
    lateLimitMs: 10,
    broken: (what) => said.push(what),
  });
  const idle = { state: 'scheduled', worker: null, leaseUntil: null, firstTriedAt: null, ...change } as const;
  checker.look(snapshot(idle, {}));
  checker.look(
    snapshot({ ...idle, state: 'missed', nextAt: null, message: deliveryMessages.missed }, { state: 'failed' }),
  );
  return said;
}

test('a post missed while its network made it wait, or after it was tried, is noticed', () => {
  assert.deepEqual(saidOfMissed(111), []);
  assert.ok(saidOfMissed(109).includes('delivery 1 was missed before it was too late'));
  assert.ok(saidOfMissed(111, { firstTriedAt: 0 }).includes('delivery 1 was missed though it had been tried'));
});

/** The violations for a delivery that passes the fence while its occurrence is in this state. */
function saidOf(occurrence: Partial<OccurrenceNow>, sent = 'words'): string[] {
  const said: string[] = [];
  const never = (): never => {
    throw new Error('not asked here');
  };
  const checker = createChecker({
    feeds: { posts: [], work: new Map(), account: never, issue: never, post: never, pending: never, addPending: never },
    latestOf: () => 1,
    lateLimitMs: 10,
    broken: (what) => said.push(what),
  });
  checker.look(snapshot({ state: 'scheduled', worker: null, leaseUntil: null }, {}));
  checker.look(snapshot({}, {}));
  checker.look(
    snapshot({ state: 'sending', attempts: 1, isUnapproved: occurrence.approval === 'waiting' }, occurrence),
  );
  checker.request({ marker: 'm', account: 'a', token: '', era: 0, sentAt: 1, words: sent });
  return said;
}

test('a post that is claimed or passes the fence while the agency has not paid is noticed', () => {
  const said: string[] = [];
  const never = (): never => {
    throw new Error('not asked here');
  };
  const checker = createChecker({
    feeds: { posts: [], work: new Map(), account: never, issue: never, post: never, pending: never, addPending: never },
    latestOf: () => 1,
    lateLimitMs: 10,
    broken: (what) => said.push(what),
  });
  const unpaid = (delivery: Partial<DeliveryNow>): Snapshot => ({ ...snapshot(delivery, {}), isSuspended: true });
  checker.look(unpaid({ state: 'scheduled', worker: null, leaseUntil: null }));
  checker.look(unpaid({}));
  checker.look(unpaid({ state: 'sending', attempts: 1 }));
  assert.ok(said.includes('delivery 1 was claimed under a pause'));
  assert.ok(said.includes('delivery 1 passed the fence under a pause'));
});

test('a post that passes the fence with its current content approved is correct', () => {
  assert.deepEqual(saidOf({}), []);
  assert.deepEqual(saidOf({ approval: null }), []);
});

test('a post that passes the fence without approval, or with other content than was approved, is noticed', () => {
  assert.deepEqual(saidOf({ approval: 'waiting' }), ['delivery 1 passed the fence without approval: it is waiting']);
  assert.deepEqual(saidOf({ isAsShown: false }), [
    'delivery 1 passed the fence with another content than was approved',
  ]);
  assert.deepEqual(saidOf({}, 'other words'), ['other words were sent for m than it had at the fence']);
});

/** The violations of a request that arrives after the database went back to before its fence. */
function saidOfLate(recorded: number): string[] {
  const said: string[] = [];
  const never = (): never => {
    throw new Error('not asked here');
  };
  const checker = createChecker({
    feeds: { posts: [], work: new Map(), account: never, issue: never, post: never, pending: never, addPending: never },
    latestOf: () => 1,
    lateLimitMs: 10,
    recorded: () => recorded,
    broken: (what) => said.push(what),
  });
  checker.look(snapshot({ state: 'scheduled', worker: null, leaseUntil: null }, {}));
  checker.forget();
  checker.look(snapshot({ state: 'scheduled', worker: null, leaseUntil: null }, {}));
  checker.request({ marker: 'm', account: 'a', token: '', era: 0, sentAt: 1, words: 'words' });
  return said;
}

test('a request that was under way when the database went back has its attempt in the journal, or is noticed', () => {
  assert.deepEqual(saidOfLate(1), []);
  assert.deepEqual(saidOfLate(0), ['1 requests were sent for a delivery with 0 attempts on record']);
});
