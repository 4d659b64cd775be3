/** The profit of each client in a month: agreed, entered, summed up, and exported as a table. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  for (const name of ['Old Mill', 'Harbor Coffee', 'Garden Shop']) await addClient(calls, { name });
});

test('The owner enters hours and costs of a client, sees the margin, and saves the table', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/report');
  await page.getByRole('link', { name: 'Profit' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Old Mill' });
  await row.getByText('as agreed').waitFor();
  await page.getByRole('button', { name: 'Edit Old Mill' }).click();
  const dialog = page.getByRole('dialog', { name: /^Old Mill, / });
  await dialog.getByText('Leave it empty for what was agreed: $100.').waitFor();
  await takesFocus(dialog);
  await dialog.getByLabel('Hours').fill('1.5');
  await dialog.getByLabel('Costs').fill('130.25');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText('-$30.25').waitFor();
  const cells = async (name: string) =>
    (await page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
  await expect
    .poll(async () => (await cells('Old Mill')).slice(0, 8))
    .toEqual(['Old Mill', '$100 as agreed', '1.5', '$130.25', '0', '-$30.25', '-$20.17', '–']);
  await expect
    .poll(async () => (await cells('All clients')).slice(1, 6))
    .toEqual(['$300', '1.5', '$130.25', '0', '$169.75']);
  await expectSound(page, { looks: twoLooks, name: 'profit' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const table = readFileSync(await file.path(), 'utf8');
  assert.match(table, /Old Mill,100,1\.5,130\.25,0,-30\.25,-20\.17,\r\n/);
  assert.deepEqual(faults, []);
});
