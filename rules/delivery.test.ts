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
    'a delivery with a post is published, and its account keeps its pace',
    {},
    { kind: 'published', postId: '7', postUrl: null },
    { state: 'published', nextAt: null, accountFreeAt: seconds(60), post: { postId: '7', postUrl: null } },
  ],
  [
    'a published delivery keeps the note for its person',
    {},
    { kind: 'published', postId: '7', postUrl: null, note: 'It is private.' },
    { state: 'published', message: 'It is private.' },
  ],
  [
    'an accepted delivery is checked when the network says',
    {},
    { kind: 'processing', ticket: { id: 'x' }, checkAfterSeconds: 20 },
    { state: 'processing', nextAt: seconds(20), ticket: { id: 'x' }, accountFreeAt: seconds(60) },
  ],
  [
    'a rejected delivery fails with the network’s text',
    {},
    said('rejected'),
    { state: 'failed', nextAt: null, message: 'no', accountFreeAt: seconds(60) },
  ],
  [
    'an unauthorized delivery waits a day for its account',
    {},
    said('unauthorized'),
    { state: 'waiting', nextAt: hours(24), accountLost: 'no' },
  ],
  [
    'a rate-limited delivery waits as long as the network asked, and its account too',
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
    'a limit of the app frees the account and holds the network',
    {},
    rateLimited(900, 'app'),
    { state: 'scheduled', nextAt: seconds(900), accountFreeAt: seconds(60), appWaitUntil: seconds(900) },
  ],
  [
    'a named wait within the late limit holds the delivery until its end',
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
    'a named wait of everybody holds the delivery too',
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
    'a named wait that ends exactly at the late limit holds the delivery',
    { firstTriedAt: hours(-4) },
    rateLimited(20 * 3600, 'account'),
    { state: 'scheduled', nextAt: hours(20) },
  ],
  [
    'a named wait beyond the late limit after the first attempt fails with the network’s text',
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
    'other deliveries of the account wait no longer than the failed one would have',
    { firstTriedAt: hours(-23) },
    rateLimited(2 * 3600, 'account'),
    { state: 'failed', accountFreeAt: hours(2) },
  ],
  [
    'a guessed wait is at most six hours',
    {},
    rateLimited(7 * 3600, 'account', true),
    { state: 'failed', message: 'slow down', accountFreeAt: hours(6), namedWait: undefined },
  ],
  [
    'guessed waits add up to six hours',
    { firstTriedAt: hours(-5.5) },
    rateLimited(3600, 'account', true),
    { state: 'failed' },
  ],
  [
    'a network that is unreachable after a named wait still gets six hours',
    { firstTriedAt: hours(-14), waits: [{ from: hours(-14), until: now }] },
    said('unreachable'),
    { state: 'scheduled', nextAt: seconds(30) },
  ],
  [
    'overlapping waits count once against the six hours',
    { firstTriedAt: hours(-20.5), waits: [{ from: hours(-20.5), until: hours(-6) }] },
    said('unreachable'),
    { state: 'failed' },
  ],
  [
    'no delivery is tried again after the late limit',
    { firstTriedAt: hours(-24), waits: [{ from: hours(-24), until: now }] },
    said('unreachable'),
    { state: 'failed' },
  ],
  [
    'a wait before the first attempt uses up no time',
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
    'a late limit of days allows a wait of days',
    { lateLimitHours: 72 },
    rateLimited(70 * 3600, 'account'),
    { state: 'scheduled', nextAt: hours(70) },
  ],
  [
    'a cancelled delivery does not wait for its network',
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
    'an unreachable network is tried again, and the account waits too',
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
    'a lost outcome is read back if the network allows that',
    {},
    said('unknown'),
    { state: 'uncertain', nextAt: seconds(5), message: deliveryMessages.settling, accountFreeAt: seconds(60) },
  ],
  [
    'a lost outcome is left to a person if the network has no read-back',
    { canFind: false },
    said('unknown'),
    { state: 'uncertain', nextAt: null, message: deliveryMessages.askPerson },
  ],
  [
    'an abandoned attempt is repeated at once',
    { state: 'claimed' },
    said('abandoned'),
    { state: 'scheduled', nextAt: now, accountFreeAt: now },
  ],
  [
    'a delivery whose attempts break off repeatedly fails',
    { state: 'claimed', tries: abandonedLimit },
    said('abandoned'),
    { state: 'failed', message: deliveryMessages.notPrepared },
  ],
  [
    'a cancelled delivery is not tried again',
    { cancelRequested: true },
    said('unreachable'),
    { state: 'cancelled', nextAt: null },
  ],
  [
    'a cancelled delivery does not wait for its account',
    { cancelRequested: true },
    said('unauthorized'),
    { state: 'cancelled', accountLost: 'no' },
  ],
  [
    'a cancelled delivery that was published is published',
    { cancelRequested: true },
    { kind: 'published', postId: '7', postUrl: null },
    { state: 'published' },
  ],
  [
    'a cancelled delivery whose outcome is lost is uncertain',
    { cancelRequested: true },
    said('unknown'),
    { state: 'uncertain', nextAt: seconds(5) },
  ],
  [
    'a check that finds the post makes the delivery published',
    { state: 'processing' },
    { kind: 'published', postId: '7', postUrl: 'u' },
    { state: 'published', accountFreeAt: undefined },
  ],
  [
    'a check that finds the post unfinished is repeated',
    { state: 'processing' },
    { kind: 'processing', ticket: { id: 'y' }, checkAfterSeconds: 0 },
    { state: 'processing', nextAt: seconds(1), ticket: { id: 'y' } },
  ],
  [
    'a check that finds the post refused fails the delivery',
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
    'a check without permission marks the account and continues',
    { state: 'processing' },
    said('unauthorized'),
    { state: 'processing', accountLost: 'no' },
  ],
  [
    'a post that the network processes for more than a day is left to a person',
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
