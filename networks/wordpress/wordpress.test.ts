import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, TypedNetwork, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, anMp4, aPng } from '../testing.ts';
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

const sites = {
  rest: { site: 'sunrise-blog', username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' },
  xmlrpc: { site: 'harbor-blog', username: 'captain', password: 'Harbor-login-1!' },
  plain: { site: 'plain-blog', username: 'penny', password: 'plai npla inpl ainp lain plai' },
  noisy: { site: 'noisy-blog', username: 'nora', password: 'nois ynoi syno isyn oisy nois' },
};
type Login = { site: string; username: string; password: string };
const connect = ({ site, ...login }: Login) =>
  wordpress.connect({ url: `${sandbox.wordpressUrl}/${site}`, ...login }, { signal });
async function anAccount(login: Login = sites.rest): Promise<Account> {
  const connected = await connect(login);
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  return connected.account;
}

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.coerce.string(),
      url: z.string().nullish(),
      title: z.string(),
      html: z.string(),
      status: z.string(),
      slug: z.string(),
      media: z.array(z.object({ sha256: z.string() })).default([]),
    }),
  ),
});
async function feed() {
  const answer = await fetch(`${sandbox.controlUrl}/feeds?network=wordpress&limit=20`);
  return feedShape.parse(await answer.json()).posts;
}
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Publishes as the engine does: retries after a transient failure, looks up an uncertain post, and resends an absent
 * one.
 */
async function settle(content: PostContent, account: Account): Promise<{ outcome: Outcome; tries: number }> {
  const context = aContext();
  for (let tries = 1; tries <= 4; tries += 1) {
    const outcome = await wordpress.publish(content, account, context);
    if (outcome.kind === 'unreachable') continue;
    if (outcome.kind !== 'unknown') return { outcome, tries };
    const remoteIds = context.fences.at(-1)?.remoteIds ?? {};
    const found = await wordpress.find?.(content, account, { fencedAt: new Date(), remoteIds }, { signal });
    if (found?.kind === 'found') return { outcome: { ...found, kind: 'published' }, tries };
    assert.equal(found?.kind, 'absent', JSON.stringify(found));
  }
  assert.fail('four tries settled nothing');
}

for (const [way, login] of Object.entries(sites)) {
  test(`${login.site} connects (${way})`, async () => {
    const account = await anAccount(login);
    assert.equal(account.profile['transport'], way === 'xmlrpc' ? 'xmlrpc' : 'rest');
    assert.match(account.username, new RegExp(`^${login.username} \\(\\w+`));
  });

  test(`${login.site} receives the current text when a draft of an earlier try is published`, async () => {
    const account = await anAccount(login);
    const before = aContent({ title: 'Half past', text: 'The old words' });
    const fenced = aContext({ refuseFence: new Error('not yet') });
    await assert.rejects(wordpress.publish(before, account, fenced));
    assert.ok(fenced.remembered['postId'], 'the draft is there');
    const reworded = { ...before, title: 'On the hour', text: 'The new words' };
    const outcome = await wordpress.publish(reworded, account, aContext({ remembered: { ...fenced.remembered } }));
    assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
    const post = (await feed()).find(({ id }) => String(id) === outcome.postId);
    assert.deepEqual([post?.title, post?.html.trim()], ['On the hour', '<p>The new words</p>']);
  });

  test(`${login.site} gets a text, a picture, a video and a formatted text, once each, with working links`, async () => {
    const account = await anAccount(login);
    const formatted = aContent({
      type: 'formatted',
      title: 'Rye',
      html: '<h2>Rye</h2><p>Dark &amp; <strong>dense</strong></p>',
    });
    const video = aContent({ type: 'video', title: 'Oven', media: aMedia('video') });
    const image = aContent({
      type: 'image',
      title: 'Crème & Brûlée',
      text: 'A & B <b>',
      alt: 'A "burnt" crust',
      media: aMedia('image', { bytes: Buffer.concat([aPng(), Buffer.alloc(200_001, 1)]) }),
    });
    for (const content of [aContent({ title: 'Words', text: 'one\ntwo\n\nthree' }), image, video, formatted]) {
      const context = aContext();
      const outcome = await wordpress.publish(content, account, context);
      assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
      assert.equal(context.fences.length, 1);
      assert.deepEqual(context.fences[0]?.remoteIds, { postId: outcome.postId });
      assert.equal((await fetch(String(outcome.postUrl))).status, 200);
    }
    const [rye, oven, creme, words, ...others] = await feed();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [words, creme, oven, rye].map((post) => post?.title.replace('&amp;', '&')),
      ['Words', 'Crème & Brûlée', 'Oven', 'Rye'],
    );
    assert.ok([words, creme, oven, rye].every((post) => post?.status === 'publish'));
    assert.match(String(words?.html), /<p>one<br\s*\/?>\s*two<\/p>\s*<p>three<\/p>/);
    assert.equal(rye?.html.trim(), formatted.html);
    assert.deepEqual(
      creme?.media.map((file) => file.sha256),
      [sha(Buffer.concat([aPng(), Buffer.alloc(200_001, 1)]))],
    );
    assert.deepEqual(
      oven?.media.map((file) => file.sha256),
      [sha(anMp4())],
    );
    assert.match(
      String(creme?.html),
      /<figure class="wp-block-image"><img src="[^"]+" alt="A &quot;burnt&quot; crust" class="wp-image-\d+" ?\/><\/figure>\s*<p>A &amp; B &lt;b&gt;<\/p>/,
    );
    // XML-RPC has no field for the alt text.
    if (way === 'rest') {
      const library = await fetch(`${sandbox.wordpressUrl}/${login.site}/?rest_route=/wp/v2/media`);
      const alts = z.array(z.object({ alt_text: z.string() })).parse(await library.json());
      assert.deepEqual(
        alts.map(({ alt_text: alt }) => alt).filter((alt) => alt !== ''),
        ['A "burnt" crust'],
      );
    }
    assert.match(
      String(oven?.html),
      /<figure class="wp-block-video"><video controls[^>]* src="[^"]+"><\/video><\/figure>/,
    );
    assert.equal(creme?.slug, 'creme-brulee');
  });

  for (const { fault, tries } of [
    { fault: 'sandbox-cut-after-1', tries: 2 },
    { fault: 'sandbox-cut-half-1', tries: 2 },
    { fault: 'sandbox-created-500-1', tries: 2 },
    { fault: 'sandbox-cut-before-1', tries: 2 },
    { fault: 'sandbox-publish-cut-after-1', tries: 1 },
    { fault: 'sandbox-publish-error-500-1', tries: 2 },
  ]) {
    test(`${login.site}: ${fault} settles with one post after ${tries} tries`, async () => {
      const { outcome, tries: taken } = await settle(aContent({ text: fault }), await anAccount(login));
      assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
      assert.equal(taken, tries);
      const posts = await feed();
      assert.deepEqual(
        posts.map(({ id, status }) => [id, status]),
        [[outcome.postId, 'publish']],
      );
    });
  }

  test(`${login.site}: an upload whose answer was lost is found again instead of repeated`, async () => {
    const content = aContent({
      type: 'image',
      media: aMedia('image', { fileName: 'sandbox-media-created-500-1.png' }),
    });
    const { outcome } = await settle(content, await anAccount(login));
    assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
    const [post] = await feed();
    assert.doesNotMatch(String(post?.html), /-1-?\.png|-2\.png/);
  });
}

test('a draft whose answer was a firewall’s page is found again by its slug', async () => {
  const fault = { network: 'wordpress', operation: 'create', kind: 'html', after: 'commit', times: 1 };
  await fetch(`${sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  const { outcome, tries } = await settle(aContent(), await anAccount());
  assert.deepEqual([outcome.kind, tries, (await feed()).length], ['published', 2, 1]);
});

for (const { text, outcome } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', retryAfterSeconds: 7, scope: 'account' } },
  { text: 'sandbox-unavailable-9', outcome: { kind: 'rateLimited', scope: 'account' } },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' } },
  { text: 'sandbox-forbidden', outcome: { kind: 'rejected' } },
  { text: 'sandbox-error-500', outcome: { kind: 'unreachable' } },
  { text: 'sandbox-html-200', outcome: { kind: 'unreachable' } },
  { text: 'sandbox-gzip', outcome: { kind: 'published' } },
]) {
  for (const [way, login] of Object.entries(sites)) {
    test(`${text} gives ${outcome.kind} (${way})`, async () => {
      const got = await wordpress.publish(aContent({ text }), await anAccount(login), aContext());
      assert.partialDeepStrictEqual(got, outcome);
      assert.ok(!JSON.stringify(got).includes(login.password));
    });
  }
}

test('a refused fence is passed on and leaves at most a draft', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(wordpress.publish(aContent(), await anAccount(), aContext({ refuseFence: gone })), gone);
  assert.deepEqual(
    (await feed()).map(({ status }) => status),
    ['draft'],
  );
});

test('a post deleted on the site meanwhile becomes a question to the person', async () => {
  const account = await anAccount();
  const found = await wordpress.find?.(
    aContent(),
    account,
    { fencedAt: new Date(), remoteIds: { postId: '987654' } },
    { signal },
  );
  assert.equal(found?.kind, 'undecided');
});

test('a draft deleted on the site before it was published is created again', async () => {
  const context = aContext({ remembered: { draftTried: 'yes', postId: '987654' } });
  const outcome = await wordpress.publish(aContent(), await anAccount(), context);
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.equal(context.remembered['postId'], outcome.postId);
  assert.equal((await feed()).length, 1);
});

test('an item without words or file is rejected before the fence', async () => {
  const context = aContext();
  assert.equal(
    (await wordpress.publish(aContent({ title: '', text: '' }), await anAccount(), context)).kind,
    'rejected',
  );
  assert.equal(context.fences.length, 0);
});

test('a file type that the site does not allow is rejected with the site’s words, and not tried again', async () => {
  const content = aContent({
    type: 'image',
    media: aMedia('image', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
  });
  const outcome = await wordpress.publish(content, await anAccount(), aContext());
  assert.deepEqual(outcome, {
    kind: 'rejected',
    message: 'WordPress: Sorry, you are not allowed to upload this file type.',
  });
});

for (const [message, kind] of [
  ['Du bist leider nicht berechtigt, diesen Dateityp hochzuladen.', 'rejected'],
  ['File is empty. Please upload something more substantial.', 'rejected'],
  ['This type is off, see https://example.com/help/types', 'rejected'],
  ['The uploaded file could not be moved to wp-content/uploads/2026/11.', 'unreachable'],
  ['Das Verzeichnis /var/www/html/wp-content/uploads/2026/11 kann nicht angelegt werden.', 'unreachable'],
] as const) {
  test(`an upload that fails with "${message}" gives ${kind}`, async (t) => {
    const address = await answering(t, {
      status: 500,
      body: { code: 'rest_upload_sideload_error', message, data: { status: 500 } },
    });
    const { networks, close } = openNetworks({ allowPrivateHosts: [new URL(address).host] });
    t.onTestFinished(close);
    const site: Account = {
      externalId: 'site',
      username: 'editor',
      profile: { transport: 'rest', apiUrl: `${address}/wp-json/` },
      credentials: { username: 'editor', password: 'x' },
    };
    const outcome = await networks.wordpress.publish(
      aContent({ type: 'image', media: aMedia('image') }),
      site,
      aContext(),
    );
    assert.deepEqual(outcome, { kind, message: `WordPress: ${message}` });
  });
}
