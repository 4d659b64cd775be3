/** Each tab of Trends in each state that its source can be in. Google alone has periods that are not offered. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { SourcesSandbox } from '../sandbox/sources/server.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { aProductOfTrends } from './trend-sources.ts';

let configured: Product;
let vendors: SourcesSandbox;
let plain: Product;
let sampled: Product;

test.beforeAll(async ({ host }) => {
  ({ product: configured, vendors } = await aProductOfTrends(host, { hasX: true }));
  plain = await host.product({ settings: { GOOGLE_TRENDS: 'off' }, hasSamples: false });
  sampled = await host.product();
});

type Way = { tab: string; source: string; search: (page: Page, words: string, place: string) => Promise<void> };

const byKeyword = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Keyword' }).fill(words);
};
const byPlace = async (page: Page, _words: string, place: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: place }).first().click();
};
const tabs: readonly Way[] = [
  { tab: 'Reddit', source: 'Reddit', search: byKeyword },
  { tab: 'YouTube', source: 'YouTube', search: byKeyword },
  { tab: 'Google', source: 'Google Trends', search: byPlace },
  { tab: 'Twitter', source: 'Twitter', search: byPlace },
];

/** Searches in a tab, and returns the part of the page with the result. */
async function searched(page: Page, way: Way, { words, place }: { words: string; place: string }): Promise<void> {
  await page.getByRole('tab', { name: way.tab }).click();
  await page.getByRole('tab', { name: way.tab, selected: true }).waitFor();
  await way.search(page, words, place);
  await page.getByRole('button', { name: 'Search' }).click();
}

test('Each tab of Trends shows results and a used-up quota, and Google names unavailable periods', async () => {
  const { page, faults } = await configured.open();
  await enter(page, '/trends');
  for (const way of tabs) {
    await searched(page, way, { words: 'sky', place: way.tab === 'Google' ? 'Germany' : 'London' });
    await page.getByRole('region', { name: `Results of ${way.source}` }).waitFor();
    if (way.tab !== 'Google') continue;
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: '1 week' }).click();
    await page.getByText('Google Trends does not offer this period').waitFor();
  }
  await page.reload();
  vendors.fail('quota');
  for (const way of tabs) {
    await searched(page, way, { words: 'sea', place: way.tab === 'Google' ? 'France' : 'Tokyo' });
    await page.getByText(`The quota of ${way.source} is used up`).waitFor();
  }
  vendors.fail(null);
  assert.deepEqual(faults, []);
});

test('A tab of Trends whose source is not configured says so, names no setting, and is not shown first', async () => {
  const { page, faults } = await plain.open();
  await enter(page, '/trends');
  await page.getByRole('tab', { name: 'Watched keywords', selected: true }).waitFor();
  for (const way of tabs) {
    await searched(page, way, { words: 'sky', place: way.tab === 'Google' ? 'Germany' : 'London' });
    await page.getByText(`${way.source} is not configured. The operator of this site can turn it on.`).waitFor();
  }
  await expect(page.getByText(/[A-Z]+_[A-Z_]+/)).toHaveCount(0);
  // A search at YouTube that is not configured is a refused call, the others are answered with their state.
  assert.deepEqual(
    faults.map((fault) => fault.replace(plain.url, '')),
    ['409 /api/search-youtube'],
  );
});

test('Without keys each tab of Trends shows samples of the sandbox, and each card says so', async () => {
  const { page, faults } = await sampled.open();
  await enter(page, '/trends');
  await page.getByRole('tab', { name: 'Reddit', selected: true }).waitFor();
  for (const way of tabs) {
    await searched(page, way, { words: 'sky', place: way.tab === 'Google' ? 'Germany' : 'London' });
    const cards = page.getByRole('region', { name: `Results of ${way.source}` }).getByRole('article');
    await cards.first().waitFor();
    await expect(cards.getByText('Sample', { exact: true })).toHaveCount(await cards.count());
    await expect(cards.getByRole('heading').getByRole('link')).toHaveCount(0);
  }
  assert.deepEqual(faults, []);
});
