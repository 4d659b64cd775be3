import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf, clientPassword } from './arrange.ts';
import { aProduct } from './product.ts';
import { signIn } from './signing-in.ts';

const product = await aProduct();

test('a business is found in a town, looked at, and added as a client with what the map knows', async () => {
  const { page, faults } = await product.open();
  await signIn(page);
  await page.goto('/find-clients');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Town is required').waitFor();
  await page.getByText('Trade is required').waitFor();
  await page.getByRole('textbox', { name: 'Town' }).fill('Leeds');
  await page.getByRole('combobox', { name: 'Trade' }).click();
  await page.getByRole('option', { name: 'Bakeries' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('region', { name: 'Businesses' });
  await found.getByText('30 businesses').waitFor();
  await found.getByRole('link', { name: '© OpenStreetMap contributors' }).waitFor();
  await found.getByRole('checkbox', { name: 'Only without a website' }).check();
  await found.getByText('20 businesses').waitFor();
  await found.getByRole('checkbox', { name: 'Only without a website' }).uncheck();
  await found.getByRole('button', { name: 'Look at the site of Golden Corner 1' }).click();
  await found
    .getByText(/Links to|The site could not be read/)
    .first()
    .waitFor();

  await found.getByRole('link', { name: 'Add Golden Corner 1 as a client' }).click();
  await page.waitForURL(/\/add-client/);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  assert.equal(await name.inputValue(), 'Golden Corner 1');
  assert.equal(await page.getByRole('textbox', { name: /^Email/ }).inputValue(), 'hello0@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill(clientPassword);
  await page.getByLabel('Earning').fill('100');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const calls = await callsOf(product);
  await page.getByRole('dialog', { name: 'Client Created Successfully' }).waitFor();
  const { items } = await calls.ask('fetch-app-client', {});
  const added = items.find((client) => client.name === 'Golden Corner 1');
  assert.match(added?.description ?? '', /Sample Street 1, 12345 Sandbox/);
  assert.deepEqual(faults, []);
});
