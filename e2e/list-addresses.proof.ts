/** The ledger, profit, reports and contents are searched, narrowed and sorted, which their addresses keep. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose as chooseIn } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;
/** The id of Sunrise Bakery. */
let bakery: string;

const clients = ['Sunrise Bakery', 'Quiet Lake Yoga', 'Northwind Cycles'];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  await addClient(calls, { name: 'Corner Shop' });
  for (const [index, name] of clients.entries()) {
    const clientId = await addClient(calls, { name });
    if (index === 0) bakery = clientId;
    const account = await connect(calls, product, { clientId, network: 'telegram' });
    const title = ['Bread of the day', 'Slow mornings', 'Rides out of town'][index] ?? '';
    const streamId = await addStream(calls, { type: 'text', title, items: [`${title}: one`, `${title}: two`] });
    await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 });
  }
});

const choose = (page: Page, field: string, option: string) => chooseIn(page, { field, option });

/** The names in the rows of the first column, but for the sum's. */
const firstCells = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr td:first-child').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== 'All clients');

for (const { path, head, order } of [
  { path: '/profit', head: 'PAYS', order: '-pays' },
  { path: '/ledger', head: 'PLANNED', order: '-planned' },
])
  test(`The clients of ${path} are searched and sorted, and months and Back keep both`, async () => {
    const { page, faults } = await product.open();
    await enter(page, '/dashboard');
    const [first] = (await calls.ask('fetch-schedulers', {})).items;
    await page.goto(`${path}?month=${first?.schedule_date.slice(0, 7)}`);
    const links = page.getByRole('table').getByRole('link', { name: /^(Sunrise|Quiet|Northwind)/ });
    await links.nth(2).waitFor();
    await page.getByRole('columnheader', { name: 'CLIENT', exact: true }).getByRole('button').click();
    await page.waitForURL(/sort=-client/);
    for (const [index, name] of ['Sunrise Bakery', 'Quiet Lake Yoga', 'Northwind Cycles'].entries())
      await links
        .nth(index)
        .and(page.getByRole('link', { name, exact: true }))
        .waitFor();
    await page.getByRole('columnheader', { name: head, exact: true }).getByRole('button').click();
    await page.waitForURL(new RegExp(`sort=${order}`));
    const search = page.getByRole('textbox', { name: 'Search by name', exact: true });
    await search.fill('lake quiet');
    await page.getByRole('link', { name: 'Sunrise Bakery', exact: true }).waitFor({ state: 'hidden' });
    await expect.poll(() => firstCells(page)).toEqual(['Quiet Lake Yoga']);
    await page.getByRole('table').getByRole('link', { name: 'Quiet Lake Yoga', exact: true }).click();
    await page.getByRole('heading', { name: 'Quiet Lake Yoga', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('table').getByRole('link', { name: 'Quiet Lake Yoga', exact: true }).waitFor();
    await expect(search).toHaveValue('lake quiet');
    const before = new URL(page.url()).searchParams.get('month');
    await page.getByRole('link', { name: /^Month after/ }).click();
    await page.waitForURL((url) => url.searchParams.get('month') !== before);
    assert.match(new URL(page.url()).search, new RegExp(`search=lake(\\+|%20)quiet&sort=${order}`));
    await page.goBack();
    await search.fill('nobody');
    await page.getByText('No client matches “nobody”.').waitFor();
    assert.deepEqual(faults, []);
  });

test('The posts behind a figure name their clients and are filtered by client and state', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const [first] = (await calls.ask('fetch-schedulers', { client_id: bakery })).items;
  const month = first?.schedule_date.slice(0, 7);
  await page.goto(`/ledger/posts?month=${month}`);
  await page.getByRole('table', { name: 'Posts', exact: true }).waitFor();
  await choose(page, 'Client', 'Sunrise Bakery');
  await page.getByRole('heading', { level: 1, name: /^Planned, .+, Sunrise Bakery$/ }).waitFor();
  await page.waitForFunction('document.title.endsWith("Sunrise Bakery")');
  await page.getByRole('link', { name: 'Slow mornings: one', exact: true }).waitFor({ state: 'hidden' });
  await choose(page, 'State', 'Failed');
  await page.getByText('No post is here.').waitFor();
  assert.equal(new URL(page.url()).search, `?month=${month}&client=${bakery}&place=failed`);
  await page.goBack();
  await page.waitForURL(/about:blank|dashboard/);
  assert.deepEqual(faults, []);
});

test('The ledger, approvals and activity are searched, and months, lists and Back keep the search', async () => {
  const { page, faults } = await product.open();
  const [first] = (await calls.ask('fetch-schedulers', { client_id: bakery })).items;
  await enter(page, `/ledger/posts?month=${first?.schedule_date.slice(0, 7)}`);
  const posts = page.getByRole('textbox', { name: 'Search by title, client or account', exact: true });
  await posts.fill('yoga');
  await page.waitForURL((url) => url.searchParams.get('search') === 'yoga');
  await page.getByRole('link', { name: 'Bread of the day: one', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Slow mornings: one', exact: true }).click();
  await page.getByRole('heading', { name: 'Slow mornings', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Slow mornings: one', exact: true }).waitFor();
  await expect(posts).toHaveValue('yoga');
  const before = new URL(page.url()).searchParams.get('month');
  await page.getByRole('link', { name: /^Month after/ }).click();
  await page.waitForURL((url) => url.searchParams.get('month') !== before);
  assert.equal(new URL(page.url()).searchParams.get('search'), 'yoga');
  await page.goBack();
  await posts.fill('nobody');
  await page.getByText('No post fits this search.').waitFor();

  await page.goto('/approvals?search=bread');
  await page.getByText('No post fits this search.').waitFor();
  const approvals = page.getByRole('textbox', { name: 'Search by title, text or client', exact: true });
  await expect(approvals).toHaveValue('bread');
  await page.getByRole('tab', { name: /^Approved/ }).click();
  await page.waitForURL(/list=approved/);
  assert.equal(new URL(page.url()).searchParams.get('search'), 'bread');
  await approvals.fill('');
  await page.getByText('No approved post is still to come.').waitFor();
  assert.equal(new URL(page.url()).search, '?list=approved');

  await page.goto('/activity');
  const activity = page.getByRole('textbox', { name: 'Search by action, person or client', exact: true });
  await activity.fill('added lake');
  await page.waitForURL(/search=added\+lake/);
  await page.getByText('Added the client “Sunrise Bakery”').waitFor({ state: 'hidden' });
  await page.getByText('Added the client “Quiet Lake Yoga”').waitFor();
  await page.reload();
  await page.getByText('Added the client “Quiet Lake Yoga”').waitFor();
  await expect(activity).toHaveValue('added lake');
  await page.getByRole('button', { name: 'Show everything', exact: true }).click();
  await page.getByText('Added the client “Sunrise Bakery”').waitFor();
  assert.deepEqual(faults, []);
});

test('A row pressed before its search starts is opened, and Back shows the whole list', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/clients');
  const link = page.getByRole('main').getByRole('link', { name: 'Quiet Lake Yoga', exact: true });
  await link.waitFor();
  const { promise: loads, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads;
    await route.fallback();
  });
  await page.clock.install();
  // In one task of the page; then as long as the search waits for the next key, and longer.
  await page.evaluate(`document.querySelector('input[placeholder="Search by name or email"]').focus();
    document.execCommand('insertText', false, 'lake');
    [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === 'Quiet Lake Yoga').click();`);
  await page.clock.fastForward(500);
  assert.equal(new URL(page.url()).search, '');
  load();
  await page.getByRole('heading', { level: 1, name: 'Quiet Lake Yoga', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Sunrise Bakery', exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(faults, []);
});

test('Clearing a client and opening a list at once keeps both in approvals', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/approvals?client=${bakery}`);
  await page.locator('button[aria-label="Show all clients"]').waitFor();
  // In one task of the page, before it has drawn the first one.
  await page.evaluate(`document.querySelector('button[aria-label="Show all clients"]').click();
    [...document.querySelectorAll('[role=tab]')].find(({ textContent }) => /^Approved/.test(textContent)).click();`);
  await page.waitForURL((url) => url.searchParams.get('list') === 'approved');
  assert.equal(new URL(page.url()).search, '?list=approved');
  assert.deepEqual(faults, []);
});

test('Reports and contents are sorted, and the address keeps the order', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/report');
  await choose(page, 'Sort by', 'Name, A to Z');
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await names
    .first()
    .and(page.getByRole('heading', { name: 'Corner Shop', exact: true }))
    .waitFor();
  assert.equal(new URL(page.url()).search, '?sort=name');
  for (const name of ['Bread', 'Apples']) await calls.ask('save-video', { name, tiles: [{}] });
  await page.goto('/contents?sort=-name');
  const cards = page.getByRole('article').getByRole('heading');
  await cards.nth(1).waitFor();
  await expect(cards).toHaveText(['Bread', 'Apples'], { useInnerText: true });
  await choose(page, 'Sort by', 'Name, A to Z');
  await cards
    .first()
    .and(page.getByRole('heading', { name: 'Apples', exact: true }))
    .waitFor();
  await page.goto('/library?sort=-size');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Size, largest first');
  assert.deepEqual(faults, []);
});
