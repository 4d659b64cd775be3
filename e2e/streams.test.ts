import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { aPicture, aVideo } from '#server/content/streams/testing.ts';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { choose, oops, problemTakesFocus, takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const png = async (name: string, size: { width?: number; height?: number } = {}) => ({
  name,
  mimeType: 'image/png',
  buffer: await aPicture('png', size),
});
const inStream = (page: Page) => page.getByRole('table', { name: /^Content of this stream/ });
/** The titles of a stream's items, in their order. */
const titlesOf = (page: Page): Promise<string[]> => inStream(page).locator('[data-label="Title"]').allTextContents();

/** How many of a page's pictures have been drawn. */
const drawn = (page: Page) =>
  page.evaluate(
    "[...document.querySelectorAll('td img')].filter((img) => img.complete && img.naturalWidth > 0).length",
  );

for (const type of ['Image', 'Video', 'Text', 'Formatted Text']) {
  test(`A stream of type ${type} is created, and its type is fixed from then on`, async () => {
    const { page, faults } = await product.open();
    await enter(page, '/streams');
    await page.getByRole('link', { name: 'Add Stream' }).first().click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    for (const message of ['Title is required', 'Please choose a type', 'Description is required'])
      await page.getByText(message).waitFor();
    await problemTakesFocus(page);
    await page.getByRole('textbox', { name: 'Title' }).first().fill(`All ${type}`);
    await choose(page, { field: 'Type', option: type });
    await page.getByRole('textbox', { name: 'Tags' }).fill('spring, sale');
    await page.getByText('#sale').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).fill('What it is about');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Stream Created Successfully' });
    await dialog.getByText('Do you want to upload file to it ?').waitFor();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/edit-stream/*');
    await page.getByText('No Records Found').waitFor();
    await expect(page.getByRole('combobox', { name: 'Type' })).toBeDisabled();
    await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });
}

test('Adding content before the stream exists is refused with an explanation', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/create-stream');
  await page.getByRole('button', { name: /^Choose a type and create the stream/ }).click();
  await oops(page, 'Please create content stream first');
  await choose(page, { field: 'Type', option: 'Image' });
  await page.getByLabel('Add pictures').click();
  await oops(page, 'Please create content stream before upload files');
  await choose(page, { field: 'Type', option: 'Text' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await oops(page, 'Please create content stream before adding text');
  await choose(page, { field: 'Type', option: 'Formatted Text' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await oops(page, 'Please create content stream before adding formatted text');
  assert.deepEqual(faults, []);
});

test('Several pictures upload at once, and a rejected one is named without losing the others', async () => {
  const id = await addStream(calls, { type: 'image', title: 'Spring', items: [] });
  const { page, faults } = await product.open({ expected: [422] });
  await enter(page, `/edit-stream/${id}`);
  const files = page.getByLabel('Choose pictures');
  const send = await hold(page, 'stream');
  await files.setInputFiles([
    await png('one.png', { width: 2400, height: 1800 }),
    await png('two.png'),
    await png('three.png'),
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');
  await uploads
    .filter({ hasText: 'three.png' })
    .getByRole('progressbar', { name: 'Upload of three.png' })
    .waitFor({ state: 'attached' });
  send();
  for (const name of ['one.png', 'two.png', 'three.png'])
    await uploads.filter({ hasText: name }).getByText('Uploaded Successfully').waitFor();
  await inStream(page).getByRole('row').nth(3).waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['one', 'two', 'three']);

  await files.setInputFiles([
    await png('four.png'),
    { name: 'five.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ]);
  await oops(page, 'You have Selected Invalid File Type');
  await uploads.filter({ hasText: 'four.png' }).getByText('Uploaded Successfully').waitFor();
  await files.setInputFiles([
    { name: 'six.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) },
    await png('seven.png'),
  ]);
  await oops(page, 'Max Uploaded Size for Image 5MB, Video 20MB');
  await uploads.filter({ hasText: 'seven.png' }).getByText('Uploaded Successfully').waitFor();
  await files.setInputFiles([{ name: 'eight.png', mimeType: 'image/png', buffer: Buffer.from('only words') }]);
  await uploads
    .filter({ hasText: 'eight.png' })
    .getByRole('alert')
    .getByText('You have Selected Invalid File Type')
    .waitFor();
  await page.reload();
  await inStream(page).getByText('seven').first().waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['one', 'two', 'three', 'four', 'seven']);
  assert.deepEqual(faults, []);
});

test('A video gets a thumbnail from its frames', proof, async () => {
  const id = await addStream(calls, { type: 'video', title: 'Clips', items: [] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  await page
    .getByLabel('Choose videos')
    .setInputFiles([{ name: 'kneading.mp4', mimeType: 'video/mp4', buffer: await aVideo() }]);
  await inStream(page).getByRole('button', { name: 'Edit kneading' }).waitFor();
  await inStream(page).getByLabel('The preview is being made').waitFor({ state: 'hidden' });
  await page.getByText('Uploaded Successfully').first().waitFor();
  await expect.poll(() => drawn(page), { message: 'the picture is drawn' }).toBe(1);
  assert.deepEqual(faults, []);
});

test('The order of items changes by keyboard and by drag, and Undo restores it', proof, async () => {
  const id = await addStream(calls, { type: 'text', title: 'Order', items: ['First', 'Second', 'Third'] });
  const { page, faults } = await product.open({ height: 1600 });
  await enter(page, `/edit-stream/${id}`);
  const saved = () => page.waitForResponse('**/api/move-stream-item');
  await page.getByRole('button', { name: 'Move First, position 1' }).focus();
  await page.keyboard.press('Space');
  await page.getByText(/^First (picked up|is over position 1)/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText('First is over position 2.').waitFor();
  let answer = saved();
  await page.keyboard.press('Space');
  await answer;
  await expect.poll(() => titlesOf(page)).toEqual(['Second', 'First', 'Third']);
  await page.reload();
  await inStream(page).waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['Second', 'First', 'Third']);

  const from = await boxAtRest(page.getByRole('button', { name: 'Move Third, position 3' }));
  const to = await boxAtRest(page.getByRole('button', { name: 'Move Second, position 1' }));
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x + 5, to.y + 2, { steps: 8 });
  await page.getByText('Third is over position 1.').waitFor();
  answer = saved();
  await page.mouse.up();
  await answer;
  await expect.poll(() => titlesOf(page)).toEqual(['Third', 'Second', 'First']);
  answer = saved();
  await page.getByRole('button', { name: 'Undo' }).click();
  await answer;
  await page.reload();
  await inStream(page).waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['Second', 'First', 'Third']);
  assert.deepEqual(faults, []);
});

test('File Details changes the title and description of an item and requires both', proof, async () => {
  const id = await addStream(calls, { type: 'image', title: 'Details', items: ['loaf'] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  await inStream(page).getByRole('button', { name: 'Edit loaf' }).click();
  const dialog = page.getByRole('dialog', { name: 'File Details' });
  await takesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.getByText('Title is required').waitFor();
  await dialog.getByText('Description is required').waitFor();
  await problemTakesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The morning loaf');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Still warm');
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Still warm').waitFor();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await inStream(page).getByText('Still warm').waitFor();

  await inStream(page).getByRole('button', { name: 'Delete The morning loaf' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('Do you want to Delete this File').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No Records Found').waitFor();
  assert.deepEqual(faults, []);
});

test('Several texts are added at once, and one text always remains', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Tips', items: [] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  const text = (number: number) => page.getByRole('region', { name: `Text ${number}`, exact: true });
  await expect(page.getByRole('button', { name: /^Remove text/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add another text' }).click();
  await page.getByRole('button', { name: 'Add another text' }).click();
  await text(1).getByRole('textbox', { name: 'Text' }).fill('Drink water 💧');
  await text(3).getByRole('textbox', { name: 'Text' }).fill('שלום, sleep well');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await text(2).getByText('Text is required').waitFor();
  await page.getByRole('button', { name: 'Remove text 2' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Waited for before the page, whose code may take longer to load than the notice stays.
  await page.getByText('Content saved successfully').waitFor();
  await page.waitForURL('**/streams');
  await page.getByRole('row').filter({ hasText: 'Tips' }).getByText('Text · 2 items').waitFor();
  assert.deepEqual(faults, []);
});

test('Formatted texts keep their formatting', proof, async () => {
  const id = await addStream(calls, { type: 'formatted', title: 'Journal', items: [] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  const editor = page.getByRole('region', { name: 'Text 1' }).getByRole('textbox', { name: 'Text', exact: true });
  await editor.click();
  await page.keyboard.type('Plain and ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('strong');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/streams');
  const { items } = await calls.ask('fetch-stream', { id });
  assert.deepEqual(
    items.map(({ description }) => description),
    ['<p>Plain and <strong>strong</strong></p>'],
  );
  assert.deepEqual(faults, []);
});

test('Streams are filtered by type, searched by title, and deleted after a confirmation', proof, async () => {
  await addStream(calls, { type: 'text', title: 'Autumn words', items: ['One'] });
  await addStream(calls, { type: 'image', title: 'Autumn pictures', items: [] });
  const { page, faults } = await product.open();
  await enter(page, '/streams');
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await row('Autumn words').waitFor();
  await choose(page, { field: 'Type', option: 'Image' });
  await row('Autumn words').waitFor({ state: 'hidden' });
  await row('Autumn pictures').waitFor();
  await choose(page, { field: 'Type', option: 'All' });
  await page.getByRole('textbox', { name: 'Search by title or type' }).fill('autumn wo');
  await row('Autumn pictures').waitFor({ state: 'hidden' });
  await row('Autumn words').getByRole('button', { name: 'Delete Autumn words' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('Do you want to delete this stream').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No stream fits this search.').waitFor();
  assert.deepEqual(faults, []);
});
