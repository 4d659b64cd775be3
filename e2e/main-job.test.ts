import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { dateAfter } from '#server/base/lib/days.ts';
import { startRealWordpress } from '../tools/real-wordpress.ts';
import { expect, proof, test } from './fixtures.ts';
import {
  addClient,
  buildFormattedStream,
  buildImageStream,
  connectAccounts,
  schedule,
  type WordpressLogin,
} from './main-job.ts';
import { somePictures } from './pictures.ts';
import type { Product } from './product.ts';
import { signIn } from './signing-in.ts';

const pictures = ['Fresh bread', 'Warm rolls', 'Birthday cake'];
const stories = ['How we bake', 'Who we are', 'What we grow'];
const everything = { images: 'Bakery pictures', texts: 'Bakery stories', client: 'Sunrise Bakery' };

/** The posts of a WordPress site, oldest first. */
type BlogPost = { title: string; html: string; link: string };
type Blog = WordpressLogin & { posts(): Promise<BlogPost[]> };

const feedShape = z.object({
  posts: z.array(
    z.object({
      network: z.string(),
      title: z.string(),
      text: z.string(),
      html: z.string(),
      url: z.string(),
      status: z.string(),
      media: z.array(z.object({ sha256: z.string() })),
    }),
  ),
});

/** The sandbox's feed of one network, oldest first. */
async function feed(product: Product, network: string) {
  const answer = await fetch(`${product.sandbox.controlUrl}/feeds?network=${network}`);
  return feedShape.parse(await answer.json()).posts.toReversed();
}

const sandboxBlog = (product: Product): Blog => ({
  url: `${product.sandbox.wordpressUrl}/sunrise-blog`,
  username: 'editor',
  password: 'abcd efgh ijkl mnop qrst uvwx',
  posts: async () =>
    (await feed(product, 'wordpress'))
      .filter(({ status }) => status === 'publish')
      .map(({ title, html, url }) => ({ title, html, link: url })),
});

/** The next noon in Berlin, the page's zone: the wizard's default time. Shortly before noon it is the one after. */
async function nextNoon(product: Product): Promise<Date> {
  if (/ 11:[345]/.test(instantToLocal(product.now(), 'Europe/Berlin'))) await product.passTime({ minutes: 30 });
  const [today = '', clock = ''] = instantToLocal(product.now(), 'Europe/Berlin').split(' ');
  const day = clock < '12:00' ? today : dateAfter(today, 1);
  return localToInstant(`${day} 12:00`, 'Europe/Berlin');
}

/** Puts the product's clock to an instant. */
const goTo = (product: Product, instant: Date): Promise<void> =>
  product.passTime({ minutes: (instant.getTime() - product.now().getTime()) / 60_000 });

async function doTheMainJob(product: Product, blog: Blog): Promise<void> {
  const noon = await nextNoon(product);
  const before = await blog.posts();
  const { page, context, faults } = await product.open();
  await signIn(page);
  await addClient(page, { name: everything.client, email: 'anna@sunrise.test' });
  await connectAccounts(page, blog);
  const files = await somePictures(3);
  await buildImageStream(page, { title: everything.images, files, titles: pictures });
  await buildFormattedStream(page, { title: everything.texts, titles: stories });
  await schedule(page, { client: everything.client, stream: everything.images, accounts: ['Telegram', 'WordPress'] });
  await schedule(page, { client: everything.client, stream: everything.texts, accounts: ['WordPress', 'Medium'] });
  await expect.poll(() => feed(product, 'telegram'), { message: 'nothing goes out before its time' }).toEqual([]);

  await goTo(product, noon);
  for (let round = 1; round <= 3; round += 1) {
    await expect
      .poll(
        async () =>
          (await feed(product, 'telegram')).length === round &&
          (await feed(product, 'medium')).length === round &&
          (await blog.posts()).length === before.length + 2 * round,
        { message: `round ${round} stands everywhere` },
      )
      .toBeTruthy();
    await product.passTime({ hours: 1 });
  }

  const onTelegram = await feed(product, 'telegram');
  assert.deepEqual(
    onTelegram.map(({ text }) => text.split('\n')[0]),
    pictures,
  );
  assert.equal(
    new Set(onTelegram.flatMap(({ media }) => media.map(({ sha256 }) => sha256))).size,
    3,
    'each post has its own picture',
  );
  const onMedium = await feed(product, 'medium');
  assert.deepEqual(
    onMedium.map(({ title }) => title),
    stories,
  );
  for (const { html } of onMedium) assert.match(html, /<strong>Told in bold\.<\/strong>/);

  const onBlog = (await blog.posts()).slice(before.length);
  assert.deepEqual(
    onBlog.map(({ title }) => title).filter((title) => pictures.includes(title)),
    pictures,
  );
  assert.deepEqual(
    onBlog.map(({ title }) => title).filter((title) => stories.includes(title)),
    stories,
  );
  const seen = new Set<string>();
  for (const { html } of onBlog.filter(({ title }) => pictures.includes(title))) {
    const picture = await fetch(/<img[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '');
    assert.equal(picture.status, 200);
    seen.add(
      createHash('sha256')
        .update(Buffer.from(await picture.arrayBuffer()))
        .digest('hex'),
    );
  }
  assert.equal(seen.size, 3);

  for (const stream of [everything.images, everything.texts]) {
    await page.goto('/schedule-content');
    await page.getByRole('row').filter({ hasText: stream }).getByRole('link', { name: /view/i }).click();
    const rows = page.getByRole('table', { name: 'Scheduled items', exact: true }).getByRole('row');
    await rows.nth(3).getByText('Posted').waitFor();
    for (let row = 1; row <= 3; row += 1) {
      await expect(rows.nth(row)).toHaveText(/Posted/, { useInnerText: true });
      await rows
        .nth(row)
        .getByRole('button', { name: /^View 2 accounts/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Social Accounts', exact: true });
      const links = dialog.getByRole('link', { name: /^Visit/ });
      await links.nth(1).waitFor();
      await expect(links).toHaveCount(2);
      for (const link of await links.all()) {
        const opened = context.waitForEvent('page');
        await link.click();
        const post = await opened;
        await post
          .getByText(stream === everything.images ? (pictures[row - 1] ?? '') : (stories[row - 1] ?? ''))
          .first()
          .waitFor();
        await post.close();
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  }
  assert.deepEqual(faults, []);
}

test('An owner connects a client and schedules streams, and each post appears once, in order', async ({ host }) => {
  const product = await host.product();
  await doTheMainJob(product, sandboxBlog(product));
});

test('The main job ends on a real WordPress', proof, async ({ host }) => {
  const site = await startRealWordpress();
  if ('skipped' in site) {
    test.skip(true, site.skipped);
    return;
  }
  host.atEnd(() => site.stop());
  const product = await host.product({ privateHosts: [new URL(site.url).host] });
  await doTheMainJob(product, {
    url: site.url,
    username: site.username,
    password: site.applicationPassword,
    posts: async () =>
      (await site.posts())
        .filter(({ status }) => status === 'publish')
        .toReversed()
        .map(({ title, html, link }) => ({ title, html, link })),
  });
});
