import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { aSandbox, ask } from '../testing.ts';
import { aConsent, aPage, first, persona } from './testing.ts';

const app = 'client_id=sandbox-app&client_secret=sandbox-secret&redirect_uri=http://localhost/back';

test('the dialog says that it is a sandbox, lists the people and asks for the permissions', async (t) => {
  const sandbox = await aSandbox(t);
  const page = await ask(
    `${sandbox.facebookAuthUrl}/v26.0/dialog/oauth?client_id=sandbox-app` +
      '&redirect_uri=http://localhost/back&state=s&scope=pages_show_list,pages_manage_posts',
  );
  for (const words of ['Sandbox: this is a stand-in', 'Emma Sunrise', 'Paula Manypages', 'pages_manage_posts'])
    assert.ok(page.text.includes(words), words);
  assert.match(
    (
      await ask(
        `${sandbox.facebookAuthUrl}/v26.0/dialog/oauth?client_id=sandbox-app` +
          '&redirect_uri=http://localhost/back&scope=fly',
      )
    ).text,
    /Invalid Scopes: fly/,
  );
  assert.equal(
    (await ask(`${sandbox.facebookAuthUrl}/v26.0/dialog/oauth?client_id=nobody&redirect_uri=http://localhost/back`))
      .status,
    400,
  );
});

test('a refusal comes back in Facebook’s words', async (t) => {
  const sandbox = await aSandbox(t);
  const back = await aConsent(sandbox, { decision: 'cancel' });
  assert.deepEqual(Object.fromEntries(back), {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
    state: 'st4te',
  });
});

test('a code works once, and only for its redirect address', async (t) => {
  const sandbox = await aSandbox(t);
  const code = (await aConsent(sandbox)).get('code') ?? '';
  const redeem = (query: string) => ask(`${sandbox.facebookGraphUrl}/v26.0/oauth/access_token?${query}`);
  assert.equal(error((await redeem(`${app}x&code=${code}`)).body)['error_subcode'], 36008);
  assert.equal(
    error(
      (await redeem(`client_id=sandbox-app&client_secret=wrong&redirect_uri=http://localhost/back&code=${code}`)).body,
    )['code'],
    1,
  );
  assert.equal((await redeem(`${app}&code=${code}`)).body['expires_in'], 5400);
  assert.equal(error((await redeem(`${app}&code=${code}`)).body)['error_subcode'], 36009);
});

test('a page token expires with a short-lived user token and outlives a long-lived one', async (t) => {
  const { sandbox, graph, short, pageToken, read } = await aPage(t);
  const listed = await read('me/accounts', { fields: 'access_token' }, short);
  const shortPage = text(first(listed.body)['access_token']);
  assert.equal((await read('me', {}, shortPage)).body['name'], 'Sunrise Bakery');
  const facts = await ask(`${graph}/debug_token?input_token=${pageToken}&access_token=sandbox-app|sandbox-secret`);
  assert.partialDeepStrictEqual(facts.body, {
    data: { type: 'PAGE', expires_at: 0, is_valid: true, profile_id: '100200300400501' },
  });
  sandbox.clock.aheadMs = 2 * 3_600_000;
  assert.deepEqual(
    [
      error((await read('me', {}, shortPage)).body)['code'],
      error((await read('me', {}, shortPage)).body)['error_subcode'],
    ],
    [190, 463],
  );
  sandbox.clock.aheadMs = 100 * 86_400_000;
  assert.equal((await read('me', {})).body['name'], 'Sunrise Bakery');
});

test('a permission that was not granted cannot be used', async (t) => {
  const sandbox = await aSandbox(t);
  const code = (await aConsent(sandbox, { scopes: 'email' })).get('code') ?? '';
  const token = text(
    (await ask(`${sandbox.facebookGraphUrl}/v26.0/oauth/access_token?${app}&code=${code}`)).body['access_token'],
  );
  const accounts = await ask(`${sandbox.facebookGraphUrl}/v26.0/me/accounts?access_token=${token}`);
  assert.deepEqual([accounts.status, error(accounts.body)['code']], [403, 200]);
});

test('a revoked token reports that it was revoked', async (t) => {
  const { sandbox, post } = await aPage(t);
  await fetch(`${sandbox.controlUrl}/tokens`, {
    method: 'POST',
    body: JSON.stringify({ network: 'facebook', does: 'revoke' }),
  });
  const { body } = await post('feed', { message: 'x' });
  assert.partialDeepStrictEqual(error(body), { code: 190, error_subcode: 458, type: 'OAuthException' });
});

test('the app’s own token revokes a person’s consent and all its tokens', async (t) => {
  const { graph, userToken, pageToken, read } = await aPage(t);
  const take = (path: string, token: string) => ask(`${graph}/${path}?access_token=${token}`, { method: 'DELETE' });
  assert.deepEqual((await take(`${persona.emma}/permissions/read_insights`, userToken)).body, { success: true });
  assert.doesNotMatch((await read('me/permissions', {}, userToken)).text, /read_insights/);
  assert.equal(error((await take(`${persona.emma}/permissions`, 'sandbox-app|wrong')).body)['code'], 190);
  assert.deepEqual((await take(`${persona.emma}/permissions`, 'sandbox-app|sandbox-secret')).body, { success: true });
  for (const token of [userToken, pageToken])
    assert.partialDeepStrictEqual(error((await read('me', {}, token)).body), { code: 190, error_subcode: 458 });
  assert.equal(error((await take(`${persona.emma}/permissions`, 'sandbox-app|sandbox-secret')).body)['code'], 200);
});

function error(body: Json): Json {
  return isJson(body['error']) ? body['error'] : {};
}
