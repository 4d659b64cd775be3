/** Revoking our access at every network that supports it: against the sandbox, which checks the tokens afterwards. */
import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { startSandbox } from '../sandbox/start.ts';
import { openNetworks } from './index.ts';
import type { Network, NetworkApp } from './network.ts';
import { aContent, aContext } from './testing.ts';
import { joined, signIn } from './testing-consent.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
afterAll(() => sandbox.stop());
const { networks, close } = openNetworks({
  ...sandbox,
  facebookVersion: 'v26.0',
  linkedinVersion: sandbox.linkedinVersion,
  allowPrivateHosts: [new URL(sandbox.url).host],
});
afterAll(close);
const { signal } = new AbortController();
const app: NetworkApp = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };

/** The tokens of a network that are still valid. */
const living = (id: string): number =>
  [...sandbox.state.tables.tokens.values()].filter(
    (token) => token.network === id && token.kind !== 'code' && !token.revoked,
  ).length;

const personas: Partial<Record<Network['id'], string>> = {
  reddit: 'sunrise',
  vimeo: 'sunrise',
  twitter: '1510000000000000001',
  linkedin: 'sUnRiSe001',
  youtube: 'yt-sunrise',
  facebook: '10158000000000001',
};
function anAccount({ id, consent }: Network) {
  assert.ok(consent);
  return joined(consent, personas[id] ?? '');
}

for (const id of ['reddit', 'vimeo', 'twitter', 'linkedin', 'youtube', 'facebook'] as const) {
  test(`${id} ends every token of an account, and a second request succeeds or is refused`, async () => {
    const network = networks[id];
    assert.ok(network?.revoke);
    const account = await anAccount(network);
    assert.ok(living(id) > 0);
    assert.deepEqual(await network.revoke(account, { app, signal }), { kind: 'revoked' });
    assert.equal(living(id), 0);
    const again = await network.revoke(account, { app, signal });
    assert.ok(again.kind === 'revoked' || again.kind === 'refused', JSON.stringify(again));
  });
}

test('a network that requires the app refuses a wrong one, and gets no request without one', async () => {
  for (const id of ['reddit', 'twitter', 'linkedin', 'facebook'] as const) {
    const network = networks[id];
    assert.ok(network?.revoke);
    const account = await anAccount(network);
    assert.equal((await network.revoke(account, { app: { ...app, clientSecret: 'wrong' }, signal })).kind, 'refused');
    assert.equal((await network.revoke(account, { app: null, signal })).kind, 'refused');
    assert.ok(living(id) > 0);
  }
});

test('one Facebook page ends the consent that the other pages depend on, which then count as revoked', async () => {
  const { facebook } = networks;
  assert.ok(facebook?.consent && facebook.revoke);
  const given = await signIn(facebook.consent, personas.facebook ?? '');
  assert.ok(given.kind === 'connected' && given.accounts.length > 1, JSON.stringify(given));
  const [page, other] = given.accounts;
  assert.ok(page && other);
  assert.equal(
    (await facebook.revoke({ ...page, profile: {} }, { app, signal })).kind,
    'refused',
    'whose consent it is, is not known',
  );
  assert.ok(living('facebook') > 0);
  assert.equal((await facebook.revoke(page, { app, signal })).kind, 'revoked');
  assert.equal(living('facebook'), 0);
  assert.equal((await facebook.revoke(other, { app, signal })).kind, 'revoked');
});

test('WordPress ends an application password, and cannot end a login’s own password', async () => {
  const { wordpress } = networks;
  assert.ok(wordpress?.revoke);
  const connect = async (site: string, username: string, password: string) => {
    const connected = await wordpress.connect(
      { url: `${sandbox.wordpressUrl}/${site}`, username, password },
      { signal },
    );
    assert.ok(connected.kind === 'connected', JSON.stringify(connected));
    return connected.account;
  };
  const account = await connect('sunrise-blog', 'editor', 'abcd efgh ijkl mnop qrst uvwx');
  assert.deepEqual(await wordpress.revoke(account, { app: null, signal }), { kind: 'revoked' });
  assert.equal((await wordpress.publish(aContent(), account, aContext())).kind, 'unauthorized');
  assert.deepEqual(await wordpress.revoke(account, { app: null, signal }), { kind: 'revoked' });
  const nobody = { ...account, credentials: { ...account.credentials, username: 'nobody' } };
  assert.deepEqual(
    await wordpress.revoke(nobody, { app: null, signal }),
    { kind: 'revoked' },
    'the user is gone, and the password with it',
  );
  const plain = await connect('plain-blog', 'penny', 'plai npla inpl ainp lain plai');
  assert.deepEqual(await wordpress.revoke(plain, { app: null, signal }), { kind: 'revoked' });
  assert.deepEqual(
    await wordpress.revoke(plain, { app: null, signal }),
    { kind: 'revoked' },
    'the site takes a dead password for nobody’s',
  );
  const byLogin = await connect('harbor-blog', 'captain', 'Harbor-login-1!');
  assert.equal((await wordpress.revoke(byLogin, { app: null, signal })).kind, 'refused');
  assert.equal(
    (
      await wordpress.revoke(
        { ...account, profile: { ...account.profile, apiUrl: 'http://127.0.0.1:1/wp-json' } },
        { app: null, signal },
      )
    ).kind,
    'unreachable',
  );
});

test('a network that does not answer is unreachable, and nothing is thrown', async () => {
  const { networks: away, close: closeAway } = openNetworks({
    ...sandbox,
    redditTokenUrl: 'http://127.0.0.1:1',
    vimeoApiUrl: 'http://127.0.0.1:1',
    twitterApiUrl: 'http://127.0.0.1:1',
    linkedinTokenUrl: 'http://127.0.0.1:1',
    googleTokenUrl: 'http://127.0.0.1:1/token',
    facebookGraphUrl: 'http://127.0.0.1:1',
    facebookVersion: 'v26.0',
    linkedinVersion: sandbox.linkedinVersion,
    allowPrivateHosts: [],
  });
  const account = {
    externalId: '1',
    username: 'name',
    profile: { consentBy: '2' },
    credentials: { accessToken: 'a', refreshToken: 'r' },
  };
  for (const id of ['reddit', 'vimeo', 'twitter', 'linkedin', 'youtube', 'facebook'] as const)
    assert.equal((await away[id]?.revoke?.(account, { app, signal }))?.kind, 'unreachable', id);
  await closeAway();
});
