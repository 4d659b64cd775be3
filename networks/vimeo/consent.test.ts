import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const { network } = (await onSandbox(aStage)).stage;

test('connecting asks whose token it is and stores what uploading needs', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.deepEqual([account.externalId, account.username, account.expiresAt], ['1000001', 'Sunrise Bakery', null]);
  assert.deepEqual(Object.keys(account.credentials), ['accessToken']);
});

test('connecting works with the person’s own app', async () => {
  const given = await signIn(
    network.consent,
    'sunrise',
    aVisit({ app: { clientId: 'sunrise-films-app', clientSecret: 'sunrise-films-secret' } }),
  );
  assert.equal(given.kind, 'connected');
});

test('an app whose secret contains all kinds of characters connects', async () => {
  const given = await signIn(
    network.consent,
    'sunrise',
    aVisit({ app: { clientId: 'sandbox-signs', clientSecret: 'a+b/c=%20d:é' } }),
  );
  assert.equal(given.kind, 'connected', JSON.stringify(given));
});

test('a wrong secret and a used code are refused with a message, and a denial comes back as an error', async () => {
  const wrong = await signIn(
    network.consent,
    'sunrise',
    aVisit({ app: { clientId: 'sandbox-app', clientSecret: 'wrong' } }),
  );
  assert.match('message' in wrong ? wrong.message : '', /Client Secret/);
  const visit = aVisit();
  const code = (await decide(network.consent, visit, { persona: 'sunrise' })).get('code') ?? '';
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'connected');
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'refused');
  assert.equal(
    (await decide(network.consent, visit, { persona: 'sunrise', decision: 'cancel' })).get('error'),
    'access_denied',
  );
});
