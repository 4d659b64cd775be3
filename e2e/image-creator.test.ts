/** An image is made, saved, opened again, downloaded, and put into a content stream. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { aPicture } from '#server/content/streams/testing.ts';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { choose } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** In the page: `pictureLoads`, how often an address was set on a picture. */
const countLoads = `
  globalThis.pictureLoads = 0;
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    configurable: true, get, set(address) { pictureLoads++; set.call(this, address); },
  });`;

test('An image with a text and a picture is saved, opened again, downloaded and added to a stream', async () => {
  const stream = await addStream(calls, { type: 'image', title: 'Offers', items: [] });
  const { page, faults } = await product.open();
  await page.addInitScript({ content: countLoads });
  await enter(page, '/image-creator');
  await page.getByText('Search from library or upload an image to start customizing it.').waitFor();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Uploads', exact: true }).click();
  await page.getByText('You do not have any uploads').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await aPicture('png', { width: 600, height: 400 }),
  });
  await page.getByText('Uploaded Successfully').waitFor();
  const layers = page.getByRole('region', { name: 'Layers', exact: true });
  await layers.getByRole('button', { name: 'photo.png', exact: true }).waitFor();
  await expect(page.getByRole('region', { name: 'Text tools' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await page.getByRole('button', { name: 'Add a heading', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Half price today');
  await page.getByRole('button', { name: 'Bold', exact: true }).click();
  await page.getByRole('tab', { name: 'General', exact: true }).click();
  await page.getByRole('textbox', { name: 'Campaign Name', exact: true }).fill('Half price');

  const copy = layers.getByRole('button', { name: 'Half price today', exact: true }).nth(1);
  await page.getByRole('button', { name: 'Duplicate Layer', exact: true }).click();
  await copy.waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await copy.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo', exact: true }).waitFor();

  // The picture is removed, restored, and undone to before its text was bold: it is never loaded again.
  await layers.getByRole('button', { name: 'photo.png', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await layers.getByRole('button', { name: 'photo.png', exact: true }).waitFor({ state: 'detached' });
  const loads = await page.evaluate('pictureLoads');
  assert.equal(typeof loads === 'number' && loads > 0, true);
  for (const name of ['Undo', 'Undo', 'Redo']) await page.getByRole('button', { name }).click();
  await layers.getByRole('button', { name: 'photo.png', exact: true }).waitFor();
  await expect.poll(() => page.evaluate('pictureLoads')).toBe(loads);

  const zoom = page.getByRole('group', { name: 'Zoom', exact: true });
  const fitting = (await zoom.getByText(/^\d+ %$/).textContent()) ?? '';
  await page.getByRole('group', { name: /^Canvas\./ }).press('+');
  await zoom.getByText(fitting, { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('0');
  await zoom.getByText(fitting, { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Image saved successfully').waitFor();
  await page.waitForURL('**/contents');

  const { items } = await calls.ask('fetch-thumbnails', {});
  const [design] = items;
  assert.ok(design && design.name === 'Half price' && design.thumbnail !== null);
  await page.goto(`/image-creator?id=${design.id}`);
  await page.getByRole('heading', { name: 'Edit', exact: true }).waitFor();
  await layers.getByRole('button', { name: 'Half price today', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Half price today');

  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Image (1279 × 720)', exact: true }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), 'Half price.png');
  const { width, height, format } = await sharp(await readFile(await file.path())).metadata();
  assert.deepEqual([width, height, format], [1279, 720, 'png']);

  await page.getByRole('button', { name: 'Push to stream', exact: true }).click();
  await choose(page, {
    field: 'Content stream',
    option: 'Offers',
    within: page.getByRole('dialog', { name: 'Push to content stream', exact: true }),
  });
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('Added to the content stream').waitFor();
  const pushed = await calls.ask('fetch-stream', { id: stream });
  assert.deepEqual(
    pushed.items.map(({ title }) => title),
    ['Half price'],
  );
  assert.deepEqual(faults, []);
});

test('Pictures of the library and of the sources, and quotes, are available in every session', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/image-creator');
  const layers = page.getByRole('region', { name: 'Layers', exact: true });
  const found = page.getByRole('region', { name: 'Found pictures', exact: true });
  const picture = found.getByRole('button', { name: /, by .+, CC0-1\.0$/ }).first();
  const [title = ''] = ((await picture.getAttribute('aria-label')) ?? '').split(', by ');
  await picture.click();
  await layers.getByRole('button', { name: title, exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Uploads', exact: true }).click();
  const uploads = page.getByRole('list', { name: 'Files', exact: true });
  await uploads.getByRole('button', { name: 'photo', exact: true }).click();
  await layers.getByRole('button', { name: 'photo', exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Quotes', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search quotes', exact: true }).fill('courage');
  const quotes = page.getByRole('region', { name: 'Found quotes', exact: true }).getByRole('button');
  await quotes.first().click();
  await page.getByRole('region', { name: 'Text tools' }).waitFor();
  assert.deepEqual(faults, []);
});
