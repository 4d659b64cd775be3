/** Pictures inside a text: each is uploaded to the site once, and shown from there. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';

let sandbox: Sandbox;
let opened: OpenNetworks;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({ allowPrivateHosts: [new URL(sandbox.url).host] });
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});

const feedShape = z.object({
  posts: z.array(z.object({ title: z.string(), html: z.string(), media: z.array(z.object({ sha256: z.string() })) })),
});
const postCalled = async (title: string) => {
  const answer = await fetch(`${sandbox.controlUrl}/feeds?network=wordpress`);
  return feedShape.parse(await answer.json()).posts.find((post) => post.title === title);
};
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const addressesIn = (html: string | undefined): string[] =>
  [...String(html).matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, address = '']) => address);

for (const [way, login] of Object.entries({
  rest: { site: 'sunrise-blog', username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' },
  xmlrpc: { site: 'harbor-blog', username: 'captain', password: 'Harbor-login-1!' },
}))
  test(`a site receives the pictures of a text, each uploaded once (${way})`, async () => {
    const { networks } = opened;
    const connected = await networks.wordpress.connect(
      { url: `${sandbox.wordpressUrl}/${login.site}`, username: login.username, password: login.password },
      { signal: new AbortController().signal },
    );
    assert.ok(connected.kind === 'connected', JSON.stringify(connected));
    const [first, second] = [aPng(), Buffer.concat([aPng(), Buffer.alloc(90, 1)])];
    const content = aContent({
      type: 'formatted',
      title: `Loaves by ${way}`,
      html:
        '<p>One</p><img src="/files/one.png" alt="A &quot;dark&quot; loaf" /><p>Two</p>' +
        '<img src="/files/two.png" alt="" /><img src="/files/one.png" alt="Again" />' +
        '<img src="/files/gone.png" alt="" />',
      pictures: [
        { address: '/files/one.png', media: { ...aMedia('image', { bytes: first }), fileName: 'one.png' } },
        { address: '/files/two.png', media: { ...aMedia('image', { bytes: second }), fileName: 'two.png' } },
      ],
    });
    const context = aContext();
    const outcome = await networks.wordpress.publish(content, connected.account, context);
    assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
    const post = await postCalled(content.title);
    assert.deepEqual(new Set(post?.media.map((file) => file.sha256)), new Set([sha(first), sha(second)]));
    const [one, two, again, ...more] = addressesIn(post?.html);
    assert.deepEqual([again, more, one === two, one?.startsWith('http')], [one, [], false, true]);
    assert.match(String(post?.html), /alt="A &quot;dark&quot; loaf" class="wp-image-\d+"/);

    const uploads = Object.entries(context.remembered).filter(([name]) => name.startsWith('file '));
    const repeated = { ...content, title: `Loaves once more by ${way}`, marker: `${content.marker}2` };
    const later = aContext({ remembered: Object.fromEntries(uploads) });
    await networks.wordpress.publish(repeated, connected.account, later);
    assert.deepEqual(addressesIn((await postCalled(repeated.title))?.html), [one, two, one]);
  });
