import assert from 'node:assert/strict';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { pageTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let agency: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  agency = await callsOf(product);
});

test('The owner sets the key, has a caption written, edits it and keeps it', async () => {
  const id = await addStream(agency, { type: 'image', title: 'Bakery', items: ['Rye bread'] });
  const { page, faults } = await product.open({ width: 1280 });
  await enter(page, `${product.url}/edit-stream/${id}`);
  await page.getByRole('button', { name: 'Edit Rye bread', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'File Details', exact: true });
  await dialog.getByRole('button', { name: 'Write with AI', exact: true }).click();
  await dialog.getByRole('link', { name: 'My Account, Connections', exact: true }).click();

  const connections = page.getByRole('region', { name: 'Connections', exact: true });
  await pageTakesFocus(page);
  await connections.getByRole('textbox', { name: 'AI key', exact: true }).fill('sk-sandbox-4321');
  await connections.getByRole('button', { name: 'Save', exact: true }).click();
  await connections.getByText('The key is accepted.').waitFor();
  await connections.getByText('Saved, ends in 4321.').waitFor();

  await page.goto(`${product.url}/edit-stream/${id}`);
  await page.getByRole('button', { name: 'Edit Rye bread', exact: true }).click();
  await dialog.getByRole('button', { name: 'Write with AI', exact: true }).click();
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Twitter' });
  await dialog.getByRole('button', { name: 'Write', exact: true }).click();
  const proposal = dialog.getByRole('textbox', { name: 'Proposal 2', exact: true });
  await proposal.waitFor();
  await expect(proposal).toHaveValue(/Rye bread/);
  await expect(dialog.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue('About Rye bread.png');
  await proposal.fill('Our rye bread is out at six.');
  await dialog.getByRole('button', { name: 'Use this', exact: true }).nth(1).click();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'Our rye bread is out at six.', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('A slow answer can be cancelled, and the typed text stays', proof, async () => {
  const id = await addStream(agency, { type: 'text', title: 'News', items: ['One'] });
  const { page, faults } = await product.open({ width: 390 });
  await enter(page, `${product.url}/edit-stream/${id}`);
  await page.getByRole('button', { name: 'Write several with AI', exact: true }).click();
  const brief = page.getByRole('textbox', { name: 'Brief', exact: true });
  await brief.fill('sandbox-ai-slow');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden' });
  await expect(brief).toHaveValue('sandbox-ai-slow');

  await brief.fill('Opening hours in May');
  await page.getByRole('textbox', { name: 'How many', exact: true }).fill('3');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await page.getByRole('region', { name: 'Text 3', exact: true }).waitFor();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true }).nth(2)).toHaveValue(/Opening hours in May/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Text · 4 items').waitFor();
  assert.deepEqual(faults, []);
});
