/**
 * The story of the nine networks: connected once, a text, a picture and a video go out everywhere they may, and come
 * back measured.
 */

import assert from 'node:assert/strict';
import {
  eligibility,
  isEligible,
  networkIds,
  networkNames,
  type NetworkId,
  type StreamType,
} from '#rules/eligibility.ts';
import { aVideo } from '#server/content/streams/testing.ts';
import { currentStatus } from '../sandbox/processing.ts';
import type { Sandbox } from '../sandbox/start.ts';
import type { Post } from '../sandbox/state/model.ts';
import { addClient, addStream, callsOf, schedule, type Caller } from './arrange.ts';
import { connectAll } from './connecting-all.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;
let sandbox: Sandbox;

const stories = [
  { type: 'text', title: 'Bread of the day' },
  { type: 'image', title: 'Loaf in the window' },
  { type: 'video', title: 'Kneading at four' },
] as const;
type Story = { type: StreamType; title: string; id: string; networks: readonly NetworkId[] };
let clientId: string;
let accounts: Awaited<ReturnType<typeof connectAll>>;

/** The networks' time goes with ours. */
async function pass(minutes: number): Promise<void> {
  await product.passTime({ minutes });
  sandbox.clock.aheadMs += minutes * 60_000;
}

const deliveriesOf = async (id: string) =>
  (await calls.ask('fetch-scheduler', { id })).items.flatMap(({ social_networks }) => social_networks);

/** Waits until every post of a schedule is out; posts that a network is processing are checked again as time passes. */
const isOut = (id: string): Promise<unknown> =>
  waitForValue('everything is posted', async () => {
    const deliveries = await deliveriesOf(id);
    assert.deepEqual(
      deliveries.filter(({ state }) => ['failed', 'missed', 'waiting', 'cancelled'].includes(state)),
      [],
    );
    // A third of a minute is shorter than a worker's lease, even one that begins just now.
    if (deliveries.every(({ state }) => !['claimed', 'sending'].includes(state))) await pass(1 / 3);
    return deliveries.every(({ state }) => state === 'published');
  });

const postsOf = (network: NetworkId, title: string): Post[] =>
  [...sandbox.state.posts.values()].filter(
    (post) =>
      post.network === network &&
      `${post.title}\n${post.text}`.includes(title) &&
      currentStatus(post, new Date(Date.now() + sandbox.clock.aheadMs)) !== 'failed',
  );

/** Long and large enough for every network: LinkedIn takes none below 3 s and 75 kB. */
const video = {
  width: 640,
  height: 360,
  seconds: 4,
  args: [
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '500k',
    '-minrate',
    '500k',
    '-maxrate',
    '500k',
    '-bufsize',
    '500k',
    '-x264-params',
    'nal-hrd=cbr',
  ],
};

/** Plans each story an hour after the one before, and lets the hours pass. */
async function publishAll(): Promise<Story[]> {
  const planned: Story[] = [];
  for (const [index, { type, title }] of stories.entries()) {
    const networks = networkIds.filter((network) => isEligible(network, type));
    const streamId = await addStream(calls, {
      type,
      title: `Stream of ${title}`,
      items: type === 'video' ? [] : [title],
    });
    if (type === 'video') await calls.upload(streamId, { name: `${title}.mp4`, bytes: await aVideo(video) });
    const id = await schedule(calls, product, {
      clientId,
      streamId,
      accountIds: networks.map((network) => accounts[network]),
      inMinutes: 60 * (index + 1),
    });
    planned.push({ type, title, id, networks });
  }
  for (const { id } of planned) {
    await pass(61);
    await isOut(id);
  }
  return planned;
}

let published: Story[];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  ({ sandbox } = product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  accounts = await connectAll(calls, product, clientId);
  published = await publishAll();
});

test('Each of the nine networks has one account connected to the client', async () => {
  const { accounts: listed } = await calls.ask('fetch-social-accounts', { user_id: clientId });
  assert.deepEqual(
    listed.map(({ type, status }) => `${type} ${status}`).toSorted(),
    networkIds.map((network) => `${network} connected`).toSorted(),
  );
});

for (const { type, title } of stories) {
  test(`A post of type ${type} is exactly once in the feed of each network that takes it, with its media`, () => {
    for (const network of networkIds) {
      const posts = postsOf(network, title);
      assert.equal(posts.length, eligibility[network].includes(type) ? 1 : 0, network);
      for (const { media, html } of posts) {
        if (type !== 'text' && network === 'wordpress') assert.match(html, type === 'image' ? /<img src=/ : /<video /);
        else
          assert.deepEqual(
            media.map(({ kind }) => kind),
            type === 'text' ? [] : [type],
            network,
          );
      }
    }
  });
}

test('The page of the schedule says Posted for every account and links to each post', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  for (const { title, id, networks } of published) {
    await page.goto(`/schedule-detail/${id}`);
    await page.getByRole('row').filter({ hasText: title }).getByText('Posted', { exact: true }).waitFor();
    await page.getByRole('button', { name: `View ${networks.length} accounts: ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Social Accounts' });
    await expect(dialog.getByText('Posted', { exact: true }), 'all are posted').toHaveCount(networks.length);
    for (const network of networks) {
      const [post] = postsOf(network, title);
      const link = dialog.getByRole('link', { name: `Visit the post on ${networkNames[network]}` });
      await expect(link, network).toHaveAttribute('href', post?.url ?? 'no post');
    }
  }
  assert.deepEqual(faults, []);
});

/** The engagement of the video, the same at every network. */
const figures = { likes: 1200, comments: 30, shares: 4, views: 5000, retweets: 6 };
/** Likes, views, shares, comments and retweets as each network reports them. */
const shown: Readonly<Partial<Record<NetworkId, readonly string[]>>> = {
  facebook: ['1,200', '5,000', '4', '30', 'N/A'],
  youtube: ['1,200', '5,000', 'N/A', '30', 'N/A'],
  twitter: ['1,200', 'N/A', 'N/A', 'N/A', '6'],
  vimeo: ['1,200', 'N/A', 'N/A', '30', 'N/A'],
};
const none = ['N/A', 'N/A', 'N/A', 'N/A', 'N/A'];

test('The Engagement dialog shows the figures of each network, and N/A for a missing one', async () => {
  const measured = published.find(({ type }) => type === 'video');
  assert.ok(measured);
  for (const post of measured.networks.flatMap((network) => postsOf(network, measured.title)))
    sandbox.state.apply({ kind: 'post', post: { ...post, figures } });
  const { page, faults } = await product.open();
  await enter(page, `/schedule-detail/${measured.id}`);
  await page.getByRole('button', { name: `Engagement of ${measured.title}` }).click();
  const rows = page
    .getByRole('dialog', { name: 'Engagement' })
    .getByRole('table', { name: 'Engagement' })
    .locator('tbody');
  await rows.first().waitFor();
  const told = await calls.ask('fetch-stream-data', {
    scheduler_id: measured.id,
    stream_id: (await calls.ask('fetch-scheduler', { id: measured.id })).items[0]?.id ?? '',
  });
  await expect(rows).toHaveCount(measured.networks.length);
  for (const [index, { type, points }] of told.entries()) {
    const expected = shown[type] ?? none;
    await expect(rows.nth(index).locator('td.nums'), type).toHaveText([
      ...expected,
      points === null ? 'N/A' : points.toLocaleString('en-US'),
    ]);
    assert.equal(points === null, expected === none, type);
  }
  await expectSound(page, { looks: twoLooks, name: 'opened-engagement' });
  assert.deepEqual(faults, []);
});
