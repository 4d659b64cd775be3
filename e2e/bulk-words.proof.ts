import assert from 'node:assert/strict';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const titlesOf = async (id: string): Promise<string[]> =>
  (await calls.ask('fetch-stream', { id })).items.map(({ title }) => title);

test('Titles of several items change at once after a preview, and Undo restores them', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Bulk', items: ['Rye loaf', 'Roll', 'White loaf'] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  await page.getByRole('checkbox', { name: 'Select Roll, position 2', exact: true }).check();
  await page.getByText('1 item selected').waitFor();
  await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
  await page.getByRole('button', { name: 'Edit words', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 items', exact: true });
  const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
  await preview.getByText('Nothing changes yet').waitFor();
  await takesFocus(dialog);
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Find', exact: true }).fill('LOAF');
  await dialog.getByRole('textbox', { name: 'Replace with', exact: true }).fill('bread');
  await preview.getByText('2 items will change').waitFor();
  await preview.getByText('Rye bread').waitFor();
  await dialog.getByRole('textbox', { name: 'Add in front', exact: true }).fill('{n}. ');
  await preview.getByText('3 items will change').waitFor();
  await dialog.getByRole('button', { name: 'Change 3 items', exact: true }).click();
  await page.getByText('3 items have changed.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['1. Rye bread', '2. Roll', '3. White bread']);
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('3 items have their earlier words again.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Rye loaf', 'Roll', 'White loaf']);
  assert.deepEqual(faults, []);
});

test('An item that somebody else changes meanwhile keeps the text of that person', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Two', items: ['Rye', 'Oat'] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  await page.getByRole('button', { name: 'Select all 2', exact: true }).click();
  await page.getByRole('button', { name: 'Edit words', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 2 items', exact: true });
  await takesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Add at the end', exact: true }).fill(' bread');
  const [first] = (await calls.ask('fetch-stream', { id })).items;
  await calls.ask('update-stream', { id: first?.id ?? '', title: 'Spelt', description: 'Ours' });
  await dialog.getByRole('button', { name: 'Change 2 items', exact: true }).click();
  await page.getByText('1 item has changed.').waitFor();
  await page.getByText('1 item was changed or removed elsewhere meanwhile and stays as it is.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Spelt', 'Oat bread']);
  assert.deepEqual(faults, []);
});
