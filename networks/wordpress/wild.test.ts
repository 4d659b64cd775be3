/** WordPress sites as plugins, old tables and web servers leave them. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, TypedNetwork } from '../network.ts';
import { aContent, aContext } from '../testing.ts';
import { answering } from '../testing-answers.ts';

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
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

const usual = { site: 'sunrise-blog', username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' };
const hidden = { site: 'hidden-blog', username: 'hilda', password: 'hidd enhi dden hidd enhi dden' };
const narrow = { site: 'narrow-blog', username: 'otto', password: 'narr owna rrow narr owna rrow' };
async function anAccount({ site, ...login }: typeof usual): Promise<Account> {
  const connected = await wordpress.connect({ url: `${sandbox.wordpressUrl}/${site}`, ...login }, { signal });
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  return connected.account;
}
const aRestSite = (address: string): Account => ({
  externalId: 'site',
  username: 'editor',
  profile: { transport: 'rest', apiUrl: `${address}/wp-json/` },
  credentials: { username: 'editor', password: 'x' },
});

const feedShape = z.object({ posts: z.array(z.object({ title: z.string(), html: z.string(), status: z.string() })) });
async function feed() {
  const answer = await fetch(`${sandbox.controlUrl}/feeds?network=wordpress&limit=20`);
  return feedShape.parse(await answer.json()).posts;
}

for (const login of [usual, { ...usual, password: 'Sunrise-login-1!' }])
  test(`answers that get noise around them after connecting make one post (${login.password})`, async () => {
    const account = await anAccount(login);
    const outcome = await wordpress.publish(aContent({ text: 'sandbox-noise' }), account, aContext());
    assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
    assert.deepEqual(
      (await feed()).map(({ status }) => status),
      ['publish'],
    );
  });

test('a site that closes the routes of users connects by its posts, and publishes once', async () => {
  const account = await anAccount(hidden);
  assert.deepEqual([account.profile['transport'], account.username], ['rest', 'hilda (Hidden Authors)']);
  assert.equal((await wordpress.publish(aContent(), account, aContext())).kind, 'published');
  assert.equal((await feed()).length, 1);
});

for (const password of [narrow.password, 'Narrow-login-1!'])
  test(`tables without characters above U+FFFF get references for them (${password})`, async () => {
    const account = await anAccount({ ...narrow, password });
    const content = aContent({ title: 'Bread 🥖', text: 'Fresh 𝗯𝗿𝗲𝗮𝗱' });
    const outcome = await wordpress.publish(content, account, aContext());
    assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
    assert.deepEqual(
      (await feed()).map(({ title, html }) => [title, html.trim()]),
      [['Bread &#x1f956;', '<p>Fresh &#x1d5ef;&#x1d5ff;&#x1d5f2;&#x1d5ee;&#x1d5f1;</p>']],
    );
  });

test('a refusal by the site’s database fails at once with its words', async (t) => {
  const address = await answering(t, {
    status: 500,
    body: { code: 'db_insert_error', message: 'Could not insert post into the database.', data: { status: 500 } },
  });
  const { networks, close } = openNetworks({ allowPrivateHosts: [new URL(address).host] });
  t.onTestFinished(close);
  const outcome = await networks.wordpress.publish(aContent({ text: '🥖' }), aRestSite(address), aContext());
  assert.deepEqual(outcome, { kind: 'rejected', message: 'WordPress: Could not insert post into the database.' });
});
