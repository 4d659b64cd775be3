import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, TypedNetwork } from '../network.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;
let wordpress: TypedNetwork;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({ allowPrivateHosts: [new URL(sandbox.url).host] });
  assert.ok(opened.networks.wordpress);
  wordpress = opened.networks.wordpress;
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});

const sites = {
  rest: { site: 'sunrise-blog', username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' },
  xmlrpc: { site: 'harbor-blog', username: 'captain', password: 'Harbor-login-1!' },
  plain: { site: 'plain-blog', username: 'penny', password: 'plai npla inpl ainp lain plai' },
};
type Login = { site: string; username: string; password: string };
const connect = ({ site, ...login }: Login) =>
  wordpress.connect({ url: `${sandbox.wordpressUrl}/${site}`, ...login }, { signal });
async function anAccount(login: Login = sites.rest): Promise<Account> {
  const connected = await connect(login);
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  return connected.account;
}

for (const { why, login, message } of [
  { why: 'a wrong password', login: { ...sites.rest, password: 'nope' }, message: /does not accept/ },
  {
    why: 'a login password on a site that offers only REST',
    login: { ...sites.plain, password: 'Plain-login-1!' },
    message: /application password/i,
  },
  {
    why: 'a contributor',
    login: { site: 'sunrise-blog', username: 'contributor', password: 'cont ribu torc ontr ibut orab' },
    message: /may not publish/,
  },
  {
    why: 'a site that programs cannot use',
    login: { site: 'closed-blog', username: 'gardener', password: 'Closed-login-1!' },
    message: /switched off or blocked/,
  },
  {
    why: 'a login that the web server keeps from WordPress',
    login: { site: 'stripped-blog', username: 'stan', password: 'stri pped stri pped stri pped' },
    message: /web server may remove the Authorization header/,
  },
  {
    why: 'a contributor of a site that closes the routes of users',
    login: { site: 'hidden-blog', username: 'helper', password: 'help erhe lper help erhe lper' },
    message: /may not publish/,
  },
  {
    why: 'a wrong password on a site with noise around its answers',
    login: { site: 'noisy-blog', username: 'nora', password: 'nope' },
    message: /does not accept/,
  },
  { why: 'a site without WordPress', login: { ...sites.rest, site: 'nothing-here' }, message: /no WordPress/ },
  { why: 'a missing password', login: { ...sites.rest, password: ' ' }, message: /user name and the password/ },
]) {
  test(`${why} is refused with a readable reason`, async () => {
    const connected = await connect(login);
    assert.ok(connected.kind === 'refused', JSON.stringify(connected));
    assert.match(connected.message, message);
    assert.ok(login.password.trim() === '' || !connected.message.includes(login.password));
  });
}

test('an author connects, and the login password of the site works through XML-RPC', async () => {
  assert.equal(
    (await anAccount({ site: 'sunrise-blog', username: 'author', password: 'auth orau thor auth orau thor' })).profile[
      'transport'
    ],
    'rest',
  );
  assert.equal(
    (await anAccount({ site: 'sunrise-blog', username: 'editor', password: 'Sunrise-login-1!' })).profile['transport'],
    'xmlrpc',
  );
});

test('pasted variants of a site’s address connect the same account', async () => {
  const home = `${sandbox.wordpressUrl}/sunrise-blog`;
  const { username, password } = sites.rest;
  const ids = await Promise.all(
    ['', '/', '/wp-admin/', '/wp-login.php?x=1', '/wp-json/', '/xmlrpc.php'].map(async (end) => {
      const connected = await wordpress.connect({ url: home + end, username, password }, { signal });
      return connected.kind === 'connected' ? connected.account.externalId : connected.message;
    }),
  );
  assert.deepEqual([...new Set(ids)], [`${home.replace('http://', '')}#editor`]);
});

test('a private address that the operator does not allow is refused', async () => {
  const strict = openNetworks();
  const connected = await strict.networks.wordpress?.connect(
    { url: `${sandbox.wordpressUrl}/sunrise-blog`, username: 'editor', password: 'x' },
    { signal },
  );
  assert.partialDeepStrictEqual(connected, { kind: 'refused' });
  assert.match(connected?.kind === 'refused' ? connected.message : '', /private address/);
  await strict.close();
});
