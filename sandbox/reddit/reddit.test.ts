import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson, text } from '../json.ts';
import { ask, posted } from '../testing.ts';
import { aRedditor, children, data, firstError, inner, scope } from './testing.ts';

test('a redditor connects: consent, code, a token valid for a day and a permanent refresh token', async (t) => {
  const { sandbox, granted, get, token, use, code, redirectUri, page } = await aRedditor(t);
  assert.match((await ask(page)).text, /Sandbox: this is a stand-in[\s\S]*u\/sunrise_bakery/);
  assert.deepEqual([granted['expires_in'], granted['scope'], granted['token_type']], [86_400, scope, 'bearer']);
  assert.equal((await get('/api/v1/me')).body['name'], 'sunrise_bakery');
  await ask(`${sandbox.controlUrl}/clock`, posted({ aheadSeconds: 86_401 }));
  assert.equal((await get('/api/v1/me')).status, 401);
  const renewed = await token({ grant_type: 'refresh_token', refresh_token: text(granted['refresh_token']) });
  assert.equal(renewed.body['refresh_token'], granted['refresh_token']);
  use(text(renewed.body['access_token']));
  assert.equal((await get('/api/v1/me')).status, 200);
  assert.deepEqual((await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body, {
    error: 'invalid_grant',
  });
  assert.equal((await get('/api/v1/me')).status, 401);
  assert.equal(
    (await token({ grant_type: 'refresh_token', refresh_token: text(granted['refresh_token']) })).status,
    400,
  );
});

test('a refusal, a wrong secret and a wrong scope have different errors', async (t) => {
  const { decide, token, page } = await aRedditor(t);
  const denied = new URL((await decide('cancel')).headers.get('location') ?? '');
  assert.deepEqual([denied.searchParams.get('error'), denied.searchParams.get('state')], ['access_denied', 's1']);
  assert.equal((await token({ grant_type: 'refresh_token', refresh_token: 'x' }, 'wrong')).status, 401);
  const odd = await fetch(page.replace('identity', 'everything'), { redirect: 'manual' });
  assert.equal(new URL(odd.headers.get('location') ?? '').searchParams.get('error'), 'invalid_scope');
  assert.equal((await ask(page.replace('sandbox-app', 'nobody'))).status, 400);
});

test('texts and links have their id at once, are listed and have a page', async (t) => {
  const { sandbox, submit, get } = await aRedditor(t);
  const made = data(await submit({ kind: 'self', text: 'Rye & oats' }));
  assert.match(text(made['name']), /^t3_[0-9a-z]+$/);
  assert.equal((await ask(text(made['url']))).status, 200);
  await submit({ kind: 'link', url: 'https://example.org/a', sr: 'breadmaking' });
  const [link, self] = children(await get('/user/sunrise_bakery/submitted?limit=25&sort=new'));
  assert.deepEqual(
    [link?.['subreddit'], self?.['subreddit'], self?.['selftext']],
    ['breadmaking', 'u_sunrise_bakery', 'Rye &amp; oats'],
  );
  assert.equal(
    children(await get(`/api/info?raw_json=1&id=${text(made['name'])},t3_nothere`))[0]?.['selftext'],
    'Rye & oats',
  );
  assert.equal(sandbox.state.posts.size, 2);
});

test('listings are paged by name, at most 100 at a time, and figures can be set', async (t) => {
  const { sandbox, submit, get } = await aRedditor(t);
  for (const title of ['one', 'two', 'three']) await submit({ kind: 'self', title });
  const first = await get('/user/sunrise_bakery/submitted?limit=2');
  const after = isJson(first.body['data']) ? text(first.body['data']['after']) : '';
  const [second] = children(await get(`/user/sunrise_bakery/submitted?limit=2&after=${after}`));
  assert.equal(second?.['title'], 'one');
  await ask(`${sandbox.controlUrl}/figures`, posted({ network: 'reddit', id: second?.['id'], likes: 41, comments: 3 }));
  const [read] = children(await get(`/api/info?id=${text(second?.['name'])}`));
  assert.deepEqual([read?.['ups'], read?.['num_comments'], read?.['view_count']], [42, 3, null]);
});

test('the gateway in front answers with a page, not with JSON', async (t) => {
  const { submit, sandbox } = await aRedditor(t);
  const answer = await submit({ kind: 'self', text: 'sandbox-blocked' });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')?.startsWith('text/html'), sandbox.state.posts.size],
    [403, true, 0],
  );
});

const refusals: [name: string, form: Record<string, string>, code: string][] = [
  ['no title', { title: ' ' }, 'NO_TEXT'],
  ['a long title', { title: 'x'.repeat(301) }, 'TOO_LONG'],
  ['a long text', { text: 'x'.repeat(40_001) }, 'TOO_LONG'],
  ['no community', { sr: '' }, 'BAD_SR_NAME'],
  ['an unknown community', { sr: 'nowhere' }, 'SUBREDDIT_NOEXIST'],
  ['a members-only community', { sr: 'trusted' }, 'SUBREDDIT_NOTALLOWED'],
  ['somebody else’s profile', { sr: 'u_harbor_coffee' }, 'SUBREDDIT_NOTALLOWED'],
  ['a text in a link-only community', { sr: 'linksonly' }, 'NO_SELFS'],
  ['a missing flair', { sr: 'flairplease' }, 'SUBMIT_VALIDATION_FLAIR_REQUIRED'],
  ['an unknown kind', { kind: 'poem' }, 'INVALID_OPTION'],
  ['an unknown field', { titel: 'x' }, 'INVALID_OPTION'],
  ['a duplicate', { text: 'sandbox-duplicate' }, 'ALREADY_SUB'],
  ['a rate-limit sentinel', { text: 'sandbox-rate-limit-7' }, 'RATELIMIT'],
];
for (const [name, form, code] of refusals) {
  test(`${name} is refused with ${code} in a 200`, async (t) => {
    const { submit, sandbox } = await aRedditor(t);
    const answer = await submit({ kind: 'self', text: 'x', ...form });
    assert.deepEqual([answer.status, firstError(answer), sandbox.state.posts.size], [200, code, 0]);
    if (code === 'RATELIMIT') assert.deepEqual([inner(answer)['ratelimit'], /7 seconds/.test(answer.text)], [7, true]);
  });
}

test('the same link twice in a community is refused unless resubmitted', async (t) => {
  const { submit } = await aRedditor(t);
  const link = { kind: 'link', url: 'https://example.org/a', sr: 'breadmaking' };
  await submit(link);
  assert.equal(firstError(await submit(link)), 'ALREADY_SUB');
  assert.equal(firstError(await submit({ ...link, resubmit: 'true' })), null);
});

test('a new account posts once in ten minutes', async (t) => {
  const { submit, sandbox } = await aRedditor(t, 'fresh');
  await submit({ kind: 'self', sr: 'breadmaking' });
  const second = await submit({ kind: 'self', sr: 'breadmaking' });
  assert.deepEqual([firstError(second), /10 minutes/.test(second.text)], ['RATELIMIT', true]);
  await ask(`${sandbox.controlUrl}/clock`, posted({ aheadSeconds: 601 }));
  assert.equal(firstError(await submit({ kind: 'self', sr: 'breadmaking' })), null);
});

test('generic user agents and requests beyond the window get 429, with Reddit’s headers', async (t) => {
  const { sandbox, get } = await aRedditor(t);
  const plain = await ask(`${sandbox.redditApiUrl}/api/v1/me`, { headers: { 'user-agent': 'node' } });
  assert.equal(plain.status, 429);
  const first = await get('/api/v1/me');
  assert.deepEqual([first.headers.get('x-ratelimit-used'), first.headers.get('x-ratelimit-remaining')], ['1', '999.0']);
  for (let n = 0; n < 999; n++) await get('/api/v1/me');
  const over = await get('/api/v1/me');
  assert.equal(over.status, 429);
  assert.ok(Number(over.headers.get('x-ratelimit-reset')) > 500);
});

test('scopes, suspension, private communities and revocation are enforced', async (t) => {
  const narrow = await aRedditor(t, 'sunrise', 'identity');
  assert.equal((await narrow.submit({ kind: 'self' })).status, 403);
  const banned = await aRedditor(t, 'banned');
  assert.equal(firstError(await banned.submit({ kind: 'self', sr: 'breadmaking' })), 'USER_REQUIRED');
  const { sandbox, submit, get, token, granted } = await aRedditor(t);
  assert.equal((await submit({ kind: 'self', sr: 'hidden' })).status, 404);
  assert.equal((await submit({ kind: 'self', text: 'sandbox-revoked' })).status, 401);
  assert.equal((await get('/api/v1/me')).status, 401);
  const dead = await token({ grant_type: 'refresh_token', refresh_token: text(granted['refresh_token']) });
  assert.deepEqual([dead.status, dead.body], [400, { error: 400 }]);
  assert.equal(sandbox.state.posts.size, 0);
});

test('the post of an expired token succeeds once the token is renewed', async (t) => {
  const { submit, token, granted, use, sandbox } = await aRedditor(t);
  assert.equal((await submit({ kind: 'self', text: 'sandbox-expired' })).status, 401);
  use(
    text(
      (await token({ grant_type: 'refresh_token', refresh_token: text(granted['refresh_token']) })).body[
        'access_token'
      ],
    ),
  );
  assert.equal(firstError(await submit({ kind: 'self', text: 'sandbox-expired' })), null);
  assert.equal(sandbox.state.posts.size, 1);
});

test('a cut after the post leaves a post that can be found', async (t) => {
  const { submit, get } = await aRedditor(t);
  await assert.rejects(submit({ kind: 'self', text: 'sandbox-cut-after' }));
  assert.equal(children(await get('/user/sunrise_bakery/submitted')).length, 1);
});
