/** A template in a client's brand kit, made for three texts and for the client. */
import assert from 'node:assert/strict';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A template takes the brand of a client and is generated for three texts and for the client', async () => {
  const client = await addClient(calls, { name: 'Rossi Pizza' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${client}?tab=details`);
  await page.getByLabel('Primary', { exact: true }).fill('#c1121f');
  await page.getByRole('button', { name: 'Save brand kit' }).click();
  await page.getByText('Brand kit saved').waitFor();

  await page.goto('/image-creator');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Big percent' }).click();
  await page.getByRole('tab', { name: 'Brand' }).click();
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'Rossi Pizza' }).click();
  await page.getByRole('button', { name: 'Apply this brand' }).click();

  await page.getByRole('button', { name: 'Make many' }).click();
  await page.getByRole('menuitem', { name: 'One post for each text…' }).click();
  await takesFocus(page.getByRole('dialog'));
  await page.getByRole('textbox', { name: 'Texts' }).fill('THIS WEEK ONLY\nTODAY ONLY\nALL WEEKEND');
  await page.getByRole('button', { name: 'Make 3 pictures' }).click();
  await page.getByText('3 of 3 pictures made.').waitFor({ timeout: 120_000 });
  const [{ items: streams }, { items: designs }] = [
    await calls.ask('fetch-streams', {}),
    await calls.ask('fetch-thumbnails', {}),
  ];
  const stream = streams.find(({ title }) => title === designs[0]?.name);
  const poured = await calls.ask('fetch-stream', { id: stream?.id ?? '' });
  assert.deepEqual(
    poured.items.map(({ title }) => title),
    ['THIS WEEK ONLY', 'TODAY ONLY', 'ALL WEEKEND'],
  );
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Make many' }).click();
  await page.getByRole('menuitem', { name: 'For many clients…' }).click();
  await page.getByRole('checkbox', { name: 'Rossi Pizza' }).check();
  await page.getByRole('button', { name: 'Make it for 1 client' }).click();
  await page.getByText('1 of 1 picture made.').waitFor({ timeout: 120_000 });

  // Another page shows both, and so does one that was closed meanwhile.
  await page.goto('/image-creator');
  await page.getByRole('button', { name: 'Make many' }).click();
  await page.getByRole('menuitem', { name: 'What was made so far…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Made many' });
  await dialog.getByText('One post for each text · 3 of 3 pictures made.').waitFor();
  await dialog.getByText('For many clients · 1 of 1 picture made.').waitFor();
  await dialog
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Show all' }).waitFor();
  assert.deepEqual(faults, []);
});
