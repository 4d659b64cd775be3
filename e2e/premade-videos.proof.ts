/**
 * Videos that are made of texts: a premade stream, from one click to a post at a network, and a how-to video that plays
 * in the page. The operator's short ones stand in for those that ship, which take minutes to be made.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addClient, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let agency: Caller;
const makingMs = 90_000;

/** A video of one slide, as it is written down. */
const video = (title: string, { ratio, seconds, say }: { ratio: string; seconds: number; say: string }): string =>
  JSON.stringify({
    title,
    caption: `What is behind ${title}?`,
    ratio,
    music: 'calm.0000a001.4',
    slides: [{ picture: 'gradient.mint.0000a001', text: title, say, seconds, transition: 'none', position: 'center' }],
  });

let folder: string;

const material = (id: string, title: string, made: { source: string; makes: string }) => ({ id, title, ...made });

test.beforeAll(async ({ host }) => {
  product = await host.product();
  agency = await callsOf(product);
  folder = join(product.services.config.dataDir, 'upgrades');
  mkdirSync(join(folder, 'gym'), { recursive: true });
  writeFileSync(join(folder, 'gym', '1-walk.json'), video('Walk first', { ratio: '1:1', seconds: 1, say: '' }));
  writeFileSync(join(folder, 'gym', '2-rest.json'), video('Rest well', { ratio: '1:1', seconds: 1, say: '' }));
  writeFileSync(join(folder, 'how-to.json'), video('In four steps', { ratio: '16:9', seconds: 3, say: 'Step one.' }));
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({
      panels: [
        {
          name: 'premade-streams',
          materials: [material('fitness-videos', 'Fitness videos', { source: 'gym', makes: 'video stream' })],
        },
        {
          name: 'agency-website',
          materials: [material('website-how-to', 'How to build it', { source: 'how-to.json', makes: 'mp4' })],
        },
      ],
    }),
  );
});

test('A stream of premade videos is installed by one click, scheduled, and posted as video', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/upgrades?panel=premade-streams');
  await page.getByRole('button', { name: 'Install Fitness videos' }).click();
  await page.getByRole('link', { name: 'Open Fitness videos' }).click({ timeout: makingMs });
  const items = page.getByRole('table', { name: /Content of this stream/ });
  await items.getByText('Walk first', { exact: true }).waitFor();
  await items.getByText('Rest well', { exact: true }).waitFor();

  const streamId = /\/edit-stream\/(\w+)/.exec(page.url())?.[1] ?? '';
  const clientId = await addClient(agency, { name: 'Iron Gym' });
  const account = await connect(agency, product, { clientId, network: 'telegram' });
  await schedule(agency, product, { clientId, streamId, accountIds: [account] });
  await product.passTime({ hours: 3 });
  for (const title of ['Walk first', 'Rest well']) {
    const post = await waitForValue(`${title} is in the channel`, async () => {
      const posts = [...product.sandbox.state.posts.values()];
      return posts.find(({ text }) => text.includes(title)) ?? null;
    });
    assert.deepEqual([post.network, post.media.map(({ kind }) => kind)], ['telegram', ['video']]);
    assert.match(post.text, new RegExp(`What is behind ${title}\\?`));
  }
  assert.deepEqual(faults, []);
});

test('The tutorial video of the website plays in the page', async () => {
  const { page, faults } = await product.open({ width: 390 });
  await enter(page, '/upgrades?panel=agency-website');
  await page.getByRole('button', { name: 'Watch How to build it' }).click();
  await page.locator('video[aria-label="How to build it"]').waitFor({ timeout: makingMs });
  const played = await waitForValue('it plays', async () => {
    const state = await page.evaluate<{ time: number; width: number; seconds: number }>(`(() => {
      const { currentTime: time, videoWidth: width, duration: seconds } = document.querySelector('video');
      return { time, width, seconds };
    })()`);
    return state.time > 0.5 ? state : null;
  });
  assert.equal(played.width, 1280);
  assert.ok(played.seconds >= 3, `${played.seconds} s`);
  assert.deepEqual(faults, []);
});
