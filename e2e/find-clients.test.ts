import assert from 'node:assert/strict';
import { callsOf, clientPassword } from './arrange.ts';
import { pageTakesFocus, takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

test('A business is found in a town and added as a client with the data of the map', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/find-clients');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Town is required').waitFor();
  await page.getByText('Trade is required').waitFor();
  await page.getByRole('textbox', { name: 'Town', exact: true }).fill('Leeds');
  await page.getByRole('combobox', { name: 'Trade', exact: true }).click();
  await page.getByRole('option', { name: 'Bakeries', exact: true }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const found = page.getByRole('region', { name: 'Businesses', exact: true });
  await found.getByText('30 businesses').waitFor();
  await found.getByRole('link', { name: '© OpenStreetMap contributors', exact: true }).waitFor();
  await found.getByRole('checkbox', { name: 'Only without a website', exact: true }).check();
  await found.getByText('20 businesses').waitFor();
  await found.getByRole('checkbox', { name: 'Only without a website', exact: true }).uncheck();
  await found.getByRole('button', { name: 'Look at the site of Golden Corner 1', exact: true }).click();
  await found
    .getByText(/Links to|The site could not be read/)
    .first()
    .waitFor();

  await found.getByRole('link', { name: 'Add Client: Golden Corner 1', exact: true }).click();
  await page.waitForURL(/\/add-client/);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  await pageTakesFocus(page);
  await expect(name).toHaveValue('Golden Corner 1');
  await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue('hello0@example.com');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(clientPassword);
  await page.getByLabel('Earning').fill('100');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const calls = await callsOf(product);
  await page.getByRole('dialog', { name: 'Client Created Successfully', exact: true }).waitFor();
  const { items } = await calls.ask('fetch-app-client', {});
  const added = items.find((client) => client.name === 'Golden Corner 1');
  assert.match(added?.description ?? '', /Sample Street 1, 12345 Sandbox/);
  assert.deepEqual(faults, []);
});

test('Businesses are saved to a list, annotated, found on its map, and exported', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/find-clients?town=York&trade=bakery');
  const found = page.getByRole('region', { name: 'Businesses', exact: true });
  await found.getByText('30 businesses').waitFor();
  const map = page.getByRole('group', { name: 'Map of the businesses', exact: true });
  await map.locator('path').first().waitFor({ state: 'attached' });
  await found.getByRole('button', { name: 'Save all', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save to a list', exact: true });
  await takesFocus(saving);
  await saving.getByRole('textbox', { name: 'Name of the list', exact: true }).fill('Bakeries in York');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await saving.waitFor({ state: 'hidden' });

  await page.getByRole('tab', { name: 'Saved lists', exact: true }).click();
  const list = page.getByRole('region', { name: 'Businesses of Bakeries in York', exact: true });
  await list.getByText('30 businesses', { exact: true }).waitFor();
  await list.getByRole('button', { name: 'Edit Golden Corner 1', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Golden Corner 1', exact: true });
  await takesFocus(editing);
  await editing.getByRole('textbox', { name: 'Notes', exact: true }).fill('Ring on Monday');
  await editing.getByRole('combobox', { name: 'State', exact: true }).click();
  await page.getByRole('option', { name: 'Contacted', exact: true }).click();
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await list.getByText('Ring on Monday').waitFor();
  await list.getByRole('textbox', { name: 'Search the list', exact: true }).fill('monday');
  await list.getByText('1 business', { exact: true }).waitFor();

  await map.getByRole('button', { name: 'Golden Corner 1', exact: true }).press('Enter');
  const chosen = list.getByRole('list', { name: 'Chosen on the map', exact: true });
  await chosen.getByRole('button', { name: 'Show Golden Corner 1', exact: true }).click();
  await page.waitForFunction(`document.activeElement?.tagName === 'ARTICLE'`);

  await list.getByRole('button', { name: 'Remove Golden Corner 1', exact: true }).click();
  const notices = page.getByRole('region', { name: 'Notices', exact: true });
  await notices.getByText('“Golden Corner 1” is taken out of the list.').waitFor();
  await notices.getByRole('button', { name: 'Undo', exact: true }).click();
  await list.getByText('Ring on Monday').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'businesses-bakeries-in-york.csv');
  await page.setViewportSize({ width: 390, height: 844 });
  await map.waitFor({ state: 'hidden' });
  await list.getByText('Map', { exact: true }).click();
  await map.waitFor();
  await expectSound(page, { looks: twoLooks, name: 'find-clients-lists' });
  assert.deepEqual(faults, []);
});
