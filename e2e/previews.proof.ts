import assert from 'node:assert/strict';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('The preview counts and truncates as each network does', async () => {
  const id = await addStream(calls, { type: 'video', title: 'Counted', items: ['clip'] });
  const texts = await addStream(calls, { type: 'text', title: 'Counted words', items: ['Menu'] });
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const dialog = page.getByRole('dialog', { name: 'File Details' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const type = (name: string, words: string) => dialog.getByRole('textbox', { name }).fill(words);
  const show = (network: string) => preview.getByRole('radio', { name: network }).press('Space');
  await page.goto(`/edit-stream/${texts}`);
  await page.getByRole('button', { name: 'Edit Menu' }).click();
  await takesFocus(dialog);
  const link = `https://bakery.example/${'a'.repeat(50)}`;
  await type('Description', `🥐🥐 ${link}`);
  await show('Telegram');
  await preview.getByText(`${6 + 4 + 1 + link.length} of 4,096 characters`, { exact: true }).waitFor();
  await show('Twitter');
  await preview.getByText('34 of 280 characters, as Twitter counts them', { exact: true }).waitFor();
  const rolls = (count: number) => Array.from({ length: count }, () => '🥐').join(' ');
  await type('Description', `${rolls(100)} ${link}`);
  await preview
    .getByText('329 of 280 characters, as Twitter counts them: the end is cut off at a word', { exact: true })
    .waitFor();
  await preview.getByText(`Menu ${rolls(91)}…`, { exact: true }).waitFor();
  await show('Reddit');
  await preview.getByText(`${199 + 1 + link.length} of 40,000 characters`, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  await page.goto(`/edit-stream/${id}`);
  await page.getByRole('button', { name: 'Edit clip' }).click();
  await takesFocus(dialog);
  await type('Description', 'größer');
  await show('YouTube');
  await preview.getByText('8 of 5,000 bytes', { exact: true }).waitFor();
  await type('Title', 'Rolls '.repeat(17));
  await preview.getByText('Title: 102 of 100 characters: the end is cut off at a word', { exact: true }).waitFor();
  await preview.getByRole('heading', { name: `${'Rolls '.repeat(16).trim()}…` }).waitFor();
  await expectSound(page, {
    looks: everyLook,
    name: 'preview-bytes',
  });
  assert.deepEqual(faults, []);
});
