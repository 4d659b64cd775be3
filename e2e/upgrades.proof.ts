/**
 * The Upgrades page: menu and panels, a download that is made on request, a request to the people behind the product.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { addStream, callsOf } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

test('A document is generated while the person waits, and a request appears below its form', async () => {
  const { page } = await product.open();
  await enter(page, '/upgrades');
  await page.getByRole('heading', { level: 2, name: 'Welcome to your upgrades' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Upgrades' });
  await menu.getByRole('link', { name: 'Client Contract' }).click();
  await page.getByRole('heading', { level: 2, name: 'Client Contract' }).waitFor();
  await expectSound(page, { looks: everyLook, name: 'upgrades-contract' });
  await page.setViewportSize({ width: 1280, height: 900 });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Service agreement' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'service-agreement.docx');
  const document = readFileSync(await download.path());
  assert.equal(document.subarray(0, 2).toString(), 'PK');

  await menu.getByRole('link', { name: 'Reseller License' }).click();
  await page.getByText('Please allow up to 2 working days for the activation.').waitFor();
  await page.getByText('Request your affiliate link is not set up yet.').waitFor();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Affiliate ID is required').waitFor();
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill('T-2041');
  await page.getByRole('textbox', { name: 'Affiliate ID' }).fill('A-7');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.test');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('region', { name: 'Your requests' }).getByText('Waiting for an answer').waitFor();
  await expectSound(page, { looks: everyLook, name: 'upgrades-request' });

  await page.goto('/upgrades?panel=premade-streams');
  await page.getByRole('button', { name: 'Install Facts images' }).click();
  await page.getByText(/^\d+ of \d+ pictures made\.$/).waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Open Facts images' }).click();
  await page.getByText('An octopus has three hearts.').first().waitFor();

  await page.goto('/upgrades?panel=course-site');
  await page.getByText('Open the course site is not set up yet.').waitFor();
});

test('A quote is found by a word, copied, added to a text stream, and put on a picture', async () => {
  const agency = await callsOf(product);
  const streamId = await addStream(agency, { type: 'text', title: 'Words of the week', items: [] });
  const { page, context, faults } = await product.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/upgrades?panel=social-media-assets');
  await page.getByRole('textbox', { name: 'Search quotes' }).fill('character');
  const found = page.getByRole('region', { name: 'Found quotes' });
  await found.getByRole('button', { name: /thine own self be true/ }).click();
  const chosen = page.getByRole('figure', { name: 'The chosen quote' });
  await chosen.getByText('This above all: to thine own self be true.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'upgrades-quotes' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await chosen.getByRole('button', { name: 'Copy', exact: true }).click();
  const words = '“This above all: to thine own self be true.”\n— William Shakespeare, Hamlet';
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), { message: 'it is copied' }).toBe(words);

  await chosen.getByRole('button', { name: 'Make a text item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a text item' });
  await takesFocus(dialog);
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(words);
  await dialog
    .getByRole('combobox', { name: 'Stream' })
    .or(dialog.getByRole('textbox', { name: 'Stream' }))
    .click();
  await page.getByRole('option', { name: 'Words of the week' }).click();
  await dialog.getByRole('button', { name: 'Add to the stream' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { items } = await agency.ask('fetch-stream', { id: streamId });
  assert.deepEqual(
    items.map(({ title, description }) => [title, description]),
    [['This above all', words]],
  );

  await chosen.getByRole('button', { name: 'Make a picture' }).click();
  await page.waitForURL('**/image-creator?id=*');
  await page.getByRole('heading', { name: 'Edit' }).waitFor();
  const layers = page.getByRole('region', { name: 'Layers' });
  await layers.getByRole('button', { name: /^This above all: to thine own/ }).waitFor();
  const { items: designs } = await agency.ask('fetch-thumbnails', {});
  assert.ok(designs.some(({ name }) => name === 'Quote of William Shakespeare'));
  assert.deepEqual(faults, []);
});
