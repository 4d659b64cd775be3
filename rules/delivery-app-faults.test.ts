/** What follows when a network refuses the operator's app: nothing fails for good, and no account is lost. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryMessages, next } from './delivery.ts';
import type { DeliveryFacts, DeliveryOutcome } from './delivery.ts';
import { facts, hours, now, seconds } from './testing-delivery.ts';

const appRefused: DeliveryOutcome = {
  kind: 'rateLimited',
  retryAfterSeconds: 900,
  scope: 'app',
  message: 'no credits',
  appFault: 'buy some',
};

const cases: [string, Partial<DeliveryFacts>, DeliveryOutcome, Record<string, unknown>][] = [
  [
    'a refused app holds the network and keeps the post in the plan',
    {},
    appRefused,
    {
      state: 'scheduled',
      nextAt: seconds(900),
      message: deliveryMessages.appRefused('no credits'),
      accountFreeAt: seconds(60),
      appWaitUntil: seconds(900),
      accountLost: undefined,
      namedWait: undefined,
    },
  ],
  [
    'a refused app is waited for up to the late limit',
    { firstTriedAt: hours(-23.75) },
    appRefused,
    { state: 'scheduled', nextAt: seconds(900) },
  ],
  [
    'a post whose app is refused beyond the late limit is missed, and others are tried in time',
    { firstTriedAt: hours(-23.76) },
    appRefused,
    {
      state: 'missed',
      nextAt: null,
      message: deliveryMessages.missedByApp('no credits'),
      accountFreeAt: seconds(60),
      appWaitUntil: seconds(900),
    },
  ],
  [
    'a late limit below six hours also ends the wait for a refused app',
    { firstTriedAt: hours(-1), lateLimitHours: 1 },
    appRefused,
    { state: 'missed' },
  ],
  [
    'a cancelled post of a refused app is cancelled',
    { cancelRequested: true },
    appRefused,
    { state: 'cancelled', appWaitUntil: seconds(900) },
  ],
  [
    'a renewal that fails by the app is waited for up to the late limit, and holds only the account',
    { state: 'claimed', firstTriedAt: hours(-20) },
    { kind: 'unreachable', message: 'no credits', appFault: 'buy some' },
    {
      state: 'scheduled',
      nextAt: seconds(30),
      message: deliveryMessages.appRefused('no credits'),
      accountFreeAt: seconds(60),
      appWaitUntil: undefined,
    },
  ],
  [
    'a renewal that fails by the app beyond the late limit makes the post missed',
    { state: 'claimed', firstTriedAt: hours(-24) },
    { kind: 'unreachable', message: 'no credits', appFault: 'buy some' },
    { state: 'missed', message: deliveryMessages.missedByApp('no credits') },
  ],
];

for (const [title, given, outcome, expected] of cases) {
  test(title, () => {
    const result: Record<string, unknown> = next(facts(given), outcome, now);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(result[key], value, key);
  });
}
