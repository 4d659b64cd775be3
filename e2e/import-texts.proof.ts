import assert from 'node:assert/strict';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { choose } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A thousand texts are imported from a UTF-16 file after a preview that lists the rejected rows', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Year', items: ['First'] });
  const rows = Array.from({ length: 1000 }, (_none, index) => `${index + 1};"Brötchen; Nr. ${index + 1}";=1+${index}`);
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
