/** The Upgrades page: menu and panels, a download that is made first, a request to the people behind the product. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { aProduct } from './product.ts';
import { signIn } from './signing-in.ts';
import { pageProblems, type Look } from './soundness.ts';

const product = await aProduct();
const looks: readonly Look[] = [
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];

test('a document is made while one waits and comes by itself; a request stands below its form', async () => {
  const { page } = await product.open();
  await signIn(page);
  await page.goto('/upgrades');
  await page.getByRole('heading', { level: 2, name: 'Welcome to your upgrades' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Upgrades' });
  await menu.getByRole('link', { name: 'Client Contract' }).click();
  await page.getByRole('heading', { level: 2, name: 'Client Contract' }).waitFor();
  assert.deepEqual(await pageProblems(page, { looks, name: 'upgrades-contract' }), []);
  await page.setViewportSize({ width: 1280, height: 900 });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Service agreement' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'service-agreement.docx');
  assert.equal(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
    'PK',
  );

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
  assert.deepEqual(await pageProblems(page, { looks, name: 'upgrades-request' }), []);

  await page.goto('/upgrades?panel=premade-streams');
  await page.getByRole('button', { name: 'Install Facts images' }).click();
  await page.getByText(/^\d+ of \d+ pictures made\.$/).waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Open Facts images' }).click();
  await page.getByText('An octopus has three hearts.').first().waitFor();

  await page.goto('/upgrades?panel=course-site');
  await page.getByText('Open the course site is not set up yet.').waitFor();
});
