/** Finished images and videos are found, followed, put into a stream and deleted; so are files in the library. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { FileRow } from '#server/base/files/file-queries.ts';
import { keepFile } from '#server/base/files/index.ts';
import type { Services } from '#server/base/handlers.ts';
import { completeDesign } from '#server/content/designs/index.ts';
import { aPicture, aVideo } from '#server/content/streams/testing.ts';
import { completeVideo } from '#server/content/videos/index.ts';
import { callsOf } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let services: Services;
let ask: <N extends Name>(name: N, input: Sent<N>) => Promise<Data<N>>;
let rows: { id: string; agency_id: string }[];
let userId: string;
let agencyId: string;

/** A file in the owner's library. */
async function keep(title: string, { bytes, media }: { bytes: Buffer; media: 'image' | 'video' }) {
  const path = test.info().outputPath(title);
  writeFileSync(path, bytes);
  const licence = {
    source: 'Openverse',
    author: 'A. Baker',
    licence: 'CC BY 4.0',
    title,
    attribution: `${title} by A. Baker`,
  };
  const transaction: Parameters<typeof keepFile>[0]['transaction'] = (work) => services.db.asAgency(agencyId, work);
  const now = new Date();
  return keepFile({ services, transaction }, { agencyId, userId, path, title, media, licence, now });
}

let picture: FileRow;
let finished: FileRow;
let address: string;
let tiles: { file_url: string; poster: string }[];
let complete: { id: string; revision: number; copied: Record<string, string> };
let rendering: { id: string; revision: number; copied: Record<string, string> };

let failed: { id: string; revision: number; copied: Record<string, string> };
let design: { id: string; revision: number };

let page: Page;
let faults: string[];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ services } = product);
  ({ ask } = await callsOf(product));
  ({ rows } = await services.db.pool.query<{ id: string; agency_id: string }>('select id, agency_id from users'));
  ({ id: userId = '', agency_id: agencyId = '' } = rows[0] ?? {});
  picture = await keep('Fresh bread', {
    bytes: await aPicture('png', { width: 800, height: 450 }),
    media: 'image',
  });
  finished = await keep('Spring offers', { bytes: await aVideo(), media: 'video' });
  address = `/files/${picture.name}`;
  tiles = [{ file_url: address, poster: address }];
  complete = await ask('save-video', { name: 'Spring offers', tiles, thumbnail: address });
  rendering = await ask('save-video', { name: 'Summer menu', tiles });
  await ask('save-video', { name: 'A video whose name is so long that it does not fit into one line', tiles });
  failed = await ask('save-video', { name: 'Broken', tiles });
  design = await ask('save-thumbnail', {
    name: 'Monday quote',
    data: JSON.stringify({ version: 1, src: address }),
  });
  await services.db.asAgency(agencyId, async (tx) => {
    await completeVideo(tx, { agencyId, id: complete.id, fileId: finished.id, now: new Date() });
    await completeDesign(tx, { agencyId, id: design.id, revision: 1, fileId: picture.id });
  });
  await services.db.pool.query(`update videos set status = '5', percent = 40, seconds_left = 70 where id = $1`, [
    rendering.id,
  ]);
  await services.db.pool.query(
    `update videos set status = '5', failed = true, message = 'The second slide’s clip cannot be read.' where id = $1`,
    [failed.id],
  );
  ({ page, faults } = await product.open({ expected: [409] }));
  await enter(page, '/dashboard');
});

const card = (name: string) => page.getByRole('article', { name });

test('Cards show the state of each video and offer the actions of that state', async () => {
  await page.goto('/contents');
  await card('Summer menu').getByText('Rendering').waitFor();
  await card('Summer menu').getByText('40 % · about 2 min left').waitFor();
  await expect(card('Summer menu').getByRole('link', { name: 'Edit Summer menu' })).toHaveCount(0);
  await expect(card('Summer menu').getByRole('link', { name: 'Download Summer menu' })).toHaveCount(0);
  await card('Broken').getByText('The second slide’s clip cannot be read.').waitFor();
  const download = card('Spring offers').getByRole('link', { name: 'Download Spring offers', exact: true });
  await expect(download).toHaveAttribute('href', `/files/${finished.name}`);
  await page.getByText('Image', { exact: true }).click();
  await card('Monday quote').waitFor();
  await card('Spring offers').waitFor({ state: 'hidden' });
  await page.getByText('All', { exact: true }).click();
});

test('Two cards fit side by side on a phone with their labels inside', proof, async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await card('Broken').waitFor();
  const cards = page.getByRole('article');
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  assert.equal(first?.y, second?.y);
  const [badge, around] = [
    await cards.getByText('Awaiting Customization').first().boundingBox(),
    await cards.filter({ hasText: 'Awaiting Customization' }).first().boundingBox(),
  ];
  assert.ok(badge && around && badge.x + badge.width < around.x + around.width);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('A video that becomes complete shows so at the next poll', proof, async () => {
  const now = new Date();
  const key = { agencyId, id: rendering.id };
  await services.db.asAgency(agencyId, (tx) => completeVideo(tx, { ...key, fileId: finished.id, now }));
  await card('Summer menu').getByText('Complete').waitFor();
  await card('Summer menu').getByRole('link', { name: 'Edit Summer menu', exact: true }).waitFor();
});

test('Several videos become a content stream', proof, async () => {
  await page.getByRole('checkbox', { name: 'Select Spring offers', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select Summer menu', exact: true }).check();
  await page.getByRole('button', { name: 'Push to a content stream', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await takesFocus(dialog);
  await dialog.getByLabel('Title of the content stream').fill('Bakery videos');
  const credit = dialog.getByRole('note').getByText('Spring offers by A. Baker');
  await credit.waitFor();
  await dialog.getByLabel('Description').fill('Spring offers by A. Baker');
  await credit.waitFor({ state: 'detached' });
  await dialog.getByLabel('Description').fill('Made for the bakery');
  await credit.waitFor();
  // The first one is added and its answer is lost; it must not be added twice.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort('aborted');
  };
  await page.route('**/api/push-to-content-stream', lose, { times: 1 });
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await dialog.getByRole('alert').getByText('Server error, Please Contact Support').waitFor();
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByText('2 added to the content stream').waitFor();
  const { items: streams } = await ask('fetch-streams', {});
  const { items } = await ask('fetch-stream', { id: streams.find(({ title }) => title === 'Bakery videos')?.id ?? '' });
  assert.deepEqual(items.map(({ title }) => title).toSorted(), ['Spring offers', 'Summer menu']);
});

test('The suggested stream stays selected when a newer one appears', proof, async () => {
  await page.goto('/contents');
  const opener = card('Summer menu').getByRole('button', { name: 'Push Summer menu to a content stream', exact: true });
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: 'Content stream', exact: true });
  const offered = () =>
    waitForValue('a stream is offered', async () => (await choice.inputValue()) === 'Bakery videos');
  const close = async () => {
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await opener.click();
  await offered();
  await close();

  await ask('content-stream', { type: 'video', title: 'Newer videos', description: 'Later' });
  // Late enough for the cached list to be read again.
  await product.passTime({ minutes: 1 });
  const read = await hold(page, 'fetch-streams');
  await opener.click();
  await takesFocus(dialog);
  await offered();
  read();
  await choice.click();
  await page.getByRole('option', { name: 'Newer videos', exact: true }).waitFor();
  await expect(choice).toHaveValue('Bakery videos');
  await page.keyboard.press('Escape');
  await close();
  await page.unroute('**/api/fetch-streams');
});

test('A stream beyond the first page of the list is found by its title', proof, async () => {
  for (let number = 1; number <= 26; number += 1)
    await ask('content-stream', { type: 'video', title: `Campaign ${number}`, description: 'Later' });
  await card('Spring offers')
    .getByRole('button', { name: 'Push Spring offers to a content stream', exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: 'Content stream', exact: true });
  await takesFocus(dialog);
  await choice.fill('bakery');
  await page.getByRole('option', { name: 'Bakery videos', exact: true }).click();
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { items: streams } = await ask('fetch-streams', { search: 'Bakery videos' });
  assert.deepEqual(
    streams.map(({ title, items }) => [title, items]),
    [['Bakery videos', 3]],
  );
});

test('Two files of the library fit side by side on a phone', proof, async () => {
  const { page: phone, faults } = await product.open();
  await phone.setViewportSize({ width: 390, height: 844 });
  await enter(phone, '/library');
  const files = phone.getByRole('article');
  await files.nth(1).waitFor();
  const [first, second] = [await files.nth(0).boundingBox(), await files.nth(1).boundingBox()];
  assert.equal(first?.y, second?.y);
  assert.deepEqual(faults, []);
});

test('Deleting an image keeps its finished picture in the library', proof, async () => {
  await card('Monday quote').getByRole('button', { name: 'Delete Monday quote', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('You have no images created yet').waitFor();
  await page.goto('/library');
  await card('Fresh bread').getByText('A. Baker, Openverse · CC BY 4.0').waitFor();
});

test('A file in use is not deleted, and the refusal names its uses', proof, async () => {
  await card('Fresh bread').getByRole('button', { name: 'Delete Fresh bread', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/It is used by the video “Spring offers”/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
});

test('The pages of contents and library are sound', proof, async () => {
  for (const path of ['/contents', '/library']) {
    await page.goto(path);
    await page.getByRole('article').first().waitFor();
    await expectSound(page, { looks: twoLooks, name: `screen-${path.slice(1)}` });
  }
  assert.deepEqual(faults, []);
});

test('The library says when the used space could not be read and reads it again', proof, async () => {
  const { page, faults } = await product.open({ expected: [500] });
  const reading = '**/api/fetch-space';
  await page.route(reading, (route) => route.fulfill({ status: 500, json: { status: false, message: 'Not now' } }));
  await enter(page, '/library');
  await page.getByText('The used space could not be read.').waitFor();
  await page.unroute(reading);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/ used by the library, content streams/).waitFor();
  assert.deepEqual(faults, []);
});
