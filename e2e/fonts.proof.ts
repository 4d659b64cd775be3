/** Fonts of a source: looked up in both creators, taken, and used like those that ship. */
import assert from 'node:assert/strict';
import { messages } from '#contract/messages.ts';
import { aFontFile } from '#server/content/fonts/testing.ts';
import { startSources, type SourcesSandbox } from '../sandbox/sources/server.ts';
import { rightKey } from '../sandbox/sources/vendor.ts';
import { callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let vendors: SourcesSandbox;
let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  vendors = await startSources({ matching: 45, files: { woff2: await aFontFile() } });
  host.atEnd(() => vendors.close());
  product = await host.product({
    privateHosts: [vendors.url.host],
    settings: { GOOGLE_FONTS_API_KEY: rightKey, GOOGLE_FONTS_API_URL: `${vendors.url.origin}/googleapis` },
  });
  calls = await callsOf(product);
});

test('A font is found in the image creator, added with its licence, and offered for slides as well', async () => {
  const { page, faults } = await product.open({ width: 1440, height: 900 });
  await enter(page, '/image-creator');
  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await page.getByRole('button', { name: 'Add a heading' }).click();
  const tools = page.getByRole('region', { name: 'Text tools' });
  await tools.getByRole('button', { name: 'More fonts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find a font' });
  const field = dialog.getByRole('textbox', { name: 'Search fonts' });
  await takesFocus(dialog);
  await field.fill('family');
  await field.press('Enter');
  const found = dialog.getByRole('region', { name: 'Found fonts' });
  const results = found.locator('[data-result]');
  const end = found.getByText(messages.searchEnd);
  await found.getByRole('button', { name: /^Family 1 / }).waitFor();
  while ((await end.count()) === 0) {
    const before = await results.count();
    await results.last().scrollIntoViewIfNeeded();
    await results.nth(before).or(end).first().waitFor();
  }
  await expect(results).toHaveCount(45);
  await found.getByRole('button', { name: /^Family 1 / }).click();
  await page.getByText(messages.fontTaken).waitFor();
  const family = tools.getByRole('combobox', { name: 'Font family', exact: true });
  await expect(family, 'the taken font is chosen').toHaveValue('Family 1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/contents');

  await page.goto('/library?kind=font');
  const card = page.getByRole('article', { name: 'Family 1', exact: true });
  await card.getByText(/Google Fonts · Open Source/).waitFor();
  await card.getByText(/^Used in/).waitFor();

  await page.goto('/create-video');
  await page.getByRole('tab', { name: 'Text & Position' }).click();
  const font = page.getByRole('combobox', { name: 'Font', exact: true });
  await font.click();
  await page.getByRole('option', { name: 'Family 1', exact: true }).click();
  await expect(font).toHaveValue('Family 1');
  await page.getByRole('button', { name: 'More fonts' }).click();
  await takesFocus(dialog);
  await field.fill('family');
  await found.getByRole('button', { name: /^Family 2 / }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect(font, 'the font is chosen').toHaveValue('Family 2');
  const { items } = await calls.ask('fetch-licences', {});
  assert.ok(items.some(({ kind, title, source }) => `${kind} ${title} ${source}` === 'font Family 1 google-fonts'));
  assert.deepEqual(faults, []);
});
