/** Answers of Reddit, and of the gateway in front of it, that the sandbox cannot produce. */

import assert from 'node:assert/strict';
import { afterAll, test, type TestContext } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { aContent, aContext } from '../testing.ts';
import { answering, type Canned } from '../testing-answers.ts';
import { aVisit } from '../testing-consent.ts';
import { reddit } from './reddit.ts';

const signal = new AbortController().signal;
const { app } = aVisit();
const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => http.close());

async function answeredBy(t: TestContext, answer: Canned) {
  const url = await answering(t, answer);
  return reddit({ http, apiUrl: url, authUrl: url, tokenUrl: url });
}

const held = {
  externalId: '1',
  username: 'sunrise_bakery',
  profile: {},
  credentials: { accessToken: 'a', refreshToken: 'r' },
};

for (const { words, answer, kind } of [
  { words: 'a bare number', answer: { status: 400, body: { error: 400 } }, kind: 'unauthorized' },
  { words: 'a number as text', answer: { status: 400, body: { error: '400' } }, kind: 'unauthorized' },
  {
    words: 'a number with words',
    answer: { status: 400, body: { message: 'Bad Request', error: 400 } },
    kind: 'unauthorized',
  },
  { words: 'words alone', answer: { status: 400, body: { message: 'Bad Request' } }, kind: 'unauthorized' },
  {
    words: 'the code of OAuth',
    answer: { status: 400, body: { error: 'invalid_grant', error_description: 'Token expired' } },
    kind: 'unauthorized',
  },
  {
    words: 'the code of OAuth in a 200',
    answer: { status: 200, body: { error: 'invalid_grant' } },
    kind: 'unauthorized',
  },
  {
    words: 'a refusal of the app',
    answer: { status: 401, body: { message: 'Unauthorized', error: 401 } },
    kind: 'unreachable',
  },
  {
    words: 'a refusal of the app by name',
    answer: { status: 400, body: { error: 'unauthorized_client' } },
    kind: 'unreachable',
  },
  {
    words: 'a refusal of the request',
    answer: { status: 200, body: { error: 'unsupported_grant_type' } },
    kind: 'unreachable',
  },
  {
    words: 'a forbidden address',
    answer: { status: 403, body: { message: 'Forbidden', error: 403 } },
    kind: 'unreachable',
  },
  { words: 'a gateway’s page', answer: { status: 403, body: '<h1>You have been blocked</h1>' }, kind: 'unreachable' },
  {
    words: 'a gateway’s own bad request',
    answer: { status: 400, body: '<h1>400 Bad Request</h1>' },
    kind: 'unreachable',
  },
  {
    words: 'a server error',
    answer: { status: 500, body: { message: 'Internal Server Error', error: 500 } },
    kind: 'unreachable',
  },
]) {
  test(`a token refresh answered ${answer.status} with ${words} is ${kind}`, async (t) => {
    const renewed = await (await answeredBy(t, answer)).refresh(held, { app, signal });
    assert.equal(renewed.kind, kind, JSON.stringify(renewed));
    assert.equal(
      renewed.kind === 'unreachable' && renewed.appFault !== undefined,
      words.startsWith('a refusal of the app'),
    );
  });
}

for (const [where, answer] of [
  ['a page', { status: 403, body: '<!doctype html><title>Blocked</title><h1>whoa there, pardner!</h1>' }],
  ['a page of a gate in front', { status: 400, body: '<h1>Bad Request</h1>' }],
  ['a page that asks to wait', { status: 403, body: '<title>Blocked</title>', headers: { 'retry-after': '90' } }],
] as const) {
  test(
    `${where} with ${answer.status} in place of Reddit’s own answer passes: the whole network waits, no post fails ` +
      'and no account is lost',
    async (t) => {
      const behind = await answeredBy(t, answer);
      const outcome = await behind.publish(aContent(), held, aContext());
      assert.partialDeepStrictEqual(outcome, {
        kind: 'rateLimited',
        scope: 'app',
        retryAfterSeconds: 'headers' in answer ? 90 : 600,
      });
      assert.equal(
        outcome.kind === 'rateLimited' && outcome.isGuess === true,
        !('headers' in answer),
        'what it asked for is no guess',
      );
      assert.equal(
        (await behind.find(aContent(), held, { fencedAt: new Date(0), remoteIds: {} }, { signal })).kind,
        'undecided',
      );
      assert.equal(
        (await behind.check({ title: 'x', subreddit: 'y', submittedAt: new Date().toISOString() }, held, { signal }))
          .kind,
        'rateLimited',
      );
      assert.equal((await behind.refresh(held, { app, signal })).kind, 'unreachable');
    },
  );
}

for (const { wait, answer, want, isGuess } of [
  {
    wait: 'the end of its window',
    answer: { status: 429, body: {}, headers: { 'x-ratelimit-reset': '33' } },
    want: { kind: 'rateLimited', scope: 'app', retryAfterSeconds: 33 },
    isGuess: false,
  },
  {
    wait: 'no end of its window',
    answer: { status: 429, body: {} },
    want: { kind: 'rateLimited', scope: 'app', retryAfterSeconds: 600 },
    isGuess: true,
  },
  {
    wait: 'minutes',
    answer: { status: 200, body: { json: { errors: [['RATELIMIT', 'Take a break for 9 minutes', 'ratelimit']] } } },
    want: { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 540 },
    isGuess: false,
  },
  {
    wait: 'no minutes',
    answer: { status: 200, body: { json: { errors: [['RATELIMIT', 'try again later', 'ratelimit']] } } },
    want: { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 600 },
    isGuess: true,
  },
]) {
  test(`a ${answer.status} that names ${wait} is waited for${isGuess ? ' by our guess' : ''}`, async (t) => {
    const outcome = await (await answeredBy(t, answer)).publish(aContent(), held, aContext());
    assert.partialDeepStrictEqual(outcome, want);
    assert.equal(outcome.kind === 'rateLimited' && outcome.isGuess === true, isGuess);
  });
}

test('a refusal in Reddit’s own format is final', async (t) => {
  const network = await answeredBy(t, { status: 403, body: { message: 'Forbidden', error: 403, reason: 'private' } });
  const outcome = await network.publish(aContent(), held, aContext());
  assert.deepEqual(outcome, { kind: 'rejected', message: 'Reddit: private' });
});

for (const { list, after, minutesAgo, kind } of [
  { list: 'a list with more pages after posts since the attempt', after: 't3_b', minutesAgo: 5, kind: 'undecided' },
  {
    list: 'a list with more pages after a post from before the attempt',
    after: 't3_b',
    minutesAgo: 60,
    kind: 'absent',
  },
  { list: 'a list that does not state its end', after: undefined, minutesAgo: 5, kind: 'undecided' },
  { list: 'a complete list', after: null, minutesAgo: 5, kind: 'absent' },
]) {
  test(`${list} makes a post ${kind}`, async (t) => {
    const created = Math.floor(Date.now() / 1000) - minutesAgo * 60;
    const other = { id: 'b', title: 'Another', subreddit: 'u_sunrise_bakery', permalink: '/x', created_utc: created };
    const network = await answeredBy(t, {
      status: 200,
      body: { kind: 'Listing', data: { after, children: [{ kind: 't3', data: other }] } },
    });
    const attempt = { fencedAt: new Date(Date.now() - 30 * 60_000), remoteIds: {} };
    const found = await network.find(aContent({ title: 'Never sent' }), held, attempt, { signal });
    assert.equal(found.kind, kind, JSON.stringify(found));
  });
}
