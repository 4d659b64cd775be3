import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import { startRealWordpress, type RealWordpress } from './real-wordpress.ts';
import { openNetworks, type OpenNetworks } from '#networks/index.ts';
import type { Account, TypedNetwork } from '#networks/network.ts';
import { aContent, aContext, aMedia, anMp4, aPng } from '#networks/testing.ts';

const signal = new AbortController().signal;
let real: RealWordpress | { skipped: string };
let opened: OpenNetworks;
let wordpress: TypedNetwork;

beforeAll(async () => {
  real = await startRealWordpress();
  opened = openNetworks({ allowPrivateHosts: ['127.0.0.1'] });
  assert.ok(opened.networks.wordpress);
  wordpress = opened.networks.wordpress;
}, 150_000);
afterAll(async () => {
  await opened.close();
  if ('stop' in real) await real.stop();
}, 30_000);

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function anAccount(site: RealWordpress, way: 'rest' | 'xmlrpc'): Promise<Account> {
  const password = way === 'rest' ? site.applicationPassword : site.password;
  const connected = await wordpress.connect({ url: site.url, username: site.username, password }, { signal });
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  assert.equal(connected.account.profile['transport'], way);
  return connected.account;
}

/** A test against the real site, reported as skipped with the reason if WordPress is not available. */
const onRealSite = (title: string, body: (site: RealWordpress) => Promise<void>): void => {
  test(`a real WordPress: ${title}`, async (context: TestContext) => {
    if ('skipped' in real) return context.skip(real.skipped);
    await body(real);
  });
};

for (const way of ['rest', 'xmlrpc'] as const) {
  onRealSite(`text, picture, video and formatted text appear once each, over ${way}`, async (site) => {
    const account = await anAccount(site, way);
    const earlier = new Set((await site.posts()).map(({ id }) => id));
    const contents = [
      aContent({ title: `Words ${way}`, text: 'one & <two>\n\nthree 🍞' }),
      aContent({ type: 'image', title: `Crème ${way}`, media: aMedia('image') }),
      aContent({ type: 'video', title: `Oven ${way}`, media: aMedia('video') }),
      aContent({
        type: 'formatted',
        title: `Rye ${way}`,
        html: '<h2>Rye</h2>\n<p>Dark &amp; <strong>dense</strong></p>',
      }),
    ];
    const urls: string[] = [];
    for (const content of contents) {
      const outcome = await wordpress.publish(content, account, aContext());
      assert.ok(outcome.kind === 'published' && outcome.postUrl !== null, JSON.stringify(outcome));
      urls.push(outcome.postUrl);
    }
    assert.deepEqual(
      urls.map((url) => new URL(url).pathname),
      [`/words-${way}/`, `/creme-${way}/`, `/oven-${way}/`, `/rye-${way}/`],
    );
    for (const url of urls) assert.equal((await fetch(url)).status, 200);

    const posts = (await site.posts()).filter(({ id }) => !earlier.has(id));
    assert.deepEqual(
      new Set(posts.map(({ title, status }) => `${title}: ${status}`)),
      new Set(contents.map(({ title }) => `${title}: publish`)),
    );
    const htmlOf = (title: string): string => posts.find((post) => post.title === title)?.html ?? '';
    assert.match(htmlOf(`Words ${way}`), /<p>one &amp; &lt;two&gt;<\/p>\s*<p>three 🍞<\/p>/);
    assert.equal(htmlOf(`Rye ${way}`), contents[3]?.html);
    for (const [title, bytes] of [
      [`Crème ${way}`, aPng()],
      [`Oven ${way}`, anMp4()],
    ] as const) {
      const source = /src="([^"]+)"/.exec(htmlOf(title))?.[1];
      assert.ok(source !== undefined, htmlOf(title));
      assert.equal(sha(new Uint8Array(await (await fetch(source)).arrayBuffer())), sha(bytes));
    }
  });

  onRealSite(`a draft and an upload whose answers were lost are found again, over ${way}`, async (site) => {
    const account = await anAccount(site, way);
    const earlier = new Set((await site.posts()).map(({ id }) => id));
    const content = aContent({ type: 'image', title: `Lost ${way}`, media: aMedia('image') });
    const gone = new Error('crash');
    const first = aContext({ refuseFence: gone });
    await assert.rejects(wordpress.publish(content, account, first), gone);
    const second = aContext({ remembered: { mediaTried: 'yes', draftTried: 'yes' } });
    const outcome = await wordpress.publish(content, account, second);
    assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
    assert.deepEqual(
      [second.remembered['mediaId'], second.remembered['postId']],
      [first.remembered['mediaId'], first.remembered['postId']],
    );
    assert.equal((await site.posts()).filter(({ id }) => !earlier.has(id)).length, 1);
  });

  onRealSite(
    `a lost answer settles by the draft, and publishing again makes no second post, over ${way}`,
    async (site) => {
      const account = await anAccount(site, way);
      const content = aContent({ title: `Doubt ${way}` });
      const context = aContext({ refuseFence: new Error('stop') });
      await wordpress.publish(content, account, context).catch(() => undefined);
      const attempt = { fencedAt: new Date(), remoteIds: context.fences[0]?.remoteIds ?? {} };
      assert.deepEqual(await wordpress.find?.(content, account, attempt, { signal }), { kind: 'absent' });
      const sent = await wordpress.publish(content, account, aContext({ remembered: context.remembered }));
      assert.ok(sent.kind === 'published');
      assert.deepEqual(await wordpress.find?.(content, account, attempt, { signal }), { ...sent, kind: 'found' });
      const again = await wordpress.publish(content, account, aContext({ remembered: context.remembered }));
      assert.deepEqual(again, sent);
      assert.equal((await site.posts()).filter(({ title }) => title === content.title).length, 1);
    },
  );

  onRealSite(`a wrong password is told from a missing site, over ${way}`, async (site) => {
    const account = await anAccount(site, way);
    const revoked = { ...account, credentials: { ...account.credentials, password: 'wrong' } };
    assert.equal((await wordpress.publish(aContent(), revoked, aContext())).kind, 'unauthorized');
  });
}

onRealSite('plain permalinks work as well', async (site) => {
  const account = await anAccount(site, 'rest');
  const plain = { ...account, profile: { ...account.profile, apiUrl: `${site.url}/?rest_route=/` } };
  assert.equal((await wordpress.publish(aContent({ title: 'Plain' }), plain, aContext())).kind, 'published');
});

onRealSite('a wrong password is refused when connecting', async (site) => {
  const connected = await wordpress.connect({ url: site.url, username: site.username, password: 'wrong' }, { signal });
  assert.match(connected.kind === 'refused' ? connected.message : '', /does not accept/);
});

onRealSite('a file of a type that is not allowed is rejected with the words of the site', async (site) => {
  const content = aContent({
    type: 'image',
    media: aMedia('image', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
  });
  const outcome = await wordpress.publish(content, await anAccount(site, 'rest'), aContext());
  assert.deepEqual(outcome, {
    kind: 'rejected',
    message: 'WordPress: Sorry, you are not allowed to upload this file type.',
  });
});

onRealSite('an application password is ended, and one that is ended counts as ended', async (site) => {
  const account = await anAccount(site, 'rest');
  assert.deepEqual(await wordpress.revoke?.(account, { app: null, signal }), { kind: 'revoked' });
  assert.deepEqual(await wordpress.revoke?.(account, { app: null, signal }), { kind: 'revoked' });
});
