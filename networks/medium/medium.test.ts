import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, TypedNetwork, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';

const token = '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09';
const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;
let medium: TypedNetwork;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({ mediumApiUrl: sandbox.mediumApiUrl });
  assert.ok(opened.networks.medium);
  medium = opened.networks.medium;
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.coerce.string(),
      url: z.string().nullish(),
      title: z.string(),
      html: z.string(),
      status: z.string(),
    }),
  ),
});
const feed = async () =>
  feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=medium&limit=20`)).json()).posts;

async function anAccount(): Promise<Account> {
  const connected = await medium.connect({ access_token: token }, { signal });
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  return connected.account;
}
const publish = async (content: PostContent): Promise<Outcome> =>
  medium.publish(content, await anAccount(), aContext());

test('connecting asks Medium whose token it is', async () => {
  const account = await anAccount();
  assert.equal(account.username, 'sunrisebakery');
  assert.deepEqual(account.credentials, { accessToken: token });
});

test('Medium fetches the pictures of a text from their addresses; a missing picture is left out', async (t) => {
  const picture = aPng();
  const files = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(picture));
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  t.onTestFinished(() => void files.close());
  const address = files.address();
  assert.ok(typeof address === 'object' && address !== null);
  const media = { ...aMedia('image'), publicUrl: `http://127.0.0.1:${address.port}/files/a.png` };
  const content = aContent({
    type: 'formatted',
    html: '<p>Rye</p><img src="/files/a.png" alt="A &quot;dark&quot; loaf" /><img src="/files/gone.png" alt="" />',
    pictures: [{ address: '/files/a.png', media }],
  });
  assert.equal((await publish(content)).kind, 'published');
  const [post] = await feed();
  assert.match(String(post?.html), /<p>Rye<\/p><img src="[^"]+" alt="A &quot;dark&quot; loaf" ?\/?>$/);
});

for (const wrong of ['2e0d1c9b8a7f6e5d4c3b2a19081f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5', 'nobody']) {
  test(`the token ${wrong.slice(0, 6)}… is refused with the facts about Medium`, async () => {
    const connected = await medium.connect({ access_token: wrong }, { signal });
    assert.ok(connected.kind === 'refused');
    assert.match(connected.message, /created before Medium closed its API/);
  });
}

test('a text is posted once, with its title as a heading and its words escaped', async () => {
  const outcome = await publish(aContent({ title: 'A & B', text: 'one <b>\n\ntwo' }));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const [post, ...others] = await feed();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [post?.title, post?.status, post?.id, post?.url],
    ['A & B', 'public', outcome.postId, outcome.postUrl],
  );
  assert.match(String(post?.html), /<h1>A &amp; B<\/h1>\s*<p>one &lt;b&gt;<\/p>\s*<p>two<\/p>/);
  assert.equal((await fetch(String(outcome.postUrl))).status, 200);
});

test('a formatted text keeps its markup, and a title over 100 characters is cut for search engines only', async () => {
  const title = 'Bread and butter '.repeat(10).trim();
  assert.equal(
    (await publish(aContent({ type: 'formatted', title, html: '<p><strong>Rye</strong></p>' }))).kind,
    'published',
  );
  const [post] = await feed();
  assert.ok(post && post.title.length <= 100 && post.title.endsWith('…'));
  assert.ok(post.html.includes(`<h1>${title}</h1>`) && post.html.includes('<p><strong>Rye</strong></p>'));
});

test('an item without words is rejected before the fence', async () => {
  const context = aContext();
  assert.equal((await medium.publish(aContent({ title: '', text: ' ' }), await anAccount(), context)).kind, 'rejected');
  assert.equal(context.fences.length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', scope: 'account' }, posts: 0 },
  { text: 'sandbox-unavailable-7', outcome: { kind: 'rateLimited', retryAfterSeconds: 7 }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-half', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-gzip', outcome: { kind: 'published' }, posts: 1 },
]) {
  test(`${text} gives ${outcome.kind}`, async () => {
    const got = await publish(aContent({ text }));
    assert.partialDeepStrictEqual(got, outcome);
    assert.equal((await feed()).length, posts);
    assert.ok(!JSON.stringify(got).includes(token), 'no outcome shows the token');
  });
}
