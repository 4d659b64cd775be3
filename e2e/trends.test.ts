import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { stopAddress } from '#server/insights/keyword-alerts/stop-link.ts';
import { watchKeywords } from '#server/insights/keyword-alerts/watch-keywords.job.ts';
import { aDownloader } from '#server/insights/trends/testing.ts';
import type { SourcesSandbox } from '../sandbox/sources/server.ts';
import { addClient, addStream, callsOf, type Caller } from './arrange.ts';
import { choose, takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { aProductOfTrends } from './trend-sources.ts';

// X is left out: the operator has not configured it, so it shows samples.
let product: Product;
let vendors: SourcesSandbox;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  ({ product, vendors } = await aProductOfTrends(host, { hasX: false }));
  calls = await callsOf(product);
});

/** Opens a tab and waits for it: the previous tab has fields of the same names. */
async function turnTo(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

test('A post of Reddit is found page by page and becomes a text item in the words of the person', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Morning words', items: [] });
  const { page, faults } = await product.open();
  await enter(page, '/trends');
  const keyword = page.getByRole('textbox', { name: 'Keyword' });
  await keyword.fill('coffee & tea');
  await keyword.press('Enter');
  await page.getByText('Please use letters, digits and spaces only').waitFor();
  await keyword.fill('coffee');
  await keyword.press('Enter');
  const results = page.getByRole('region', { name: 'Results of Reddit' }).getByRole('article');
  await results.nth(24).waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await results.nth(44).waitFor();
  await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' });
  await results
    .first()
    .getByRole('button', { name: /^Make a text item/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Make a text item' });
  await dialog.getByRole('button', { name: 'Add to the stream' }).click();
  await dialog.getByText('Please choose a stream').waitFor();
  await choose(page, { field: 'Stream', option: 'Morning words', within: dialog });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('What people drink this week');
  await dialog.getByRole('button', { name: 'Add to the stream' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { items } = await calls.ask('fetch-stream', { id });
  assert.deepEqual(
    items.map(({ description }) => description),
    ['What people drink this week'],
  );
  assert.deepEqual(faults, []);
});

test(
  'A post of Reddit is kept as an idea of a client, edited, made an item, deleted, and restored',
  proof,
  async () => {
    const clientId = await addClient(calls, { name: 'Old Mill' });
    const stream = await addStream(calls, { type: 'text', title: 'Evening words', items: [] });
    const { page, faults } = await product.open();
    await enter(page, '/trends');
    await page.getByRole('textbox', { name: 'Keyword' }).fill('flour');
    await page.getByRole('button', { name: 'Search' }).click();
    const result = page.getByRole('region', { name: 'Results of Reddit' }).getByRole('article').first();
    await result.getByRole('button', { name: /^Save to ideas: / }).click();
    const saving = page.getByRole('dialog', { name: 'Save to ideas' });
    await choose(page, { field: 'Client', option: 'Old Mill', within: saving });
    await saving.getByRole('button', { name: 'Save' }).click();
    await saving.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Ideas' }).click();
    const ideas = page.getByRole('main').getByRole('article');
    await ideas.getByRole('button', { name: /^Edit / }).click();
    const editing = page.getByRole('dialog', { name: 'Edit idea' });
    await takesFocus(editing);
    await editing.getByLabel('Title').fill('Flour of the week');
    await editing.getByLabel('Words').fill('Which flour we use, and why');
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Make a text item of Flour of the week' }).click();
    const making = page.getByRole('dialog', { name: 'Make a text item' });
    await choose(page, { field: 'Stream', option: 'Evening words', within: making });
    await making.getByRole('button', { name: 'Add to the stream' }).click();
    await making.waitFor({ state: 'hidden' });
    await ideas.getByRole('link', { name: 'Evening words' }).waitFor();
    const { items } = await calls.ask('fetch-stream', { id: stream });
    assert.deepEqual(
      items.map(({ title, description }) => [title, description]),
      [['Flour of the week', 'Which flour we use, and why']],
    );
    await expectSound(page, { looks: twoLooks, name: 'ideas' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Delete Flour of the week' }).click();
    await page.getByText('No idea yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Flour of the week' }).waitFor();
    await expect
      .poll(async () => (await calls.ask('fetch-ideas', { client_id: clientId })).items[0]?.words)
      .toBe('Which flour we use, and why');
    assert.deepEqual(faults, []);
  },
);

test('A keyword is watched for a client, its results are kept, and the mails end by their link', proof, async () => {
  const clientId = await addClient(calls, { name: 'Rye House' });
  const { page, faults } = await product.open();
  await enter(page, `/trends?tab=watched&client=${clientId}`);
  await page.getByText('No keyword is watched yet.').waitFor();
  const keyword = page.getByRole('textbox', { name: 'Keyword to watch' });
  await keyword.fill('rye & spelt');
  await keyword.press('Enter');
  await page.getByText('Please use letters, digits and spaces only').waitFor();
  await keyword.fill('rye');
  await keyword.press('Enter');
  const watched = page.getByRole('region', { name: 'rye', exact: true });
  await watched.getByText('Not searched yet.').waitFor();
  await page.getByRole('switch', { name: 'Mail me once a day what is new' }).click();
  await page.getByText('You will get a mail every morning that has new results').waitFor();
  const noon = new Date(`${product.now().toISOString().slice(0, 10)}T12:00:00Z`);
  const services = { ...product.services, clock: () => noon };
  await watchKeywords(services)({}, { signal: new AbortController().signal, jobId: '', retryCount: 0 });
  await page.reload();
  await watched.getByRole('article').nth(5).waitFor();
  await expectSound(page, { looks: twoLooks, name: 'watched-keywords' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const find = watched.getByRole('article').first();
  await find.getByRole('button', { name: /^Save to ideas: / }).click();
  await page.getByRole('dialog', { name: 'Save to ideas' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stop watching rye' }).click();
  await page.getByText('No keyword is watched yet.').waitFor();

  const { id } = await calls.ask('fetch-user', {});
  await page.goto(stopAddress({ secrets: services.secrets, origin: '' }, id));
  await page.getByRole('button', { name: 'Stop the mails' }).click();
  await page.getByRole('heading', { name: 'You get no more of these mails' }).waitFor();
  await expect.poll(async () => (await calls.ask('fetch-watched-keywords', { client_id: clientId })).mails).toBe(false);
  assert.deepEqual(faults, []);
});

test(
  'A search at Google becomes a slide video that opens in the creator, unless the person has moved on',
  proof,
  async () => {
    const { page, faults } = await product.open();
    await enter(page, '/trends?tab=google');
    const search = async () => {
      await page.getByRole('combobox', { name: 'Location' }).click();
      await page.getByRole('option', { name: 'France' }).click();
      await page.getByRole('button', { name: 'Search' }).click();
    };
    const make = page.getByRole('button', { name: 'Make a slide video of search 1 & co' });
    await search();
    await make.click();
    await page.waitForURL(/\/create-video\?id=\d+/);
    const { items } = await calls.ask('fetch-videos', {});
    assert.equal(items[0]?.name, 'search 1 & co');
    assert.match(items[0]?.all_data ?? '', /Article 1/);

    // With the code of the creator loaded, the page would change at once.
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await link('Trends').click();
    await turnTo(page, 'Google');
    await search();
    const answer = await hold(page, 'save-video');
    const answered = page.waitForResponse('**/api/save-video');
    await make.click();
    await link('Dashboard').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    answer();
    await answered;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(new URL(page.url()).pathname, '/dashboard');
    assert.deepEqual(faults, []);
  },
);

test('A Creative Commons video is copied to the media library, also after a copy that failed', proof, async () => {
  const { config } = product.services;
  config.youtubeDownloader = '/nowhere/yt-dlp';
  const { page, faults } = await product.open();
  await enter(page, '/trends?tab=youtube');
  await page.getByRole('textbox', { name: 'Keyword' }).fill('bread');
  await page.getByRole('button', { name: 'Search' }).click();
  const results = page.getByRole('region', { name: 'Results of YouTube' }).getByRole('article');
  await results.nth(9).waitFor();
  const copies = page.getByRole('button', { name: /^Copy to the media library: / });
  await expect(copies, 'of ten videos every second one may be copied').toHaveCount(5);
  await copies.first().click();
  await page.getByText(messages.youtubeNotCopied).waitFor();
  await expect.poll(async () => (await calls.ask('fetch-library', { kind: 'video' })).items).toEqual([]);
  config.youtubeDownloader = await aDownloader();
  await copies.first().and(page.locator(':enabled')).press('Enter');
  await page.getByRole('button', { name: 'In the media library: Clip 2 & more' }).waitFor();
  await expect(copies).toHaveCount(4);
  await page.goto('/library');
  const file = page.getByRole('article', { name: 'Clip 2 & more' });
  await file.getByText('Yolanda, YouTube · CC BY 3.0').waitFor();
  await expect
    .poll(async () => (await calls.ask('fetch-licences', {})).items.length, { message: 'nothing uses it yet' })
    .toBe(0);
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('409 ')),
    [],
  );
  config.youtubeDownloader = null;
});

test('Each source says what it has: results, no such period, a used-up quota, samples', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/trends');
  await turnTo(page, 'YouTube');
  await page.getByRole('textbox', { name: 'Keyword' }).fill('sky');
  await page.getByRole('button', { name: 'Search' }).click();
  const video = page.getByRole('article').nth(2);
  await video.getByText('3,000').waitFor();
  await expect(video).toHaveText(/Dislikes\s*N\/A/, { useInnerText: true });

  await turnTo(page, 'Google');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Please select location first').waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('region', { name: 'Results of Google Trends' })
    .getByText('Article 1', { exact: true })
    .waitFor();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: '1 week' }).click();
  await page.getByText('Google Trends does not offer this period').waitFor();

  await turnTo(page, 'Twitter');
  await page.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'London, United Kingdom' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  const topics = page.getByRole('region', { name: 'Results of Twitter' });
  await topics.getByText('Sample', { exact: true }).first().waitFor();

  vendors.fail('quota');
  await turnTo(page, 'Reddit');
  await page.getByRole('textbox', { name: 'Keyword' }).fill('late');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('The quota of Reddit is used up').waitFor();
  vendors.fail(null);
  assert.deepEqual(faults, []);
});
