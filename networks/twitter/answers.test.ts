/** Answers of X that the sandbox cannot produce. */

import assert from 'node:assert/strict';
import { afterAll, test, type TestContext } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { aContent, aContext } from '../testing.ts';
import { answering, type Canned } from '../testing-answers.ts';
import { aVisit } from '../testing-consent.ts';
import type { Speaker } from './api.ts';
import { findPost } from './posts.ts';
import { twitter } from './twitter.ts';

const signal = new AbortController().signal;
const { app } = aVisit();
const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => http.close());

const account = {
  externalId: '151',
  username: '@bakery',
  profile: { username: 'bakery' },
  credentials: { accessToken: 'a', refreshToken: 'r' },
};
const problems = 'https://api.x.com/2/problems';

async function answeredBy(t: TestContext, answer: Canned) {
  const url = await answering(t, answer);
  return twitter({ http, apiUrl: url, authUrl: url });
}

for (const { why, status, body, kind } of [
  {
    why: 'an app that is not enrolled',
    status: 403,
    body: {
      title: 'Client Forbidden',
      type: `${problems}/client-forbidden`,
      detail:
        'This request must be made using an approved developer account that is enrolled in the requested endpoint.',
      reason: 'client-not-enrolled',
    },
    kind: 'rateLimited',
  },
  {
    why: 'an app that may only read',
    status: 403,
    body: {
      title: 'Forbidden',
      type: `${problems}/oauth1-permissions`,
      detail: 'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
    },
    kind: 'rateLimited',
  },
  {
    why: 'an app with a used-up month',
    status: 429,
    body: {
      title: 'UsageCapExceeded',
      type: `${problems}/usage-capped`,
      detail: 'Usage cap exceeded: Monthly product cap',
    },
    kind: 'rateLimited',
  },
  {
    why: 'an app without credits',
    status: 402,
    body: {
      title: 'Payment Required',
      detail: 'Your enrolled account does not have any credits to fulfill this request.',
    },
    kind: 'rateLimited',
  },
]) {
  test(`${why} is the app’s fault: the network waits, and the account stays connected`, async (t) => {
    const network = await answeredBy(t, { status, body });
    const outcome = await network.publish(aContent(), account, aContext());
    assert.partialDeepStrictEqual(outcome, { kind, scope: 'app', isGuess: true, message: `X: ${body.detail}` });
    assert.match(outcome.kind === 'rateLimited' ? (outcome.appFault ?? '') : '', /developer console/);
    assert.equal((await network.engagement?.(['1'], account, { signal }))?.kind, 'rateLimited');
    assert.equal(
      (await network.find?.(aContent(), account, { fencedAt: new Date(0), remoteIds: {} }, { signal }))?.kind,
      'undecided',
    );
  });
}

const inAMinute = () => String(Math.ceil(Date.now() / 1000) + 60);
for (const { wait, headers, want } of [
  {
    wait: 'the end of its window',
    headers: () => ({ 'x-rate-limit-reset': inAMinute() }),
    want: { scope: 'account', isGuess: false },
  },
  {
    wait: 'the end of the app’s day',
    headers: () => ({ 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': inAMinute() }),
    want: { scope: 'app', isGuess: false },
  },
  { wait: 'no end of its window', headers: () => ({}), want: { scope: 'account', isGuess: true } },
]) {
  test(`a limit that names ${wait} causes a wait ${want.isGuess ? 'by our guess' : 'until then'}`, async (t) => {
    const outcome = await (
      await answeredBy(t, { status: 429, body: { title: 'Too Many Requests' }, headers: headers() })
    ).publish(aContent(), account, aContext());
    assert.ok(
      outcome.kind === 'rateLimited' && outcome.retryAfterSeconds > 55 && outcome.retryAfterSeconds <= 61,
      JSON.stringify(outcome),
    );
    assert.deepEqual({ scope: outcome.scope, isGuess: outcome.isGuess === true }, want);
  });
}

for (const { why, body } of [
  {
    why: 'a token of another kind',
    body: {
      title: 'Unsupported Authentication',
      type: `${problems}/unsupported-authentication`,
      detail: 'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.',
    },
  },
  {
    why: 'a token without a scope',
    body: { title: 'Forbidden', type: `${problems}/insufficient-scope`, detail: 'The token lacks a scope.' },
  },
]) {
  test(`${why} concerns the account`, async (t) => {
    const outcome = await (await answeredBy(t, { status: 403, body })).publish(aContent(), account, aContext());
    assert.equal(outcome.kind, 'unauthorized');
  });
}

for (const { why, status, body, kind, isAppFault } of [
  {
    why: 'a dead token',
    status: 400,
    body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    kind: 'unauthorized',
    isAppFault: false,
  },
  {
    why: 'a dead token in the standard’s words',
    status: 400,
    body: { error: 'invalid_grant' },
    kind: 'unauthorized',
    isAppFault: false,
  },
  {
    why: 'a wrong secret',
    status: 401,
    body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
    kind: 'unreachable',
    isAppFault: true,
  },
  {
    why: 'a blocked app',
    status: 403,
    body: { title: 'Client Forbidden', type: `${problems}/client-forbidden`, detail: 'Not enrolled' },
    kind: 'unreachable',
    isAppFault: true,
  },
  {
    why: 'a blocked address',
    status: 403,
    body: '<h1>Forbidden</h1>',
    kind: 'unreachable',
    isAppFault: false,
  },
]) {
  test(`a token refresh refused for ${why} is ${kind}`, async (t) => {
    const renewed = await (await answeredBy(t, { status, body })).refresh?.(account, { app, signal });
    assert.equal(renewed?.kind, kind, JSON.stringify(renewed));
    assert.equal(renewed?.kind === 'unreachable' && renewed.appFault !== undefined, isAppFault);
  });
}

for (const { list, body, kind } of [
  { list: 'an empty list', body: { meta: { result_count: 0 } }, kind: 'absent' },
  {
    list: 'a list of another post',
    body: { data: [{ id: '1', text: 'Another' }], meta: { result_count: 1 } },
    kind: 'absent',
  },
  {
    list: 'a list that goes on',
    body: { data: [{ id: '1', text: 'Another' }], meta: { result_count: 1, next_token: 'n' } },
    kind: 'undecided',
  },
  {
    list: 'a list that keeps posts back',
    body: { data: [{ id: '1', text: 'Another' }], meta: { result_count: 2 } },
    kind: 'undecided',
  },
  {
    list: 'a list beside an error',
    body: { errors: [{ title: 'Authorization Error' }], meta: { result_count: 0 } },
    kind: 'undecided',
  },
  {
    list: 'an error in place of a list',
    body: { errors: [{ title: 'Not Found Error', detail: 'Could not find user with id: [151].' }] },
    kind: 'undecided',
  },
  { list: 'an empty answer', body: {}, kind: 'undecided' },
]) {
  test(`${list} makes a lost post ${kind}`, async (t) => {
    const network = await answeredBy(t, { status: 200, body });
    const found = await network.find?.(aContent(), account, { fencedAt: new Date(0), remoteIds: {} }, { signal });
    assert.equal(found?.kind, kind, JSON.stringify(found));
  });
}

test('a lost post is searched from a minute before its attempt, since clocks differ', async () => {
  const asked: (string | undefined)[] = [];
  const speak: Speaker = (_path, { query }) => {
    asked.push(query?.['start_time']);
    return Promise.reject(new Error('asked'));
  };
  const search = findPost(speak, {
    account,
    sent: { text: 'Rolls', mediaId: '' },
    attempt: { fencedAt: new Date('2026-06-01T12:00:30Z') },
    fields: 'post.fields',
    urlOf: (id) => id,
    now: new Date('2026-06-01T12:01:00Z'),
  });
  await assert.rejects(search, /asked/);
  assert.deepEqual(asked, ['2026-06-01T11:59:30Z']);
});
