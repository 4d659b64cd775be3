import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openNetworks } from '../index.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };
const { sandbox, stage } = await onSandbox(aStage);
const { network, consent, control } = stage;

test('a channel connects with a refresh token, and its access is renewed without the person', async () => {
  const account = await joined(consent, 'yt-sunrise');
  assert.equal(account.username, 'Sunrise Bakery');
  assert.ok(account.expiresAt && account.expiresAt.getTime() > Date.now() + 3_000_000);
  sandbox.clock.aheadMs += 3_700_000;
  assert.equal(
    (await network.publish(aContent({ type: 'video', media: aMedia('video') }), account, aContext())).kind,
    'unauthorized',
  );
  const renewed = await network.refresh?.(account, { app, signal });
  assert.ok(renewed?.kind === 'refreshed', JSON.stringify(renewed));
  assert.equal(renewed.credentials['refreshToken'], account.credentials['refreshToken']);
  const again = await network.publish(
    aContent({ type: 'video', media: aMedia('video') }),
    { ...account, credentials: renewed.credentials },
    aContext(),
  );
  assert.equal(again.kind, 'processing');
});

test('a revoked consent cannot be renewed; a wrong app or a silent Google leaves the account unchanged', async () => {
  const account = await joined(consent, 'yt-sunrise');
  assert.equal(
    (await network.refresh?.(account, { app: { ...app, clientSecret: 'wrong' }, signal }))?.kind,
    'unreachable',
  );
  const silent = openNetworks({ googleTokenUrl: 'http://127.0.0.1:9/token' });
  assert.equal((await silent.networks.youtube?.refresh?.(account, { app, signal }))?.kind, 'unreachable');
  await silent.close();
  await control('tokens', { network: 'youtube', does: 'revoke' });
  assert.equal((await network.refresh?.(account, { app, signal }))?.kind, 'unauthorized');
});

test('a missing channel or permission, a wrong verifier and a used code are refused with a reason', async () => {
  const none = await signIn(consent, 'yt-nina');
  assert.match(none.kind === 'refused' ? none.message : '', /no YouTube channel/);
  const visit = aVisit();
  assert.equal(
    (await decide(consent, visit, { persona: 'yt-sunrise', decision: 'cancel' })).get('error'),
    'access_denied',
  );
  const code = (await decide(consent, visit, { persona: 'yt-sunrise' })).get('code') ?? '';
  assert.equal(
    (await consent.complete({ ...visit, verifier: 'other'.padEnd(43, '1'), code }, { signal })).kind,
    'refused',
  );
  assert.equal((await consent.complete({ ...visit, code: 'nonsense' }, { signal })).kind, 'refused');
  const narrow = await fetch(consent.authorizeUrl(visit), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([
      ['persona', 'yt-sunrise'],
      ['decision', 'allow'],
      ['scope', 'https://www.googleapis.com/auth/youtube.readonly'],
    ]),
  });
  const given = await consent.complete(
    { ...visit, code: new URL(narrow.headers.get('location') ?? '').searchParams.get('code') ?? '' },
    { signal },
  );
  assert.match(given.kind === 'refused' ? given.message : '', /permission/);
});
