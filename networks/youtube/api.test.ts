import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openNetworks } from '../index.ts';
import type { Account, Outcome } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { answering, type Canned } from '../testing-answers.ts';
import { failureOf } from './api.ts';

const channel: Account = {
  externalId: 'UC1',
  username: 'Channel',
  profile: {},
  credentials: { accessToken: 'a', refreshToken: 'r' },
};
const refusal = (status: number, reason: string, message = 'Some <a href="x">text</a>'): Canned => ({
  status,
  body: {
    error: {
      code: status,
      message,
      errors: [{ domain: 'youtube', reason, message }],
    },
  },
});

const apiIsOff = 'Google does not let the app use YouTube: enable the YouTube Data API v3 in its project';
const uploadsUsedUp =
  "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service " +
  "'youtube.googleapis.com' for consumer 'project_number:1'.";

const cases: [name: string, answer: Canned, outcome: Partial<Outcome>][] = [
  ['an expired token', refusal(401, 'authError'), { kind: 'unauthorized' }],
  ['a missing scope', refusal(403, 'insufficientPermissions'), { kind: 'unauthorized' }],
  ['an account without a channel', refusal(401, 'youtubeSignupRequired'), { kind: 'rejected' }],
  ['used-up quota', refusal(403, 'quotaExceeded'), { kind: 'rateLimited', scope: 'app' }],
  [
    'a project that asks too fast',
    refusal(403, 'rateLimitExceeded'),
    { kind: 'rateLimited', scope: 'app', retryAfterSeconds: 60, isGuess: true },
  ],
  [
    'used-up uploads of the day, named by the message alone',
    refusal(429, 'rateLimitExceeded', uploadsUsedUp),
    {
      kind: 'rateLimited',
      scope: 'app',
      message: 'YouTube: this app has used up its uploads of the day. They start again at midnight in California.',
    },
  ],
  [
    'a project without the API',
    refusal(403, 'accessNotConfigured'),
    { kind: 'rateLimited', scope: 'app', appFault: apiIsOff },
  ],
  [
    'a person who asks too fast',
    refusal(403, 'userRateLimitExceeded'),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 60 },
  ],
  [
    'a channel that uploaded enough',
    refusal(400, 'uploadLimitExceeded'),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 86_400 },
  ],
  [
    'a bad title, without the markup of the answer',
    refusal(400, 'invalidTitle'),
    { kind: 'rejected', message: 'YouTube: Some text' },
  ],
  // Opening a session creates nothing, so after an unclear answer it is simply requested again.
  ['a fault of the API', refusal(503, 'backendError'), { kind: 'unreachable' }],
  ['a proxy without a backend', { status: 502, body: '<h1>Bad Gateway</h1>' }, { kind: 'unreachable' }],
  ['a firewall', { status: 403, body: '<h1>Blocked</h1>' }, { kind: 'unreachable' }],
  ['a limit in front of the API', { status: 429, body: '' }, { kind: 'rateLimited', scope: 'app' }],
  [
    'a session somewhere else, where the token must not go',
    { status: 200, body: {}, headers: { location: 'http://127.0.0.1:9/upload?id=1' } },
    { kind: 'unreachable', message: 'YouTube named an address for the upload that is not its own' },
  ],
  ['a success without a session', { status: 200, body: {} }, { kind: 'unreachable' }],
];

for (const [name, answer, outcome] of cases) {
  test(`${name} gives ${outcome.kind}`, async (t) => {
    const { networks, close } = openNetworks({ youtubeUploadUrl: await answering(t, answer) });
    t.onTestFinished(close);
    const context = aContext();
    assert.partialDeepStrictEqual(
      await networks.youtube?.publish(aContent({ type: 'video', media: aMedia('video') }), channel, context),
      outcome,
    );
    assert.equal(context.fences.length, 0);
  });
}

for (const { range, found } of [
  { range: 'bytes=0-98', found: 'absent' },
  { range: 'bytes=0-99', found: 'undecided' },
]) {
  test(`an open session that has ${range} of 100 bytes proves that the video is ${found}`, async (t) => {
    const session = await answering(t, { status: 308, body: '', headers: { range } });
    const { networks, close } = openNetworks();
    t.onTestFinished(close);
    const attempt = { fencedAt: new Date(), remoteIds: { session, sizeBytes: '100' } };
    assert.equal(
      (
        await networks.youtube?.find?.(aContent({ type: 'video', media: aMedia('video') }), channel, attempt, {
          signal: new AbortController().signal,
        })
      )?.kind,
      found,
    );
  });
}

test('used-up quotas and the daily upload limit give a wait until they reset', () => {
  for (const [reason, given] of [
    ['quotaExceeded', refusal(403, 'quotaExceeded')],
    ['uploadLimitExceeded', refusal(403, 'uploadLimitExceeded')],
    ['uploads of the day', refusal(429, 'rateLimitExceeded', uploadsUsedUp)],
  ] as const) {
    const { status, body } = given;
    const outcome = failureOf({
      kind: 'answered',
      status,
      headers: {},
      text: JSON.stringify(body),
      url: new URL('https://www.googleapis.com/'),
    });
    assert.ok(outcome.kind === 'rateLimited' && outcome.isGuess === undefined, reason);
  }
});
