import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aContent, aContext } from '../testing.ts';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const { app } = aVisit();
const { network, control } = (await onSandbox(aStage)).stage;

test('connecting asks whose token it is and stores what renews the connection', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal(account.username, 'sunrise_bakery');
  assert.deepEqual(Object.keys(account.credentials), ['accessToken', 'refreshToken']);
  assert.ok((account.expiresAt?.getTime() ?? 0) > Date.now() + 3_000_000);
});

test('an app whose secret contains all kinds of characters connects', async () => {
  const given = await signIn(
    network.consent,
    'sunrise',
    aVisit({ app: { clientId: 'sandbox-signs', clientSecret: 'a+b/c=%20d:é' } }),
  );
  assert.equal(given.kind, 'connected', JSON.stringify(given));
});

test('a denial, a used code and a wrong secret are refused with a message', async () => {
  const visit = aVisit();
  assert.equal(
    (await decide(network.consent, visit, { persona: 'sunrise', decision: 'cancel' })).get('error'),
    'access_denied',
  );
  const code = (await decide(network.consent, visit, { persona: 'sunrise' })).get('code') ?? '';
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'connected');
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'refused');
  const wrong = await signIn(
    network.consent,
    'sunrise',
    aVisit({ app: { clientId: 'sandbox-app', clientSecret: 'wrong' } }),
  );
  assert.match('message' in wrong ? wrong.message : '', /does not accept the id and secret/);
});

test('a post succeeds after an expired token is renewed, and the refresh token stays', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal(
    (await network.publish(aContent({ text: 'sandbox-expired' }), account, aContext())).kind,
    'unauthorized',
  );
  const renewed = await network.refresh(account, { app, signal });
  assert.ok(renewed.kind === 'refreshed', JSON.stringify(renewed));
  assert.notEqual(renewed.credentials['accessToken'], account.credentials['accessToken']);
  assert.equal(renewed.credentials['refreshToken'], account.credentials['refreshToken']);
  const again = await network.publish(
    aContent({ text: 'sandbox-expired' }),
    { ...account, credentials: renewed.credentials },
    aContext(),
  );
  assert.equal(again.kind, 'published', JSON.stringify(again));
});

test('a revoked connection cannot be renewed, and a wrong app says nothing about it', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal(
    (await network.refresh(account, { app: { ...app, clientSecret: 'wrong' }, signal })).kind,
    'unreachable',
  );
  await control('tokens', { network: 'reddit', does: 'revoke' });
  assert.equal((await network.refresh(account, { app, signal })).kind, 'unauthorized');
});
