/** Long lists are searched, narrowed and ordered, and Back shows them as they were left. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { Data } from '#contract/index.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { beyondFrame, everyLook, expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

const clients = ['Sunrise Bakery', 'Quiet Lake Yoga', 'Northwind Cycles', 'Corner Shop', 'Harbor Coffee Roasters'];
const titles = ['Bread of the day', 'Slow mornings', 'Rides out of town'];

let known: Data<'fetch-app-client'>['items'];

let bakery: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  for (const name of clients) await addClient(calls, { name });
  ({ items: known } = await calls.ask('fetch-app-client', {}));
  for (const [index, title] of titles.entries()) {
    const clientId = known.find(({ name }) => name === clients[index])?.id ?? '';
    const account = await connect(calls, product, { clientId, network: 'telegram' });
    const streamId = await addStream(calls, { type: 'text', title, items: [`${title}: one`, `${title}: two`] });
    await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 });
  }
  bakery = known.find(({ name }) => name === 'Sunrise Bakery')?.id ?? '';
});

const rows = (page: Page): Locator => page.getByRole('checkbox', { name: /^Choose (?!all)/ });
async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

for (const [path, call] of [
  ['/clients', 'fetch-app-client'],
  ['/dashboard', 'fetch-dashboard'],
  ['/schedule-content', 'fetch-schedulers'],
  ['/streams', 'fetch-streams'],
] as const)
  test(`A visit of ${path} reads its list once, before the app is loaded`, async () => {
    const { page, faults } = await product.open();
    await enter(page, '/terms');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const user = page.waitForResponse('**/api/fetch-user');
    await page.goto(path);
    await user;
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(asked.filter((each) => each === `/api/${call}`).length, 1);
    assert.ok(asked.indexOf(`/api/${call}`) < asked.indexOf('/api/fetch-user'));
    assert.deepEqual(faults, []);
  });

test('Schedules are filtered by client, network and status, and Back and the address keep the filters', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content');
  await rows(page).nth(2).waitFor();

  await choose(page, 'Client', 'Sunrise Bakery');
  await rows(page).nth(1).waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: '1 Schedule', exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, `?client=${bakery}`);
  await page.getByRole('checkbox', { name: 'Choose all 1 rows that are shown', exact: true }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  await bar.getByText('1 schedule chosen').waitFor();

  await page.getByRole('link', { name: 'View Bread of the day', exact: true }).click();
  await page.getByRole('heading', { name: 'Bread of the day', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '1 Schedule', exact: true }).waitFor();
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue('Sunrise Bakery');

  await choose(page, 'Network', 'Telegram');
  await choose(page, 'Status', 'Ended');
  await page.getByText('No schedules match').waitFor();
  await expectSound(page, { looks: everyLook, name: 'lists-none' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByText('No schedules match').waitFor();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await rows(page).nth(2).waitFor();
  assert.equal(new URL(page.url()).search, '');

  await choose(page, 'Status', 'Running');
  await page.getByRole('button', { name: 'Clear filters', exact: true }).waitFor();
  await expectSound(page, { looks: everyLook, name: 'lists-schedules' });
  assert.deepEqual(faults, []);
});

test('Two choices in quick succession are both kept', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/schedule-content?client=${bakery}`);
  await page.getByRole('button', { name: 'Clear filters', exact: true }).waitFor();
  await rows(page).first().waitFor();
  // In one task of the page, before it has drawn the first one.
  await page.evaluate(`for (const words of ['Clear filters', 'STREAM'])
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words).click()`);
  await page.waitForURL((url) => url.search === '?sort=title');
  await begins(page, 'Bread of the day');
  assert.deepEqual(faults, []);
});

test('Clients are filtered by state and sorted by name', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/clients?state=no-accounts&sort=connected');
  const names = page.getByRole('article').getByRole('heading');
  await names.first().waitFor();
  await expect(names).toHaveText(['Corner Shop', 'Harbor Coffee Roasters'], { useInnerText: true });
  await choose(page, 'State', 'Paused');
  await page.getByText('No clients match').waitFor();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await names.nth(4).waitFor();
  assert.equal(new URL(page.url()).search, '?sort=connected');
  await expect(names.first(), 'those with accounts come first').toHaveText('Northwind Cycles', { useInnerText: true });
  await expectSound(page, { looks: everyLook, name: 'lists-clients' });
  assert.deepEqual(faults, []);
});

/** Waits until the first row is the one of that title. */
const begins = (page: Page, title: string): Promise<void> =>
  rows(page)
    .first()
    .and(page.getByRole('checkbox', { name: `Choose ${title}`, exact: true }))
    .waitFor();

test('Column heads sort a list by keyboard, Back keeps the order, and a phone has a menu for it', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content?search=o&status=running');
  await begins(page, 'Rides out of town');
  const head = page.getByRole('columnheader', { name: 'STREAM', exact: true });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await begins(page, 'Bread of the day');
  await page.keyboard.press('Space');
  await begins(page, 'Slow mornings');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('status').filter({ hasText: 'Sorted by Stream, Z to A' }).waitFor();
  assert.equal(new URL(page.url()).search, '?search=o&status=running&sort=-title');
  await expectSound(page, { looks: everyLook, name: 'lists-sorted' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('link', { name: 'View Slow mornings' }).click();
  await page.getByRole('heading', { name: 'Slow mornings' }).waitFor();
  await page.goBack();
  await begins(page, 'Slow mornings');
  await expect(page.getByRole('textbox', { name: 'Search by stream title' })).toHaveValue('o');
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('Running');
  await head.getByRole('button').click();
  await begins(page, 'Rides out of town');
  assert.equal(new URL(page.url()).search, '?search=o&status=running');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(head.getByRole('button'), 'nothing to press that nobody sees').toHaveCount(0);
  await choose(page, 'Sort by', 'Next post, latest first');
  await page.waitForURL(/sort=-next/);
  await choose(page, 'Sort by', 'Client, Z to A');
  await begins(page, 'Bread of the day');
  await page.getByRole('link', { name: 'Bread of the day', exact: true }).click();
  await page.getByRole('heading', { name: 'Bread of the day' }).waitFor();
  await page.goBack();
  await begins(page, 'Bread of the day');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Client, Z to A');

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/streams');
  await begins(page, 'Rides out of town');
  await page.getByRole('columnheader', { name: 'Title', exact: true }).getByRole('button').click();
  await begins(page, 'Bread of the day');
  assert.deepEqual(faults, []);
});

/** Lists with their searches, and the links that leave them. */
const searched = [
  { path: '/clients', box: 'Search by name or email', word: 'bakery', stays: 'Sunrise Bakery', goes: 'Corner Shop' },
  { path: '/streams', box: 'Search by title or type', word: 'bread', stays: 'Bread of the day', goes: 'Slow mornings' },
  {
    path: '/schedule-content',
    box: 'Search by stream title',
    word: 'slow',
    stays: 'Slow mornings',
    goes: 'Bread of the day',
  },
] as const;

test('A search survives Back and is kept on the link to the whole list', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  for (const { path, box, word, stays, goes } of searched) {
    await page.goto(path);
    const link = page.getByRole('main').getByRole('link', { name: stays, exact: true });
    const other = page.getByRole('main').getByRole('link', { name: goes, exact: true });
    await other.waitFor();
    await page.getByRole('textbox', { name: box }).fill(word);
    await other.waitFor({ state: 'hidden' });
    await link.click();
    await page.waitForURL((url) => url.pathname !== path);
    await page.goBack();
    await link.waitFor();
    await expect(page.getByRole('textbox', { name: box })).toHaveValue(word);
    await expect(other, `${path} shows again what was not searched for`).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear the search', exact: true }).click();
    await other.waitFor();
    assert.equal(new URL(page.url()).search, '');
  }
  await page.goto('/streams?type=text&search=bread');
  await page.getByRole('link', { name: 'Bread of the day', exact: true }).waitFor();
  await expect(page.getByRole('combobox', { name: 'Type', exact: true })).toHaveValue('Text');
  assert.deepEqual(faults, []);
});

test('No list scrolls sideways between a tablet and a desktop', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const [first] = (await calls.ask('fetch-schedulers', {})).items;
  assert.ok(first);
  const month = first.schedule_date.slice(0, 7);
  for (const path of [
    '/schedule-content',
    '/streams',
    '/activity',
    `/ledger?month=${month}`,
    `/ledger/posts?month=${month}`,
    `/schedule-detail/${first.id}`,
  ]) {
    await page.goto(path);
    const table = page.getByRole('table');
    await table.waitFor();
    for (const width of [768, 800, 960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await beyondFrame(page);
      assert.equal(beyond, 0, `${path} is ${beyond} px too wide at ${width} px`);
    }
  }
  assert.deepEqual(faults, []);
});

test('Streams without a running schedule are found, also with a type, and the address keeps the filter', async () => {
  await addStream(calls, { type: 'text', title: 'Waits for a plan', items: ['Some day'] });
  const { page, faults } = await product.open();
  await enter(page, '/streams');
  await rows(page).nth(3).waitFor();
  await choose(page, 'Schedule', 'Not scheduled');
  await rows(page).nth(1).waitFor({ state: 'hidden' });
  await begins(page, 'Waits for a plan');
  assert.equal(new URL(page.url()).search, '?state=not-scheduled');
  await page.reload();
  await begins(page, 'Waits for a plan');
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Type', 'Image');
  await page.getByText('No stream fits this search.').waitFor();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await rows(page).nth(3).waitFor();
  assert.equal(new URL(page.url()).search, '');
  await expectSound(page, { looks: twoLooks, name: 'lists-streams' });
  assert.deepEqual(faults, []);
});
