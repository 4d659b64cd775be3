import assert from 'node:assert/strict';
import { test } from 'vitest';
import { text } from '../json.ts';
import { aSandbox, ask, posted } from '../testing.ts';
import { newestVersion } from './versions.ts';
import { aMember, authorizeUrl, decide, scope, tokenCall, trade } from './testing.ts';

test('a consent gives a token for 60 days, without a refresh token', async (t) => {
  const { granted, call } = await aMember(t);
  assert.deepEqual(
    [granted['expires_in'], granted['scope'], granted['refresh_token']],
    [5_184_000, 'openid,profile,w_member_social', undefined],
  );
  const me = await call('/v2/userinfo');
  assert.deepEqual([me.body['sub'], me.body['name'], me.body['email']], ['sUnRiSe001', 'Emma Sunrise', undefined]);
});

test('an approved partner renews its token, and the refresh token keeps its expiry', async (t) => {
  const { sandbox, granted } = await aMember(t, { partner: true });
  assert.equal(granted['refresh_token_expires_in'], 31_536_000);
  sandbox.clock.aheadMs = 59 * 86_400_000;
  const renew = () =>
    tokenCall(sandbox, {
      grant_type: 'refresh_token',
      refresh_token: text(granted['refresh_token']),
      client_id: 'sandbox-partner',
      client_secret: 'sandbox-partner-secret',
    });
  const second = await renew();
  assert.deepEqual([second.body['refresh_token'], second.body['expires_in']], [granted['refresh_token'], 5_184_000]);
  assert.ok(Math.abs(Number(second.body['refresh_token_expires_in']) - 306 * 86_400) <= 1);
  sandbox.clock.aheadMs = 366 * 86_400_000;
  assert.equal((await renew()).status, 400);
});

test('cancelling and an unavailable scope come back as errors', async (t) => {
  const sandbox = await aSandbox(t);
  const back = await decide(authorizeUrl(sandbox), 'cancel');
  assert.deepEqual(
    [back.searchParams.get('error'), back.searchParams.get('state')],
    ['user_cancelled_authorize', 's1'],
  );
  const refused = await fetch(authorizeUrl(sandbox, { scope: `${scope} r_member_postAnalytics` }), {
    redirect: 'manual',
  });
  assert.equal(new URL(refused.headers.get('location') ?? '').searchParams.get('error'), 'unauthorized_scope_error');
});

test('a wrong secret, a wrong redirect address and a used code are refused', async (t) => {
  const sandbox = await aSandbox(t);
  const code = (await decide(authorizeUrl(sandbox), 'allow')).searchParams.get('code') ?? '';
  assert.deepEqual((await trade(sandbox, code, { client_secret: 'wrong' })).body['error'], 'invalid_client');
  assert.deepEqual(
    (await trade(sandbox, code, { redirect_uri: 'http://127.0.0.1:9/x' })).body['error'],
    'invalid_redirect_uri',
  );
  assert.equal((await trade(sandbox, code)).status, 200);
  assert.equal((await trade(sandbox, code)).status, 400);
});

test('a post answers 201 without a body and its URN in a header', async (t) => {
  const { sandbox, post, posts } = await aMember(t);
  const made = await post({ commentary: 'Rye \\(dark\\) and oats\\: #bread' });
  assert.deepEqual([made.status, made.text], [201, '']);
  const urn = made.headers.get('x-restli-id') ?? '';
  assert.match(urn, /^urn:li:share:\d{19}$/);
  assert.ok(Math.abs(Number(BigInt(urn.slice(13)) >> 22n) - Date.now()) < 60_000);
  assert.equal(posts()[0]?.text, 'Rye (dark) and oats\\: #bread');
  assert.equal((await ask(`${sandbox.linkedinAuthUrl}/feed/update/${urn}/`)).status, 200);
});

test('an unescaped reserved character silently cuts the post off there', async (t) => {
  const { post, posts } = await aMember(t);
  assert.equal((await post({ commentary: 'Open at six (seven on Sundays)' })).status, 201);
  assert.equal(posts()[0]?.text, 'Open at six');
});

const thisMonth = new Date().toISOString().slice(0, 7).replace('-', '');

for (const [name, headers, status, code] of [
  ['no version', { 'linkedin-version': '' }, 400, 'VERSION_MISSING'],
  ['a version that was switched off', { 'linkedin-version': '202409' }, 426, 'NONEXISTENT_VERSION'],
  ['a future version', { 'linkedin-version': thisMonth }, 426, 'NONEXISTENT_VERSION'],
  ['no Rest.li version', { 'x-restli-protocol-version': '1.0.0' }, 400, 'ILLEGAL_ARGUMENT'],
  ['no token', { authorization: '' }, 401, 'EMPTY_ACCESS_TOKEN'],
  ['an unknown token', { authorization: 'Bearer x' }, 401, 'INVALID_ACCESS_TOKEN'],
] as const) {
  test(`a request with ${name} is refused with ${status} ${code}`, async (t) => {
    const { call } = await aMember(t);
    const answer = await call('/rest/posts', posted({}, headers));
    assert.deepEqual([answer.status, answer.body['code']], [status, code]);
  });
}

test('a version is refused before the token is checked', async (t) => {
  const { call } = await aMember(t);
  assert.equal(
    (await call('/rest/posts', posted({}, { 'linkedin-version': '202301', authorization: 'Bearer x' }))).status,
    426,
  );
});

test('the answer for a token says whether it expired or was revoked', async (t) => {
  const { sandbox, post } = await aMember(t);
  await ask(`${sandbox.controlUrl}/tokens`, posted({ network: 'linkedin', does: 'expire' }));
  assert.deepEqual((await post()).body, {
    status: 401,
    serviceErrorCode: 65_602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  });
  await ask(`${sandbox.controlUrl}/tokens`, posted({ network: 'linkedin', does: 'revoke' }));
  assert.equal((await post()).body['code'], 'REVOKED_ACCESS_TOKEN');
});

test('the same post again names the existing one, and is accepted a day later', async (t) => {
  const { sandbox, post, posts } = await aMember(t);
  const first = (await post()).headers.get('x-restli-id');
  const second = await post();
  assert.deepEqual(second.body, { status: 422, code: 'DUPLICATE_POST', message: `Content is a duplicate of ${first}` });
  assert.equal(posts().length, 1);
  sandbox.clock.aheadMs = 86_401_000;
  assert.equal((await post()).status, 201);
});

test('all faults of a body are reported at once', async (t) => {
  const { post } = await aMember(t);
  const answer = await post({ lifecycleState: undefined, colour: 'red' });
  assert.equal(answer.status, 422);
  assert.equal(
    answer.body['message'],
    'ERROR :: /colour :: unrecognized field found but not allowed\nERROR :: /lifecycleState :: field is required but ' +
      'not found and has no default value\n',
  );
});

for (const [name, changed, status] of [
  ['3,001 characters', { commentary: 'x'.repeat(3001) }, 400],
  ['another author', { author: 'urn:li:person:hArBoR0002' }, 403],
  ['an article without a title', { content: { article: { source: 'https://example.org/' } } }, 422],
  ['an unknown file', { content: { media: { id: 'urn:li:image:X' } } }, 400],
  ['an empty post', { commentary: '' }, 422],
  ['a draft', { lifecycleState: 'DRAFT' }, 422],
] as const) {
  test(`${name} is refused with ${status}`, async (t) => {
    const { post, posts } = await aMember(t);
    assert.equal((await post(changed)).status, status);
    assert.equal(posts().length, 0);
  });
}

test('an article keeps its address and title', async (t) => {
  const { post, posts } = await aMember(t);
  assert.equal(
    (await post({ content: { article: { source: 'https://example.org/rye', title: 'Rye', description: 'Dark' } } }))
      .status,
    201,
  );
  assert.deepEqual([posts()[0]?.title, posts()[0]?.slug], ['Rye', 'https://example.org/rye']);
});

test('a restricted member may not post, and no member may read posts back', async (t) => {
  const { post, call } = await aMember(t, { persona: 'rEsTrIc004' });
  assert.equal((await post()).status, 403);
  assert.equal((await call('/rest/posts?q=author&author=urn%3Ali%3Aperson%3ArEsTrIc004')).status, 403);
});

test('the 151st post of a day is refused without a header that says how long', async (t) => {
  const { sandbox, post } = await aMember(t);
  for (let n = 0; n < 150; n += 1) assert.equal((await post({ commentary: `post ${n}` })).status, 201);
  const refused = await post({ commentary: 'one more' });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, null]);
  sandbox.clock.aheadMs = 86_400_000;
  assert.equal((await post({ commentary: 'one more' })).status, 201);
});

test('only a partner reads figures', async (t) => {
  const { sandbox, post } = await aMember(t);
  const urn = (await post()).headers.get('x-restli-id') ?? '';
  await ask(`${sandbox.controlUrl}/figures`, posted({ network: 'linkedin', id: urn, likes: 7 }));
  const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${encodeURIComponent(urn)})&queryType=REACTION&aggregation=TOTAL`;
  const partner = await aMember(t, { sandbox, partner: true, given: `${scope} r_member_postAnalytics` });
  assert.match((await partner.call(path)).text, /"count":7/);
  const other = await aMember(t, { sandbox });
  assert.equal((await other.call(path)).status, 403);
});

for (const [typed, status, made] of [
  ['sandbox-error-500', 500, 0],
  ['sandbox-created-500', 500, 1],
  ['sandbox-expired', 401, 0],
  ['sandbox-forbidden', 403, 0],
  ['sandbox-duplicate', 422, 0],
  ['sandbox-rate-limit-7', 429, 0],
  ['sandbox-created-html', 200, 1],
] as const) {
  test(`${typed} gets ${status} and makes ${made} post`, async (t) => {
    const { post, posts } = await aMember(t);
    assert.equal((await post({ commentary: typed })).status, status);
    assert.equal(posts().length, made);
  });
}

test('sandbox-cut-after leaves the post behind, and sending it again names it', async (t) => {
  const { post, posts } = await aMember(t);
  await assert.rejects(post({ commentary: 'sandbox-cut-after-1' }));
  assert.equal(posts().length, 1);
  assert.equal(
    (await post({ commentary: 'sandbox-cut-after-1' })).body['message'],
    `Content is a duplicate of ${posts()[0]?.id}`,
  );
});

test('a deleted post may be made again', async (t) => {
  const { post, call } = await aMember(t);
  const urn = (await post()).headers.get('x-restli-id') ?? '';
  assert.equal((await call(`/rest/posts/${encodeURIComponent(urn)}`, { method: 'DELETE' })).status, 204);
  assert.equal((await post()).status, 201);
});

test('a sandbox names the newest version that it serves', () => {
  assert.deepEqual(
    ['2026-11-21T16:00:00Z', '2027-01-31T23:59:00Z', '2028-03-31T00:00:00Z'].map((now) => newestVersion(new Date(now))),
    ['202610', '202612', '202802'],
  );
});
