/** Pictures in formatted texts: from the library, from this device, from a source; saved, shown and published. */
import assert from 'node:assert/strict';
import { aPicture } from '#server/content/streams/testing.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let agency: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  agency = await callsOf(product);
});

test('An article with pictures is previewed as the blog will show it, and WordPress gets the pictures', async () => {
  const id = await addStream(agency, { type: 'formatted', title: 'Journal', items: [] });
  const client = await addClient(agency, { name: 'Sunrise Bakery' });
  const account = await connect(agency, product, { clientId: client, network: 'wordpress' });
  const { page, faults } = await product.open({ width: 1280 });
  await enter(page, `/edit-stream/${id}`);
  const text = page.getByRole('region', { name: 'Text 1' });
  await text.getByRole('textbox', { name: 'Title' }).fill('How we bake');
  const editor = text.getByRole('textbox', { name: 'Text', exact: true });
  await editor.click();
  await page.keyboard.type('The first bread is out at six.');

  await text.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await dialog.getByText('You do not have any uploads').waitFor();
  await dialog
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'oven.png', mimeType: 'image/png', buffer: await aPicture('png') });
  await dialog.waitFor({ state: 'hidden' });
  await editor.locator('img[src^="/files/"]').waitFor();
  await text.getByRole('textbox', { name: 'Alt text of the picture' }).fill('The oven at night');

  await text.getByRole('button', { name: 'Add a picture' }).click();
  await dialog.getByText('Sources', { exact: true }).click();
  await dialog.locator('[data-result]').first().click();
  await dialog.waitFor({ state: 'hidden' });
  await editor.locator('img[src^="/found/"]').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/streams');

  const { items } = await agency.ask('fetch-stream', { id });
  const sources = [...(items[0]?.description ?? '').matchAll(/<img src="(\/files\/[^"]+)" alt="([^"]*)" \/>/g)];
  assert.deepEqual([sources.length, sources[0]?.[2]], [2, 'The oven at night']);
  const library = await agency.ask('fetch-library', { used_in: 'stream' });
  assert.equal(library.total, 2);

  await page.goto(`/edit-stream/${id}`);
  await page.getByRole('button', { name: /^Edit How we bake/ }).click();
  const details = page.getByRole('dialog', { name: 'File Details' });
  const preview = details.getByRole('region', { name: 'Preview' });
  await preview.getByRole('img', { name: 'The oven at night' }).waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  await schedule(agency, product, { clientId: client, streamId: id, accountIds: [account] });
  await product.passTime({ hours: 2 });
  const post = await waitForValue('the article is on the blog', async () => {
    const posts = [...product.sandbox.state.posts.values()];
    return posts.find(({ title, status }) => title === 'How we bake' && status === 'publish') ?? null;
  });
  assert.equal(post.media.length, 2);
  assert.match(post.html, /<img [^>]*alt="The oven at night"/);
  assert.deepEqual(faults, []);
});
