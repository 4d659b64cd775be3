import assert from 'node:assert/strict';
import { test } from 'vitest';
import { abandonedLimit, deliveryMessages, next, retryWaitsSeconds } from './delivery.ts';
import type { DeliveryFacts, DeliveryOutcome } from './delivery.ts';
import { facts, hours, now, said, seconds } from './testing-delivery.ts';

const rateLimited = (retryAfterSeconds: number, scope: 'account' | 'app', isGuess?: true): DeliveryOutcome => ({
  kind: 'rateLimited',
  retryAfterSeconds,
  scope,
  message: 'slow down',
  ...(isGuess ? { isGuess } : {}),
});

const cases: [string, Partial<DeliveryFacts>, DeliveryOutcome, Record<string, unknown>][] = [
  [
    'a published one is published and its account keeps its pace',
    {},
    { kind: 'published', postId: '7', postUrl: null },
    { state: 'published', nextAt: null, accountFreeAt: seconds(60), post: { postId: '7', postUrl: null } },
  ],
  [
    'a published one keeps what its person must know',
    {},
    { kind: 'published', postId: '7', postUrl: null, note: 'It is private.' },
    { state: 'published', message: 'It is private.' },
  ],
  [
    'an accepted one is looked at when the network says',
    {},
    { kind: 'processing', ticket: { id: 'x' }, checkAfterSeconds: 20 },
    { state: 'processing', nextAt: seconds(20), ticket: { id: 'x' }, accountFreeAt: seconds(60) },
  ],
  [
    'a rejected one fails with the network’s text',
    {},
    said('rejected'),
    { state: 'failed', nextAt: null, message: 'no', accountFreeAt: seconds(60) },
  ],
  [
    'an unauthorized one waits a day for its account',
    {},
    said('unauthorized'),
    { state: 'waiting', nextAt: hours(24), accountLost: 'no' },
  ],
  [
    'a rate-limited one waits as long as asked, and its account too',
    {},
    rateLimited(900, 'account'),
    { state: 'scheduled', nextAt: seconds(900), accountFreeAt: seconds(900) },
  ],
  [
    'a short rate limit does not shorten the account’s pace',
    {},
    rateLimited(5, 'account'),
    { state: 'scheduled', nextAt: seconds(5), accountFreeAt: seconds(60) },
  ],
  [
    'a limit of the app lets the account go and holds the network',
    {},
    rateLimited(900, 'app'),
    { state: 'scheduled', nextAt: seconds(900), accountFreeAt: seconds(60), appWaitUntil: seconds(900) },
  ],
  [
    'a wait that is named and ends within the late limit is waited for',
    {},
    rateLimited(23 * 3600, 'account'),
    {
      state: 'scheduled',
      nextAt: hours(23),
      accountFreeAt: hours(23),
      namedWait: { scope: 'account', until: hours(23) },
      appWaitUntil: undefined,
    },
  ],
  [
    'a named wait of everybody is waited for, too',
    {},
    rateLimited(23 * 3600, 'app'),
    {
      state: 'scheduled',
      nextAt: hours(23),
      accountFreeAt: seconds(60),
      namedWait: { scope: 'app', until: hours(23) },
      appWaitUntil: hours(23),
    },
  ],
  [
    'a named wait that ends right at the late limit is waited for',
    { firstTriedAt: hours(-4) },
    rateLimited(20 * 3600, 'account'),
    { state: 'scheduled', nextAt: hours(20) },
  ],
  [
    'a named wait that ends later than the late limit after the first try fails with the network’s text',
    { firstTriedAt: hours(-4) },
    rateLimited(20 * 3600 + 1, 'account'),
    {
      state: 'failed',
      message: 'slow down',
      accountFreeAt: hours(6),
      namedWait: { scope: 'account', until: hours(6) },
    },
  ],
  [
    'others of the account wait no longer than the one that has failed would have',
    { firstTriedAt: hours(-23) },
    rateLimited(2 * 3600, 'account'),
    { state: 'failed', accountFreeAt: hours(2) },
  ],
  [
    'a wait that is ours to guess is held to six hours',
    {},
    rateLimited(7 * 3600, 'account', true),
    { state: 'failed', message: 'slow down', accountFreeAt: hours(6), namedWait: undefined },
  ],
  [
    'a wait for an app that is refused has no name either',
    {},
    { kind: 'rateLimited', retryAfterSeconds: 7 * 3600, scope: 'app', message: 'no credits', appFault: 'buy some' },
    { state: 'failed', appWaitUntil: hours(6), namedWait: undefined },
  ],
  [
    'guessed waits add up to six hours',
    { firstTriedAt: hours(-5.5) },
    rateLimited(3600, 'account', true),
    { state: 'failed' },
  ],
  [
    'a network that cannot be reached after a named wait has its six hours',
    { firstTriedAt: hours(-14), waits: [{ from: hours(-14), until: now }] },
    said('unreachable'),
    { state: 'scheduled', nextAt: seconds(30) },
  ],
  [
    'what was waited counts once for its six hours',
    { firstTriedAt: hours(-20.5), waits: [{ from: hours(-20.5), until: hours(-6) }] },
    said('unreachable'),
    { state: 'failed' },
  ],
  [
    'nothing is tried again after the late limit',
    { firstTriedAt: hours(-24), waits: [{ from: hours(-24), until: now }] },
    said('unreachable'),
    { state: 'failed' },
  ],
  [
    'a wait before the first try is none of its time',
    { firstTriedAt: hours(-6), waits: [{ from: hours(-20), until: hours(-6) }] },
    said('unreachable'),
    { state: 'failed' },
  ],
  [
    'a network may work on a post for a day after a named wait',
    { state: 'processing', firstTriedAt: hours(-30), waits: [{ from: hours(-30), until: hours(-10) }] },
    said('unknown'),
    { state: 'processing' },
  ],
  [
    'a late limit below six hours shortens no wait',
    { lateLimitHours: 1 },
    rateLimited(5 * 3600, 'account'),
    { state: 'scheduled', nextAt: hours(5) },
  ],
  [
    'a late limit of days is waited for',
    { lateLimitHours: 72 },
    rateLimited(70 * 3600, 'account'),
    { state: 'scheduled', nextAt: hours(70) },
  ],
  [
    'a cancelled one does not wait for its network',
    { cancelRequested: true },
    rateLimited(900, 'account'),
    { state: 'cancelled', nextAt: null },
  ],
  [
    'a failure without a message of the network still has one',
    {},
    { kind: 'rejected', message: '' },
    { state: 'failed', message: deliveryMessages.noReason },
  ],
  [
    'an unreachable network is tried again, the account waiting along',
    {},
    said('unreachable'),
    { state: 'scheduled', nextAt: seconds(30), accountFreeAt: seconds(60) },
  ],
  [
    'waits for an unreachable network grow',
    { tries: 5 },
    said('unreachable'),
    { state: 'scheduled', nextAt: seconds(600), accountFreeAt: seconds(600) },
  ],
  ['waits stop growing at an hour', { tries: 40 }, said('unreachable'), { state: 'scheduled', nextAt: seconds(3600) }],
  [
    'after six hours an unreachable network fails the delivery and frees the account',
    { tries: 12, firstTriedAt: hours(-5.5) },
    said('unreachable'),
    { state: 'failed', message: 'no', accountFreeAt: seconds(60) },
  ],
  [
    'a lost outcome is read back where the network can be asked',
    {},
    said('unknown'),
    { state: 'uncertain', nextAt: seconds(5), message: deliveryMessages.settling, accountFreeAt: seconds(60) },
  ],
  [
    'a lost outcome is a person’s question where it cannot',
    { canFind: false },
    said('unknown'),
    { state: 'uncertain', nextAt: null, message: deliveryMessages.askPerson },
  ],
  [
    'an abandoned try begins anew at once',
    { state: 'claimed' },
    said('abandoned'),
    { state: 'scheduled', nextAt: now, accountFreeAt: now },
  ],
  [
    'what breaks off again and again fails',
    { state: 'claimed', tries: abandonedLimit },
    said('abandoned'),
    { state: 'failed', message: deliveryMessages.notPrepared },
  ],
  [
    'a cancelled one is not tried again',
    { cancelRequested: true },
    said('unreachable'),
    { state: 'cancelled', nextAt: null },
  ],
  [
    'a cancelled one does not wait for its account',
    { cancelRequested: true },
    said('unauthorized'),
    { state: 'cancelled', accountLost: 'no' },
  ],
  [
    'a cancelled one that got out is published',
    { cancelRequested: true },
    { kind: 'published', postId: '7', postUrl: null },
    { state: 'published' },
  ],
  [
    'a cancelled one whose outcome is lost is uncertain',
    { cancelRequested: true },
    said('unknown'),
    { state: 'uncertain', nextAt: seconds(5) },
  ],
  [
    'a check that finds the post publishes',
    { state: 'processing' },
    { kind: 'published', postId: '7', postUrl: 'u' },
    { state: 'published', accountFreeAt: undefined },
  ],
  [
    'a check that finds it unfinished looks again',
    { state: 'processing' },
    { kind: 'processing', ticket: { id: 'y' }, checkAfterSeconds: 0 },
    { state: 'processing', nextAt: seconds(1), ticket: { id: 'y' } },
  ],
  [
    'a check that finds it refused fails',
    { state: 'processing' },
    said('rejected'),
    { state: 'failed', message: 'no' },
  ],
  [
    'a check that gets no answer is repeated',
    { state: 'processing' },
    said('unknown'),
    { state: 'processing', nextAt: seconds(60) },
  ],
  [
    'a check without permission marks the account and goes on',
    { state: 'processing' },
    said('unauthorized'),
    { state: 'processing', accountLost: 'no' },
  ],
  [
    'a network that works for more than a day makes it a person’s question',
    { state: 'processing', firstTriedAt: hours(-24) },
    said('unknown'),
    { state: 'uncertain', nextAt: null },
  ],
];
for (const [title, given, outcome, expected] of cases) {
  test(title, () => {
    const result: Record<string, unknown> = next(facts(given), outcome, now);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(result[key], value, key);
  });
}

test('the waits for an unreachable network never shrink', () => {
  assert.deepEqual(
    [...retryWaitsSeconds].sort((a, b) => a - b),
    retryWaitsSeconds,
  );
});
