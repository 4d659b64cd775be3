import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aContent, aContext } from '../testing.ts';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };
const partner = { clientId: 'sandbox-partner', clientSecret: 'sandbox-partner-secret' };
const emma = 'sUnRiSe001';
const days = 86_400_000;
const { sandbox, stage } = await onSandbox(aStage);

test('connecting reports the account; its access lasts 60 days and is not renewed', async () => {
  const account = await joined(stage.network.consent, emma);
  assert.deepEqual(
    [account.externalId, account.username, account.profile['author']],
    [emma, 'Emma Sunrise', `urn:li:person:${emma}`],
  );
  const left = ((account.expiresAt?.getTime() ?? 0) - Date.now()) / days;
  assert.ok(left > 59 && left <= 60, String(left));
  assert.deepEqual(Object.keys(account.credentials), ['accessToken']);
  assert.equal((await stage.network.refresh(account, { app, signal })).kind, 'unauthorized');
  sandbox.clock.aheadMs = 61 * days;
  assert.equal((await stage.network.publish(aContent(), account, aContext())).kind, 'unauthorized');
});

test('the tokens of a partner’s app are renewed', async () => {
  const given = await signIn(stage.network.consent, emma, aVisit({ app: partner }));
  assert.ok(given.kind === 'connected', JSON.stringify(given));
  const [account] = given.accounts;
  assert.ok(account !== undefined);
  sandbox.clock.aheadMs = 61 * days;
  const renewed = await stage.network.refresh(account, { app: partner, signal });
  assert.ok(renewed.kind === 'refreshed', JSON.stringify(renewed));
  assert.equal(
    (await stage.network.publish(aContent(), { ...account, credentials: renewed.credentials }, aContext())).kind,
    'published',
  );
  sandbox.clock.aheadMs = 366 * days;
  assert.equal(
    (await stage.network.refresh({ ...account, credentials: renewed.credentials }, { app: partner, signal })).kind,
    'unauthorized',
  );
});

test('a code works once; a denial comes back as an error; a wrong secret is refused with a message', async () => {
  const visit = aVisit();
  const code = (await decide(stage.network.consent, visit, { persona: emma })).get('code') ?? '';
  assert.equal((await stage.network.consent.complete({ ...visit, code }, { signal })).kind, 'connected');
  assert.equal((await stage.network.consent.complete({ ...visit, code }, { signal })).kind, 'refused');
  assert.match(
    (await decide(stage.network.consent, visit, { persona: emma, decision: 'cancel' })).get('error') ?? '',
    /cancel|denied/,
  );
  const wrong = await signIn(stage.network.consent, emma, aVisit({ app: { ...app, clientSecret: 'wrong' } }));
  assert.match(wrong.kind === 'refused' ? wrong.message : '', /^LinkedIn: \S/);
});

test('a wrong secret in the settings disconnects no account', async () => {
  const given = await signIn(stage.network.consent, emma, aVisit({ app: partner }));
  const account = given.kind === 'connected' ? given.accounts[0] : undefined;
  assert.ok(account !== undefined);
  const answer = await stage.network.refresh(account, { app: { ...partner, clientSecret: 'wrong' }, signal });
  assert.equal(answer.kind, 'unreachable', JSON.stringify(answer));
});
