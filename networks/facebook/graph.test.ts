import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openNetworks } from '../index.ts';
import type { Account, Outcome } from '../network.ts';
import { aContent, aContext } from '../testing.ts';
import { answering, type Canned } from '../testing-answers.ts';

const page: Account = {
  externalId: '1',
  username: 'Page',
  profile: { category: 'page' },
  credentials: { token: 't', proof: 'p' },
};
const refusal = (error: Record<string, unknown>, status = 400, headers: Record<string, string> = {}): Canned => ({
  status,
  body: { error: { message: '(#1) Something', type: 'OAuthException', ...error } },
  headers,
});
const usage = {
  'x-business-use-case-usage': JSON.stringify({
    1: [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 12 }],
  }),
};

const capability = 'Facebook does not let the app make that call: look at its use cases in the app dashboard';
const notLive =
  'Facebook does not let the app act for people outside its own: look at its mode and its access levels in the app ' +
  'dashboard';

const cases: [name: string, answer: Canned, outcome: Partial<Outcome>][] = [
  ['an expired token', refusal({ code: 190, error_subcode: 463 }), { kind: 'unauthorized' }],
  ['a dead session', refusal({ code: 102 }), { kind: 'unauthorized' }],
  ['a missing permission', refusal({ code: 200 }, 403), { kind: 'unauthorized' }],
  [
    'a call that the app may not make',
    refusal({ code: 3 }),
    { kind: 'rateLimited', scope: 'app', appFault: capability },
  ],
  [
    'an app in development mode',
    refusal({ code: 200, message: '(#200) This app is in development mode and can only act for its own people' }, 403),
    { kind: 'rateLimited', scope: 'app', appFault: notLive },
  ],
  [
    'an app without advanced access',
    refusal({ code: 10, message: '(#10) The app needs Advanced Access to pages_manage_posts' }, 403),
    { kind: 'rateLimited', scope: 'app', appFault: notLive },
  ],
  ['a permission that the person withheld', refusal({ code: 10 }, 403), { kind: 'unauthorized' }],
  ['a page that must authorise itself', refusal({ code: 100, error_subcode: 1404078 }), { kind: 'unauthorized' }],
  [
    'a throttled app',
    refusal({ code: 4 }, 403),
    { kind: 'rateLimited', scope: 'app', retryAfterSeconds: 600, isGuess: true },
  ],
  [
    'a throttled page, with its minutes',
    refusal({ code: 80001 }, 400, usage),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 720 },
  ],
  [
    'a throttled page without figures',
    refusal({ code: 32 }),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 600 },
  ],
  [
    'a page that posts too fast',
    refusal({ code: 100, error_subcode: 1390008 }),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 900 },
  ],
  [
    'a block for a time, in the words for the person',
    refusal({ code: 368, error_user_msg: 'You are blocked.' }),
    { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 3600, message: 'Facebook: You are blocked.' },
  ],
  ['a duplicate', refusal({ code: 506 }), { kind: 'rejected', message: 'Facebook: Something' }],
  ['a photo that already exists', refusal({ code: 100, error_subcode: 1366051 }), { kind: 'rejected' }],
  ['a bad parameter', refusal({ code: 100 }), { kind: 'rejected' }],
  ['a link that cannot be read', refusal({ code: 1609005 }), { kind: 'rejected' }],
  ['a fault of the API', refusal({ code: 1 }, 500), { kind: 'unknown' }],
  ['a transient fault', refusal({ code: 2, is_transient: true }), { kind: 'unknown' }],
  ['a proxy without a backend', { status: 502, body: '<h1>Bad Gateway</h1>' }, { kind: 'unknown' }],
  ['a firewall', { status: 403, body: '<h1>Blocked</h1>' }, { kind: 'unreachable' }],
  ['a limit in front of the API', { status: 429, body: '' }, { kind: 'rateLimited', scope: 'app' }],
  ['a file too large for the edge', { status: 413, body: '' }, { kind: 'rejected' }],
  ['a success without an id', { status: 200, body: {} }, { kind: 'unknown' }],
  [
    'a redirect',
    { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/elsewhere' } },
    { kind: 'unreachable' },
  ],
];

for (const [name, answer, outcome] of cases) {
  test(`${name} gives ${outcome.kind}`, async (t) => {
    const { networks, close } = openNetworks({ facebookGraphUrl: await answering(t, answer) });
    t.onTestFinished(close);
    assert.partialDeepStrictEqual(await networks.facebook?.publish(aContent(), page, aContext()), outcome);
  });
}

for (const { name, answer, engaged } of [
  {
    name: 'a subcode for a missing object',
    answer: refusal({ code: 100, error_subcode: 33 }),
    engaged: { kind: 'read', gone: ['1_2'] },
  },
  {
    name: 'a message about a missing object',
    answer: refusal({ code: 100, message: "Unsupported get request. Object with ID '1_2' does not exist" }),
    engaged: { kind: 'read', gone: ['1_2'] },
  },
  { name: 'an unknown alias', answer: refusal({ code: 803 }, 404), engaged: { kind: 'read', gone: ['1_2'] } },
  {
    name: 'an unknown field',
    answer: refusal({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (reactions) on node type (Video)',
    }),
    engaged: { kind: 'unreachable' },
  },
  {
    name: 'a bad parameter',
    answer: refusal({ code: 100, message: '(#100) Invalid parameter' }),
    engaged: { kind: 'unreachable' },
  },
  { name: 'a temporary block', answer: refusal({ code: 368 }), engaged: { kind: 'rateLimited' } },
] as const) {
  const isGone = 'gone' in engaged ? ' and reports the post as gone' : '';
  test(`reading figures refused with ${name} gives ${engaged.kind}${isGone}`, async (t) => {
    const { networks, close } = openNetworks({ facebookGraphUrl: await answering(t, answer) });
    t.onTestFinished(close);
    const read = await networks.facebook?.engagement?.(['1_2'], page, { signal: new AbortController().signal });
    assert.partialDeepStrictEqual(read, engaged);
  });
}

test('a video whose upload failed is rejected at once', async (t) => {
  const body = { status: { video_status: 'upload_failed', uploading_phase: { status: 'error' } } };
  const { networks, close } = openNetworks({ facebookGraphUrl: await answering(t, { status: 200, body }) });
  t.onTestFinished(close);
  const outcome = await networks.facebook?.check?.({ videoId: '7' }, page, { signal: new AbortController().signal });
  assert.deepEqual(outcome, { kind: 'rejected', message: 'Facebook could not use the video: upload_failed' });
});
