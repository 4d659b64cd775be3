import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withdrawWork } from '#server/content/licences/index.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

/**
 * The Upgrades page: menu and panels, a download that is made on request, a request to the people behind the product.
 */
test.describe('Upgrades', () => {
  test('A document is generated while the person waits, and a request appears below its form', async () => {
    const { page } = await product.open();
    await enter(page, '/upgrades');
    await page.getByRole('heading', { level: 2, name: 'Welcome to your upgrades' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Upgrades' });
    await menu.getByRole('link', { name: 'Client Contract' }).click();
    await page.getByRole('heading', { level: 2, name: 'Client Contract' }).waitFor();
    await expectSound(page, { looks: everyLook, name: 'upgrades-contract' });
    await page.setViewportSize({ width: 1280, height: 900 });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Service agreement' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'service-agreement.docx');
    const document = readFileSync(await download.path());
    assert.equal(document.subarray(0, 2).toString(), 'PK');

    await menu.getByRole('link', { name: 'Reseller License' }).click();
    await page.getByText('Please allow up to 2 working days for the activation.').waitFor();
    await page.getByText('Request your affiliate link is not set up yet.').waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Affiliate ID is required').waitFor();
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill('T-2041');
    await page.getByRole('textbox', { name: 'Affiliate ID' }).fill('A-7');
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.test');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('region', { name: 'Your requests' }).getByText('Waiting for an answer').waitFor();
    await expectSound(page, { looks: everyLook, name: 'upgrades-request' });

    await page.goto('/upgrades?panel=premade-streams');
    await page.getByRole('button', { name: 'Install Facts images' }).click();
    await page.getByText(/^\d+ of \d+ pictures made\.$/).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Open Facts images' }).click();
    await page.getByText('An octopus has three hearts.').first().waitFor();

    await page.goto('/upgrades?panel=course-site');
    await page.getByText('Open the course site is not set up yet.').waitFor();
  });

  test('A quote is found by a word, copied, added to a text stream, and put on a picture', async () => {
    const agency = await callsOf(product);
    const streamId = await addStream(agency, { type: 'text', title: 'Words of the week', items: [] });
    const { page, context, faults } = await product.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(page, '/upgrades?panel=social-media-assets');
    await page.getByRole('textbox', { name: 'Search quotes' }).fill('character');
    const found = page.getByRole('region', { name: 'Found quotes' });
    await found.getByRole('button', { name: /thine own self be true/ }).click();
    const chosen = page.getByRole('figure', { name: 'The chosen quote' });
    await chosen.getByText('This above all: to thine own self be true.').waitFor();
    await expectSound(page, { looks: everyLook, name: 'upgrades-quotes' });
    await page.setViewportSize({ width: 1280, height: 900 });

    await chosen.getByRole('button', { name: 'Copy', exact: true }).click();
    const words = '“This above all: to thine own self be true.”\n— William Shakespeare, Hamlet';
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), { message: 'it is copied' }).toBe(words);

    await chosen.getByRole('button', { name: 'Make a text item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a text item' });
    await takesFocus(dialog);
    await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(words);
    await dialog
      .getByRole('combobox', { name: 'Stream' })
      .or(dialog.getByRole('textbox', { name: 'Stream' }))
      .click();
    await page.getByRole('option', { name: 'Words of the week' }).click();
    await dialog.getByRole('button', { name: 'Add to the stream' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { items } = await agency.ask('fetch-stream', { id: streamId });
    assert.deepEqual(
      items.map(({ title, description }) => [title, description]),
      [['This above all', words]],
    );

    await chosen.getByRole('button', { name: 'Make a picture' }).click();
    await page.waitForURL('**/image-creator?id=*');
    await page.getByRole('heading', { name: 'Edit' }).waitFor();
    const layers = page.getByRole('region', { name: 'Layers' });
    await layers.getByRole('button', { name: /^This above all: to thine own/ }).waitFor();
    const { items: designs } = await agency.ask('fetch-thumbnails', {});
    assert.ok(designs.some(({ name }) => name === 'Quote of William Shakespeare'));
    assert.deepEqual(faults, []);
  });
});

/**
 * Videos that are rendered from texts: a premade stream, from one click to a post at a network, and a tutorial that
 * plays in the page. Short videos of the operator replace the shipped ones, which take minutes to render.
 */
test.describe('Premade videos', () => {
  let agency: Caller;
  const makingMs = 90_000;

  /** A video of one slide, as it is written down. */
  const video = (title: string, { ratio, seconds, say }: { ratio: string; seconds: number; say: string }): string =>
    JSON.stringify({
      title,
      caption: `What is behind ${title}?`,
      ratio,
      music: 'calm.0000a001.4',
      slides: [
        { picture: 'gradient.mint.0000a001', text: title, say, seconds, transition: 'none', position: 'center' },
      ],
    });

  let folder: string;

  const material = (id: string, title: string, made: { source: string; makes: string }) => ({ id, title, ...made });

  test.beforeAll(async () => {
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
});

/** The licences of everything in use: on a page, as CSV, and after a source withdraws a work. */
test.describe('Licences', () => {
  let agency: Caller;

  test.beforeAll(async () => {
    agency = await callsOf(product);
  });

  test('The owner finds the licences of a client, saves them as CSV, and sees a withdrawn one', async () => {
    const client = await addClient(agency, { name: 'Sunrise Bakery' });
    const stream = await addStream(agency, { type: 'image', title: 'Found', items: [] });
    const [found] = await agency.ask('search-media', { keyword: 'bread', search_type: 'image' });
    assert.ok(found && 'image' in found);
    await agency.ask('push-to-content-stream', {
      content_stream_id: stream,
      url: found.image,
      title: 'Loaf',
      description: 'Fresh',
    });
    const account = await connect(agency, product, { clientId: client, network: 'telegram' });
    await schedule(agency, product, { clientId: client, streamId: stream, accountIds: [account] });

    const { page, faults } = await product.open({ width: 1280 });
    await enter(page, `${product.url}/library`);
    await page.getByRole('link', { name: 'Licences', exact: true }).click();
    await page.getByRole('combobox', { name: 'Used for', exact: true }).click();
    await page.getByRole('option', { name: 'Sunrise Bakery', exact: true }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Found', exact: true }) });
    await row.getByText('CC0-1.0').waitFor();
    await row.getByText('Offered').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
    ]);
    const table = await readFile(await download.path(), 'utf8');
    assert.match(table, /^\ufeffKind,Title,Source.*\r\nimage,.*stream: Found/s);

    const { services } = product;
    await services.db.asSystem((tx) =>
      withdrawWork(tx, { source: 'embedded', item: found.id, now: product.now(), publicUrl: product.url }),
    );
    await page.reload();
    const waiting = page.getByRole('region', { name: '1 post waits with a work that was withdrawn', exact: true });
    await waiting.getByRole('link', { name: 'Loaf', exact: true }).waitFor();
    await row.getByText('Withdrawn').waitFor();
    assert.deepEqual(faults, []);
  });
});
