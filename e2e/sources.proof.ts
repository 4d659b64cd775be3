import assert from 'node:assert/strict';
import { messages } from '#contract/messages.ts';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('Pictures of a source are searched, scrolled to the end and added, and so is one of the library', async () => {
  const id = await addStream(calls, { type: 'image', title: 'Looked up', items: [] });
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${id}`);
  await page.getByRole('button', { name: 'From a source' }).click();
  const found = page.getByRole('region', { name: 'Found pictures' });
  const results = found.locator('[data-result]');
  await results.first().waitFor();
  const field = page.getByRole('textbox', { name: 'Search pictures' });
  await field.fill('');
  await page.getByText('Keyword is required').waitFor();
  const answer = page.waitForResponse(/search-media/);
  await field.fill('dog beach');
  await field.press('Enter');
  await answer;
  // Until then the results are those of the previous keyword.
  await found.and(page.locator('[aria-busy="false"]')).waitFor();
  await found.getByRole('button', { name: /dog/i }).first().waitFor();
  await results.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await found.getByRole('button', { name: /^Chosen: / }).waitFor();
  // Each page of results makes the area longer, and the last one says that it is the last.
  const end = found.getByText(messages.searchEnd);
  while ((await end.count()) === 0) {
    const before = await results.count();
    await results.last().scrollIntoViewIfNeeded();
    await results.nth(before).or(end).first().waitFor();
  }
  await expect(results).toHaveCount(160);
  await page.keyboard.press('Escape');
  const rows = page.getByRole('table', { name: /^Content of this stream/ }).getByRole('row');
  await rows.nth(1).waitFor();
  await page.getByRole('button', { name: 'From the library' }).click();
  await page.getByRole('list', { name: 'Files' }).getByRole('button').first().click();
  await page.getByText('1 file added to the stream').waitFor();
  await page.keyboard.press('Escape');
  await rows.nth(2).waitFor();
  assert.deepEqual(faults, []);
});
