/** Creative Commons videos of YouTube in the video creator: found page by page, and copied onto a slide. */
import assert from 'node:assert/strict';
import { messages } from '#contract/messages.ts';
import type { Config } from '#server/base/settings/config.ts';
import { aPicture } from '#server/content/streams/testing.ts';
import { aDownloader } from '#server/insights/trends/testing.ts';
import { startSources, type SourcesSandbox } from '../sandbox/sources/server.ts';
import { rightKey } from '../sandbox/sources/vendor.ts';
import { callsOf, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let jpg: Buffer;
let vendors: SourcesSandbox;
let product: Product;
let calls: Caller;
let config: Config;

test.beforeAll(async ({ host }) => {
  jpg = await aPicture('jpeg', { width: 320, height: 180 });
  vendors = await startSources({ matching: 45, files: { jpg } });
  host.atEnd(() => vendors.close());
  product = await host.product({
    privateHosts: [vendors.url.host],
    settings: { YOUTUBE_API_KEY: rightKey, YOUTUBE_SEARCH_URL: `${vendors.url.origin}/googleapis` },
  });
  calls = await callsOf(product);
  ({ config } = product.services);
});

async function openTab() {
  const { page, faults } = await product.open({ width: 1440, height: 900 });
  await enter(page, '/create-video');
  const tools = page.getByRole('region', { name: 'Tools' });
  await tools.getByRole('tab', { name: 'Customize', exact: true }).click();
  await tools.getByRole('tab', { name: 'Viral Videos', exact: true }).click();
  const found = tools.getByRole('region', { name: 'Found at YouTube' });
  const search = async (keyword: string) => {
    const field = tools.getByRole('textbox', { name: 'Search YouTube (Creative Commons)' });
    await field.fill(keyword);
    await field.press('Enter');
  };
  return { page, faults, tools, found, search };
}

test('Results load page by page to the end, and another keyword starts again', async () => {
  const { faults, found, search } = await openTab();
  await search('coffee');
  const results = found.locator('[data-result]');
  const end = found.getByText(messages.searchEnd);
  await results.first().waitFor();
  while ((await end.count()) === 0) {
    const before = await results.count();
    await results.last().scrollIntoViewIfNeeded();
    await results.nth(before).or(end).first().waitFor();
  }
  await expect(results).toHaveCount(22);
  await search('nothing');
  await results.first().waitFor({ state: 'hidden' });
  await end.waitFor();
  await expect(results).toHaveCount(0);
  assert.deepEqual(faults, []);
});

test('Without a downloader a video opens at YouTube, and the tab says that copying is not set up', async () => {
  const { tools, found, search } = await openTab();
  await search('coffee');
  await tools.getByRole('note').getByText('Copying videos of YouTube is not set up').waitFor();
  const link = found.getByRole('link').first();
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=/);
  await expect(found.getByRole('button')).toHaveCount(0);
});

test('With a downloader a video is copied onto the slide with its licence', async () => {
  config.youtubeDownloader = await aDownloader();
  const { page, faults, found, search } = await openTab();
  await search('tea');
  await found
    .getByRole('button', { name: /CC BY 3\.0/ })
    .first()
    .click();
  await page.getByText(messages.youtubeCopied).waitFor();
  await page.getByLabel('Project name').fill('A copied clip');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/contents');
  const { items } = await calls.ask('fetch-library', { kind: 'video' });
  assert.deepEqual(
    items.map(({ uses, licences }) => [
      uses.map(({ name }) => name),
      licences.map(({ source, licence }) => [source, licence]),
    ]),
    [[['A copied clip'], [['youtube', 'CC BY 3.0']]]],
  );
  assert.deepEqual(faults, []);
  config.youtubeDownloader = null;
});
