import assert from 'node:assert/strict';
import { aPicture } from '#server/content/streams/testing.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test.describe('Imported texts', () => {
  test('A thousand texts are imported from a UTF-16 file after a preview that lists the rejected rows', async () => {
    const id = await addStream(calls, { type: 'text', title: 'Year', items: ['First'] });
    const rows = Array.from(
      { length: 1000 },
      (_none, index) => `${index + 1};"Brötchen; Nr. ${index + 1}";=1+${index}`,
    );
    const csv = ['Nr;Body;Headline', ...rows, '1001;;Empty'].join('\r\n');
    const { page, faults } = await product.open();
    await enter(page, `/edit-stream/${id}`);
    await page.getByRole('button', { name: 'Import from CSV', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import from CSV', exact: true });
    await dialog
      .getByLabel('CSV file')
      .setInputFiles([{ name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`, 'utf16le') }]);
    await dialog.getByText('1,000 texts can be added, 1 row cannot').waitFor();
    await dialog.getByText('Row 1002: The text is empty').waitFor();
    await dialog.getByRole('cell', { name: 'Brötchen; Nr. 1', exact: true }).waitFor();
    await choose(page, { field: 'Title', option: 'No title', within: dialog });
    await choose(page, { field: 'Title', option: 'Headline', within: dialog });
    await dialog.getByRole('cell', { name: '=1+0', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Import 1,000 texts', exact: true }).click();
    await page.getByText('1,000 texts added').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const { stream, items } = await calls.ask('fetch-stream', { id });
    assert.equal(stream.items, 1001);
    assert.deepEqual(
      items.slice(0, 3).map(({ title, description }) => [title, description]),
      [
        ['First', 'About First'],
        ['=1+0', 'Brötchen; Nr. 1'],
        ['=1+1', 'Brötchen; Nr. 2'],
      ],
    );
    assert.deepEqual(faults, []);
  });

  test('A file without a text is refused with an explanation', async () => {
    const id = await addStream(calls, { type: 'text', title: 'Empty', items: [] });
    const { page, faults } = await product.open();
    await enter(page, `/edit-stream/${id}`);
    await page.getByRole('button', { name: 'Import from CSV', exact: true }).click();
    await page
      .getByLabel('CSV file')
      .setInputFiles([{ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('\n\n') }]);
    await page.getByRole('alert').getByText('There is no text in this file').waitFor();
    assert.deepEqual(faults, []);
  });
});

/** Pictures in formatted texts: from the library, from this device, from a source; saved, shown and published. */
test.describe('Articles with pictures', () => {
  let agency: Caller;

  test.beforeAll(async () => {
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
});

/** An idea becomes a post, and the drafts of a client are scheduled, opened and discarded. */
test.describe('Drafts', () => {
  test('An idea becomes a draft, which is scheduled, and an expired draft gets another time', async () => {
    const clientId = await addClient(calls, { name: 'Alma Bakery' });
    await connect(calls, product, { clientId, network: 'telegram' });
    await calls.ask('save-idea', {
      client_id: clientId,
      title: 'Why rye takes two days',
      words: 'Patience is the first ingredient.',
      url: 'https://example.com/rye',
    });
    const { page, faults } = await product.open();
    await enter(page, `/ideas?client=${clientId}`);
    await page.getByText('No drafts. Write one, or drop files on a day.').waitFor();
    await page.getByRole('button', { name: 'New post from Why rye takes two days', exact: true }).click();
    const post = page.getByRole('dialog', { name: 'New post', exact: true });
    const words = post.getByRole('textbox', { name: 'Words', exact: true });
    await expect(words).toHaveValue('Patience is the first ingredient.');
    await words.fill('Two days, and here is why.');
    await post.getByRole('button', { name: /^Schedule for / }).waitFor();
    await post.getByText(/^Draft saved \d/).waitFor();
    await post.getByRole('button', { name: 'Save draft', exact: true }).click();
    await post.waitFor({ state: 'hidden' });

    const drafts = page.getByRole('region', { name: '1 draft', exact: true });
    await drafts.getByText('No time yet').waitFor();
    await product.services.db.pool.query(
      `update drafts set due_at = now() - interval '1 hour', local_at = '2026-01-01 10:00'`,
    );
    await page.reload();
    await drafts.getByText('Expired').waitFor();
    await expectSound(page, { looks: twoLooks, name: 'drafts' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(drafts.getByRole('button', { name: 'Schedule Two days, and here is why.' })).toHaveCount(0);
    await drafts.getByRole('button', { name: 'Open Two days, and here is why.', exact: true }).click();
    await post.getByRole('button', { name: /^Schedule for / }).click();
    await post.waitFor({ state: 'hidden' });
    await expect.poll(() => calls.ask('fetch-drafts', { client_id: clientId })).toEqual([]);
    assert.deepEqual(faults, []);
  });

  test('Adding a client elsewhere leaves the selected client of the ideas selected', async () => {
    await addClient(calls, { name: 'Quiet Lake' });
    const { page, faults } = await product.open();
    await enter(page, '/ideas');
    const client = page.getByRole('combobox', { name: 'Client', exact: true });
    await expect(client, 'the newest client is shown').toHaveValue('Quiet Lake');
    await addClient(calls, { name: 'Late Comer' });
    // Returning to the tab after a minute reloads the lists.
    await product.passTime({ minutes: 1 });
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await client.click();
    await page.getByRole('option', { name: 'Late Comer', exact: true }).waitFor();
    await expect(client).toHaveValue('Quiet Lake');
    assert.deepEqual(faults, []);
  });
});
