import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask, basic } from '../testing.ts';
import { aUser, authorizeUrl, codeFor, decide, form, scope, trade } from './testing.ts';

const idOf = (answer: { body: Record<string, unknown> }): string =>
  isJson(answer.body['data']) ? String(answer.body['data']['id']) : '';

test('a consent gives a code for tokens that identify their user', async (t) => {
  const { granted, call } = await aUser(t);
  assert.deepEqual([granted['token_type'], granted['expires_in'], granted['scope']], ['bearer', 7200, scope]);
  const me = await call('/2/users/me?user.fields=verified');
  assert.deepEqual(me.body, {
    data: { id: '1510000000000000001', name: 'Sunrise Bakery', username: 'sunrise_bakery', verified: false },
  });
});

test('the consent page says that it is a sandbox and lists the people to sign in as', async (t) => {
  const sandbox = await aSandbox(t);
  const page = await ask(authorizeUrl(sandbox));
  assert.equal(page.status, 200);
  for (const words of ['Sandbox', '@sunrise_bakery', 'Locked Larry', 'tweet.write', 'Allow', 'Cancel'])
    assert.ok(page.text.includes(words), words);
});

test('cancelling comes back as access_denied with the state', async (t) => {
  const back = await decide(authorizeUrl(await aSandbox(t)), 'cancel');
  assert.deepEqual(Object.fromEntries(back.searchParams), { error: 'access_denied', state: 's1' });
});

for (const [name, changed] of [
  ['an unknown app', { client_id: 'nobody' }],
  ['no challenge', { code_challenge: '' }],
  ['an unknown scope', { scope: 'tweet.read everything' }],
  ['no state', { state: '' }],
  ['an unknown parameter', { prompt: 'consent' }],
] as const) {
  test(`the consent page refuses ${name}`, async (t) => {
    assert.equal((await ask(authorizeUrl(await aSandbox(t), changed))).status, 400);
  });
}

for (const [name, changed, words] of [
  ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, /code verifier/],
  ['another redirect address', { redirect_uri: 'http://127.0.0.1:9/other' }, /redirect uri/],
  ['an unknown field', { colour: 'red' }, /colour/],
] as const) {
  test(`a code is not exchanged for ${name}`, async (t) => {
    const sandbox = await aSandbox(t);
    const code = await codeFor(sandbox);
    const answer = await trade(sandbox, code, changed);
    assert.equal(answer.status, 400);
    assert.match(String(answer.body['error_description']), words);
  });
}

test('a code expires after 30 seconds and after its use', async (t) => {
  const sandbox = await aSandbox(t);
  const code = () => codeFor(sandbox);
  const late = await code();
  sandbox.clock.aheadMs = 31_000;
  assert.equal((await trade(sandbox, late)).status, 400);
  const used = await code();
  assert.equal((await trade(sandbox, used)).status, 200);
  assert.equal((await trade(sandbox, used)).status, 400);
});

test('a client without its secret is refused', async (t) => {
  const sandbox = await aSandbox(t);
  const answer = await ask(
    `${sandbox.twitterApiUrl}/2/oauth2/token`,
    form({ grant_type: 'refresh_token', refresh_token: 'x' }, basic('sandbox-app', 'wrong')),
  );
  assert.deepEqual([answer.status, answer.body['error']], [401, 'unauthorized_client']);
});

test('a refresh token works once and returns the next', async (t) => {
  const { sandbox, granted, call } = await aUser(t);
  sandbox.clock.aheadMs = 7_201_000;
  assert.deepEqual((await call('/2/users/me')).body, {
    title: 'Unauthorized',
    detail: 'Unauthorized',
    type: 'about:blank',
    status: 401,
  });
  const renew = (token: unknown) =>
    ask(`${sandbox.twitterApiUrl}/2/oauth2/token`, form({ grant_type: 'refresh_token', refresh_token: String(token) }));
  const second = await renew(granted['refresh_token']);
  assert.equal(second.status, 200);
  assert.notEqual(second.body['refresh_token'], granted['refresh_token']);
  assert.equal(
    (
      await ask(`${sandbox.twitterApiUrl}/2/users/me`, {
        headers: { authorization: `Bearer ${String(second.body['access_token'])}` },
      })
    ).status,
    200,
  );
  assert.deepEqual((await renew(granted['refresh_token'])).body, {
    error: 'invalid_request',
    error_description: 'Value passed for the token was invalid.',
  });
  assert.equal((await renew(second.body['refresh_token'])).status, 200);
});

test('there is no refresh token without offline.access, and no post without tweet.write', async (t) => {
  const { granted, tweet } = await aUser(t, { given: 'tweet.read users.read' });
  assert.equal(granted['refresh_token'], undefined);
  assert.equal((await tweet({ text: 'x' })).status, 403);
});

test('a revoked token is dead', async (t) => {
  const { sandbox, granted, call } = await aUser(t);
  await ask(`${sandbox.twitterApiUrl}/2/oauth2/revoke`, form({ token: String(granted['refresh_token']) }));
  assert.equal((await call('/2/users/me')).status, 401);
});

test('a post gets an id and a page, and comes back with its addresses shortened', async (t) => {
  const { sandbox, call, tweet, posts } = await aUser(t);
  const made = await tweet({ text: 'Rye & oats <3 https://example.org/bread?a=1 at six' });
  assert.equal(made.status, 201);
  const [post] = posts();
  assert.deepEqual(
    [post?.id, post?.account, post?.text],
    [idOf(made), 'sunrise_bakery', 'Rye & oats <3 https://example.org/bread?a=1 at six'],
  );
  assert.equal((await ask(`${sandbox.twitterAuthUrl}/sunrise_bakery/status/${idOf(made)}`)).status, 200);
  const read = await call(
    '/2/users/1510000000000000001/tweets?max_results=5&tweet.fields=created_at,entities,public_metrics',
  );
  assert.match(read.text, /"text":"Rye &amp; oats &lt;3 https:\/\/t\.co\/\w+ at six"/);
  assert.match(read.text, /"expanded_url":"https:\/\/example.org\/bread\?a=1"/);
  assert.match(read.text, /"retweet_count":0/);
});

test('post.fields answers in the newer vocabulary', async (t) => {
  const { call, tweet } = await aUser(t);
  const id = idOf(await tweet({ text: 'x' }));
  const read = await call(`/2/tweets?ids=${id},77&post.fields=public_metrics`);
  assert.match(read.text, new RegExp(`"edit_history_post_ids":\\["${id}"\\]`));
  assert.match(read.text, /"repost_count":0.*"resource_id":"77"/);
});

test('the same text again is a duplicate, and a day later it is not', async (t) => {
  const { sandbox, tweet, posts, signInAgain } = await aUser(t);
  assert.equal((await tweet({ text: 'Again' })).status, 201);
  const second = await tweet({ text: 'Again' });
  assert.deepEqual(
    [second.status, second.body['detail']],
    [403, 'You are not allowed to create a Tweet with duplicate content.'],
  );
  assert.equal(posts().length, 1);
  sandbox.clock.aheadMs = 86_401_000;
  await signInAgain();
  assert.equal((await tweet({ text: 'Again' })).status, 201);
});

const refusals: [name: string, fields: Record<string, unknown>, status: number][] = [
  ['281 characters', { text: 'x'.repeat(281) }, 403],
  ['141 characters that weigh two', { text: '面'.repeat(141) }, 403],
  ['two cashtags', { text: '$AAA and $BBB' }, 403],
  ['a link that weighs more than its letters', { text: `${'x'.repeat(257)} acme.agency` }, 403],
  ['an empty post', { text: ' ' }, 400],
  ['a misspelt field', { txt: 'x' }, 400],
  ['unknown media', { text: 'x', media: { media_ids: ['123'] } }, 400],
];
for (const [name, fields, status] of refusals) {
  test(`${name} is refused with ${status}`, async (t) => {
    const { tweet, posts } = await aUser(t);
    assert.equal((await tweet(fields)).status, status);
    assert.equal(posts().length, 0);
  });
}

test('280 characters are accepted: addresses weigh 23, an emoji of many parts two', async (t) => {
  const { tweet } = await aUser(t);
  const text = `https://example.org/${'a'.repeat(300)} 👨‍👩‍👧‍👦 ${'x'.repeat(253)}`;
  assert.equal((await tweet({ text })).status, 201);
  assert.equal((await tweet({ text: `${'x'.repeat(256)} acme.agency` })).status, 201);
  assert.equal((await tweet({ text: `${'x'.repeat(260)} node.js hello.txt` })).status, 201);
});

test('a premium user may write more, a locked one nothing', async (t) => {
  const premium = await aUser(t, { persona: '1510000000000000002' });
  assert.equal((await premium.tweet({ text: 'x'.repeat(281) })).status, 201);
  const locked = await aUser(t, { persona: '1510000000000000004' });
  assert.match(String((await locked.tweet({ text: 'x' })).body['detail']), /temporarily locked/);
});

test('the hundred-and-first post in 15 minutes is refused with the reset', async (t) => {
  const { sandbox, tweet } = await aUser(t);
  for (let n = 0; n < 100; n += 1) assert.equal((await tweet({ text: `post ${n}` })).status, 201);
  const refused = await tweet({ text: 'one more' });
  assert.deepEqual(
    [refused.status, refused.headers.get('x-rate-limit-limit'), refused.headers.get('x-rate-limit-remaining')],
    [429, '100', '0'],
  );
  const reset = Number(refused.headers.get('x-rate-limit-reset')) * 1000 - Date.now();
  assert.ok(reset > 850_000 && reset <= 901_000, String(reset));
  sandbox.clock.aheadMs = 901_000;
  assert.equal((await tweet({ text: 'one more' })).status, 201);
});

for (const [text, status, made] of [
  ['sandbox-error-500', 500, 0],
  ['sandbox-created-500', 500, 1],
  ['sandbox-revoked', 401, 0],
  ['sandbox-forbidden', 403, 0],
  ['sandbox-app-refused', 403, 0],
  ['sandbox-duplicate', 403, 0],
  ['sandbox-rate-limit-7', 429, 0],
  ['sandbox-html-200', 200, 0],
  ['sandbox-gzip', 201, 1],
] as const) {
  test(`${text} gets ${status} and makes ${made} post`, async (t) => {
    const { tweet, posts } = await aUser(t);
    assert.equal((await tweet({ text })).status, status);
    assert.equal(posts().length, made);
  });
}

test('a refused app is identified by the type of the problem', async (t) => {
  const { tweet } = await aUser(t);
  assert.equal(
    (await tweet({ text: 'sandbox-app-refused' })).body['type'],
    'https://api.x.com/2/problems/client-forbidden',
  );
});

test('a bare domain comes back as a link whose full address has a scheme', async (t) => {
  const { call, tweet } = await aUser(t);
  const id = idOf(await tweet({ text: 'See bakery.com/menu' }));
  const { body } = await call(`/2/tweets/${id}?tweet.fields=entities`);
  assert.match(JSON.stringify(body), /"text":"See https:\/\/t\.co\/\w+".*"expanded_url":"http:\/\/bakery\.com\/menu"/);
});

test('sandbox-cut-after leaves the post behind without an answer', async (t) => {
  const { tweet, posts } = await aUser(t);
  await assert.rejects(tweet({ text: 'sandbox-cut-after' }));
  assert.equal(posts().length, 1);
});

test('a deleted post disappears from the lists', async (t) => {
  const { call, tweet } = await aUser(t);
  const id = idOf(await tweet({ text: 'x' }));
  assert.equal((await call(`/2/tweets/${id}`, { method: 'DELETE' })).status, 200);
  assert.equal((await call(`/2/tweets/${id}`)).body['data'], undefined);
  assert.deepEqual((await call('/2/users/1510000000000000001/tweets')).body, { meta: { result_count: 0 } });
});
