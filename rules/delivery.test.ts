import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  abandonedLimit, actionsFor, afterRound, deliveryMessages, deliveryStates, isDone, next, nextAfterFind, occurrenceState,
  retryWaitsSeconds, settleReadsSeconds, statesFor,
} from './delivery.ts';
import type { DeliveryFacts, DeliveryOutcome } from './delivery.ts';

const now = new Date('2026-06-01T12:00:00Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000);
const hours = (count: number) => seconds(count * 3600);
const facts = (change: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  state: 'sending', tries: 1, firstTriedAt: now, settleReads: 0, resent: false, cancelAsked: false, canFind: true, gapSeconds: 60, lateLimitHours: 24, waits: [], ...change,
});
const rateLimited = (retryAfterSeconds: number, scope: 'account' | 'app', isGuess?: true): DeliveryOutcome =>
  ({ kind: 'rateLimited', retryAfterSeconds, scope, message: 'slow down', ...(isGuess ? { isGuess } : {}) });
const said = (kind: 'rejected' | 'unauthorized' | 'unreachable' | 'unknown' | 'abandoned'): DeliveryOutcome => ({ kind, message: 'no' });

const cases: [string, Partial<DeliveryFacts>, DeliveryOutcome, Record<string, unknown>][] = [
  ['a published one is published and its account keeps its pace', {}, { kind: 'published', postId: '7', postUrl: null }, { state: 'published', nextAt: null, accountFreeAt: seconds(60), post: { postId: '7', postUrl: null } }],
  ['a published one keeps what its person must know', {}, { kind: 'published', postId: '7', postUrl: null, note: 'It is private.' }, { state: 'published', message: 'It is private.' }],
  ['an accepted one is looked at when the network says', {}, { kind: 'processing', ticket: { id: 'x' }, checkAfterSeconds: 20 }, { state: 'processing', nextAt: seconds(20), ticket: { id: 'x' }, accountFreeAt: seconds(60) }],
  ['a rejected one fails with the network’s text', {}, said('rejected'), { state: 'failed', nextAt: null, message: 'no', accountFreeAt: seconds(60) }],
  ['an unauthorized one waits a day for its account', {}, said('unauthorized'), { state: 'waiting', nextAt: hours(24), accountLost: 'no' }],
  ['a rate-limited one waits as long as asked, and its account too', {}, rateLimited(900, 'account'), { state: 'scheduled', nextAt: seconds(900), accountFreeAt: seconds(900) }],
  ['a short rate limit does not shorten the account’s pace', {}, rateLimited(5, 'account'), { state: 'scheduled', nextAt: seconds(5), accountFreeAt: seconds(60) }],
  ['a limit of the app lets the account go and holds the network', {}, rateLimited(900, 'app'), { state: 'scheduled', nextAt: seconds(900), accountFreeAt: seconds(60), appWaitUntil: seconds(900) }],
  ['a wait that is named and ends within the late limit is waited for', {}, rateLimited(23 * 3600, 'account'), { state: 'scheduled', nextAt: hours(23), accountFreeAt: hours(23), namedWait: { scope: 'account', until: hours(23) }, appWaitUntil: undefined }],
  ['a named wait of everybody is waited for, too', {}, rateLimited(23 * 3600, 'app'), { state: 'scheduled', nextAt: hours(23), accountFreeAt: seconds(60), namedWait: { scope: 'app', until: hours(23) }, appWaitUntil: hours(23) }],
  ['a named wait that ends right at the late limit is waited for', { firstTriedAt: hours(-4) }, rateLimited(20 * 3600, 'account'), { state: 'scheduled', nextAt: hours(20) }],
  ['a named wait that ends later than the late limit after the first try fails with the network’s text', { firstTriedAt: hours(-4) }, rateLimited(20 * 3600 + 1, 'account'), { state: 'failed', message: 'slow down', accountFreeAt: hours(6), namedWait: { scope: 'account', until: hours(6) } }],
  ['others of the account wait no longer than the one that has failed would have', { firstTriedAt: hours(-23) }, rateLimited(2 * 3600, 'account'), { state: 'failed', accountFreeAt: hours(2) }],
  ['a wait that is ours to guess is held to six hours', {}, rateLimited(7 * 3600, 'account', true), { state: 'failed', message: 'slow down', accountFreeAt: hours(6), namedWait: undefined }],
  ['a wait for an app that is refused has no name either', {}, { kind: 'rateLimited', retryAfterSeconds: 7 * 3600, scope: 'app', message: 'no credits', appFault: 'buy some' }, { state: 'failed', appWaitUntil: hours(6), namedWait: undefined }],
  ['guessed waits add up to six hours', { firstTriedAt: hours(-5.5) }, rateLimited(3600, 'account', true), { state: 'failed' }],
  ['a network that cannot be reached after a named wait has its six hours', { firstTriedAt: hours(-14), waits: [{ from: hours(-14), until: now }] }, said('unreachable'), { state: 'scheduled', nextAt: seconds(30) }],
  ['what was waited counts once for its six hours', { firstTriedAt: hours(-20.5), waits: [{ from: hours(-20.5), until: hours(-6) }] }, said('unreachable'), { state: 'failed' }],
  ['nothing is tried again after the late limit', { firstTriedAt: hours(-24), waits: [{ from: hours(-24), until: now }] }, said('unreachable'), { state: 'failed' }],
  ['a wait before the first try is none of its time', { firstTriedAt: hours(-6), waits: [{ from: hours(-20), until: hours(-6) }] }, said('unreachable'), { state: 'failed' }],
  ['a network may work on a post for a day after a named wait', { state: 'processing', firstTriedAt: hours(-30), waits: [{ from: hours(-30), until: hours(-10) }] }, said('unknown'), { state: 'processing' }],
  ['a late limit below six hours shortens no wait', { lateLimitHours: 1 }, rateLimited(5 * 3600, 'account'), { state: 'scheduled', nextAt: hours(5) }],
  ['a late limit of days is waited for', { lateLimitHours: 72 }, rateLimited(70 * 3600, 'account'), { state: 'scheduled', nextAt: hours(70) }],
  ['a cancelled one does not wait for its network', { cancelAsked: true }, rateLimited(900, 'account'), { state: 'cancelled', nextAt: null }],
  ['what fails without a word of the network still says something', {}, { kind: 'rejected', message: '' }, { state: 'failed', message: deliveryMessages.noReason }],
  ['an unreachable network is tried again, the account waiting along', {}, said('unreachable'), { state: 'scheduled', nextAt: seconds(30), accountFreeAt: seconds(60) }],
  ['waits for an unreachable network grow', { tries: 5 }, said('unreachable'), { state: 'scheduled', nextAt: seconds(600), accountFreeAt: seconds(600) }],
  ['waits stop growing at an hour', { tries: 40 }, said('unreachable'), { state: 'scheduled', nextAt: seconds(3600) }],
  ['after six hours an unreachable network fails the delivery and frees the account', { tries: 12, firstTriedAt: hours(-5.5) }, said('unreachable'), { state: 'failed', message: 'no', accountFreeAt: seconds(60) }],
  ['a lost outcome is read back where the network can be asked', {}, said('unknown'), { state: 'uncertain', nextAt: seconds(5), message: deliveryMessages.settling, accountFreeAt: seconds(60) }],
  ['a lost outcome is a person’s question where it cannot', { canFind: false }, said('unknown'), { state: 'uncertain', nextAt: null, message: deliveryMessages.askPerson }],
  ['an abandoned try begins anew at once', { state: 'claimed' }, said('abandoned'), { state: 'scheduled', nextAt: now, accountFreeAt: now }],
  ['what breaks off again and again fails', { state: 'claimed', tries: abandonedLimit }, said('abandoned'), { state: 'failed', message: deliveryMessages.notPrepared }],
  ['a cancelled one is not tried again', { cancelAsked: true }, said('unreachable'), { state: 'cancelled', nextAt: null }],
  ['a cancelled one does not wait for its account', { cancelAsked: true }, said('unauthorized'), { state: 'cancelled', accountLost: 'no' }],
  ['a cancelled one that got out is published', { cancelAsked: true }, { kind: 'published', postId: '7', postUrl: null }, { state: 'published' }],
  ['a cancelled one whose outcome is lost is uncertain', { cancelAsked: true }, said('unknown'), { state: 'uncertain', nextAt: seconds(5) }],
  ['a check that finds the post publishes', { state: 'processing' }, { kind: 'published', postId: '7', postUrl: 'u' }, { state: 'published', accountFreeAt: undefined }],
  ['a check that finds it unfinished looks again', { state: 'processing' }, { kind: 'processing', ticket: { id: 'y' }, checkAfterSeconds: 0 }, { state: 'processing', nextAt: seconds(1), ticket: { id: 'y' } }],
  ['a check that finds it refused fails', { state: 'processing' }, said('rejected'), { state: 'failed', message: 'no' }],
  ['a check that gets no answer is repeated', { state: 'processing' }, said('unknown'), { state: 'processing', nextAt: seconds(60) }],
  ['a check without permission marks the account and goes on', { state: 'processing' }, said('unauthorized'), { state: 'processing', accountLost: 'no' }],
  ['a network that works for more than a day makes it a person’s question', { state: 'processing', firstTriedAt: hours(-24) }, said('unknown'), { state: 'uncertain', nextAt: null }],
];
for (const [title, given, outcome, expected] of cases) {
  test(title, () => {
    const result: Record<string, unknown> = next(facts(given), outcome, now);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(result[key], value, key);
  });
}

test('an uncertain one is read at 5 s, 30 s, 2 min, 10 min and 30 min after the loss, then a person is asked', () => {
  let given = facts({ state: 'uncertain' });
  let at = next(facts(), said('unknown'), now).nextAt;
  const reads = [];
  while (at) {
    reads.push((at.getTime() - now.getTime()) / 1000);
    const after = nextAfterFind(given, { kind: 'undecided', message: '' }, at);
    given = { ...given, settleReads: after.settleReads };
    if (!after.nextAt) assert.equal(after.message, deliveryMessages.askPerson);
    at = after.nextAt;
  }
  assert.deepEqual(reads, settleReadsSeconds);
});

test('a post found on any read is published', () => {
  for (let settleReads = 0; settleReads < settleReadsSeconds.length; settleReads += 1) {
    const found = nextAfterFind(facts({ state: 'uncertain', settleReads }), { kind: 'found', postId: '9', postUrl: 'u' }, now);
    assert.deepEqual([found.state, found.post], ['published', { postId: '9', postUrl: 'u' }]);
  }
});

test('what the last read shows to be absent is sent once more, and only once', () => {
  const last = { state: 'uncertain', settleReads: settleReadsSeconds.length - 1 } as const;
  const absent = { kind: 'absent' } as const;
  assert.equal(nextAfterFind(facts({ ...last, settleReads: 0 }), absent, now).state, 'uncertain', 'an early read proves nothing');
  const again = nextAfterFind(facts(last), absent, now);
  assert.deepEqual([again.state, again.nextAt, again.resent, again.settleReads], ['scheduled', now, true, 0]);
  const twice = nextAfterFind(facts({ ...last, resent: true }), absent, now);
  assert.deepEqual([twice.state, twice.nextAt], ['uncertain', null]);
  assert.equal(nextAfterFind(facts({ ...last, cancelAsked: true }), absent, now).state, 'cancelled');
});

test('the waits for an unreachable network only grow', () => {
  assert.deepEqual([...retryWaitsSeconds].sort((a, b) => a - b), retryWaitsSeconds);
});

test('nothing that may be on its way or there can be moved or sent again by a person', () => {
  assert.deepEqual(statesFor('move'), ['scheduled', 'claimed', 'waiting', 'missed']);
  assert.deepEqual(statesFor('cancel'), ['scheduled', 'claimed', 'sending', 'waiting', 'missed']);
  assert.deepEqual(statesFor('publish-again'), ['uncertain', 'failed']);
  assert.deepEqual(actionsFor({ state: 'uncertain', nextAt: now }), []);
  assert.deepEqual(actionsFor({ state: 'uncertain', nextAt: null }), ['it-is-there', 'publish-again']);
  for (const state of deliveryStates) if (!isDone({ state, nextAt: null })) assert.ok(!actionsFor({ state, nextAt: null }).includes('publish-again'), state);
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

test('a round is followed by another only where the schedule repeats and something was posted', () => {
  assert.equal(afterRound({ repurpose: true, posted: 1 }), 'next-round');
  assert.equal(afterRound({ repurpose: true, posted: 0 }), 'stopped');
  assert.equal(afterRound({ repurpose: false, posted: 3 }), 'finished');
});
