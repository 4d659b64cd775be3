/** Taking our access back, at every network that can: asked of the sandbox, which judges the tokens afterwards. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../sandbox/start.ts';
import { openNetworks } from './index.ts';
import type { Network, NetworkApp } from './network.ts';
import { joined } from './testing-consent.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
after(() => sandbox.stop());
const { networks, close } = openNetworks({ ...sandbox, facebookVersion: 'v26.0', linkedinVersion: sandbox.linkedinVersion, allowPrivateHosts: [] });
after(close);
const { signal } = new AbortController();
const app: NetworkApp = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };

/** The tokens of a network that still open something. */
const living = (id: string): number => [...sandbox.state.tables.tokens.values()].filter((token) => token.network === id && token.kind !== 'code' && !token.revoked).length;

const personas: Partial<Record<Network['id'], string>> = { reddit: 'sunrise', vimeo: 'sunrise', twitter: '1510000000000000001', linkedin: 'sUnRiSe001', youtube: 'yt-sunrise' };
function anAccount({ id, consent }: Network) {
  assert.ok(consent);
  return joined(consent, personas[id] ?? '');
}

for (const id of ['reddit', 'vimeo', 'twitter', 'linkedin', 'youtube'] as const) {
  test(`${id} ends every token of an account when told, and is not told twice in vain`, async () => {
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

test('a network that must know who asks refuses a wrong app, and is not asked without one', async () => {
  for (const id of ['reddit', 'twitter', 'linkedin'] as const) {
    const network = networks[id];
    assert.ok(network?.revoke);
    const account = await anAccount(network);
    assert.equal((await network.revoke(account, { app: { ...app, clientSecret: 'wrong' }, signal })).kind, 'refused');
    assert.equal((await network.revoke(account, { app: null, signal })).kind, 'refused');
    assert.ok(living(id) > 0);
  }
});

test('a network that does not answer is unreachable, and throws nothing', async () => {
  const { networks: away, close: closeAway } = openNetworks({
    ...sandbox, redditTokenUrl: 'http://127.0.0.1:1', vimeoApiUrl: 'http://127.0.0.1:1', twitterApiUrl: 'http://127.0.0.1:1', linkedinTokenUrl: 'http://127.0.0.1:1', googleTokenUrl: 'http://127.0.0.1:1/token',
    facebookVersion: 'v26.0', linkedinVersion: sandbox.linkedinVersion, allowPrivateHosts: [],
  });
  const account = { externalId: '1', username: 'name', profile: {}, credentials: { accessToken: 'a', refreshToken: 'r' } };
  for (const id of ['reddit', 'vimeo', 'twitter', 'linkedin', 'youtube'] as const) assert.equal((await away[id]?.revoke?.(account, { app, signal }))?.kind, 'unreachable', id);
  await closeAway();
});
