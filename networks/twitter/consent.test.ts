import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aContent, aContext } from '../testing.ts';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };
const bakery = '1510000000000000001';
const { sandbox, stage } = await onSandbox(aStage);

test('the address asks for a code with a challenge and for offline access', () => {
  const url = new URL(stage.network.consent.authorizeUrl(aVisit()));
  assert.equal(url.pathname, '/twitter/i/oauth2/authorize');
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
  assert.match(url.searchParams.get('scope') ?? '', /media\.write offline\.access/);
  assert.ok(!url.href.includes(aVisit().verifier), 'the verifier stays here');
});

test('connecting reports the account and when its access expires', async () => {
  const account = await joined(stage.network.consent, bakery);
  assert.deepEqual(
    [account.externalId, account.username, account.profile['username']],
    [bakery, '@sunrise_bakery', 'sunrise_bakery'],
  );
  const hours = ((account.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  assert.ok(hours > 1.9 && hours <= 2, String(hours));
  assert.deepEqual(Object.keys(account.credentials), ['accessToken', 'refreshToken']);
});

test('a code works once, for its own verifier and for 30 seconds', async () => {
  const visit = aVisit();
  const code = async () => (await decide(stage.network.consent, visit, { persona: bakery })).get('code') ?? '';
  const complete = (given: string, other = {}) =>
    stage.network.consent.complete({ ...visit, code: given, ...other }, { signal });
  assert.equal((await complete(await code(), { verifier: 'x'.repeat(50) })).kind, 'refused');
  const once = await code();
  assert.equal((await complete(once)).kind, 'connected');
  assert.equal((await complete(once)).kind, 'refused');
  const late = await code();
  sandbox.clock.aheadMs = 31_000;
  const answer = await complete(late);
  assert.match(answer.kind === 'refused' ? answer.message : '', /^X: \S/);
});

test('an app whose secret contains all kinds of characters connects', async () => {
  const given = await signIn(
    stage.network.consent,
    bakery,
    aVisit({ app: { clientId: 'sandbox-signs', clientSecret: 'a+b/c=%20d:é' } }),
  );
  assert.equal(given.kind, 'connected', JSON.stringify(given));
});

test('a denial comes back as an error, and a wrong secret is refused with a message', async () => {
  assert.equal(
    (await decide(stage.network.consent, aVisit(), { persona: bakery, decision: 'cancel' })).get('error'),
    'access_denied',
  );
  const wrong = await signIn(
    stage.network.consent,
    bakery,
    aVisit({ app: { clientId: 'sandbox-app', clientSecret: 'wrong' } }),
  );
  assert.equal(wrong.kind, 'refused');
});

test('expired access is renewed, and each refresh token works once', async () => {
  const account = await joined(stage.network.consent, bakery);
  sandbox.clock.aheadMs = 3 * 3_600_000;
  assert.equal((await stage.network.publish(aContent(), account, aContext())).kind, 'unauthorized');
  const first = await stage.network.refresh(account, { app, signal });
  assert.ok(first.kind === 'refreshed', JSON.stringify(first));
  assert.notEqual(first.credentials['refreshToken'], account.credentials['refreshToken']);
  assert.equal(
    (await stage.network.publish(aContent(), { ...account, credentials: first.credentials }, aContext())).kind,
    'published',
  );
  assert.equal((await stage.network.refresh(account, { app, signal })).kind, 'unauthorized');
  assert.equal(
    (await stage.network.refresh({ ...account, credentials: first.credentials }, { app, signal })).kind,
    'refreshed',
  );
});

test('only the network’s own refusal of the token disconnects an account', async () => {
  const account = await joined(stage.network.consent, bakery);
  const wrongApp = await stage.network.refresh(account, { app: { ...app, clientSecret: 'wrong' }, signal });
  assert.equal(wrongApp.kind, 'unreachable', JSON.stringify(wrongApp));
  await stage.control('tokens', { network: 'twitter', does: 'revoke' });
  assert.equal((await stage.network.refresh(account, { app, signal })).kind, 'unauthorized');
  const without = await stage.network.refresh({ ...account, credentials: { accessToken: 'x' } }, { app, signal });
  assert.equal(without.kind, 'unauthorized');
});
