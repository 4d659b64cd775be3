import assert from 'node:assert/strict';
import type { BrowserContext, Page } from '@playwright/test';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection.' });
const shell = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** Cuts the connection once the page has all of its code: a missing part would make the page reload. */
async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
}
/** The browser's own messages about a connection that the test has cut. */
const besidesTheLine = (faults: readonly string[]) =>
  faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module/.test(fault));

test(
  'A page first opened without a connection says so inside the shell and loads once there is one',
  proof,
  async () => {
    const { page, context, faults } = await product.open();
    await enter(page, '/dashboard');
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await goOffline(page, context);
    await bar(page).waitFor();
    await shell(page).getByRole('link', { name: 'Content Stream' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await expect(shell(page)).toBeVisible();
    await expectSound(page, { looks: everyLook, name: 'offline-page' });
    await page.setViewportSize({ width: 1280, height: 900 });

    await shell(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await shell(page).getByRole('link', { name: 'Content Stream' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'My Streams' }).waitFor();
    await bar(page).waitFor({ state: 'hidden' });
    assert.deepEqual(besidesTheLine(faults), []);
  },
);

test('Data requested without a connection arrives once there is one', proof, async () => {
  await addClient(calls, { name: 'Far Away' });
  await addClient(calls, { name: 'Near By' });
  const { page, context, faults } = await product.open();
  await enter(page, '/clients');
  await page.getByRole('heading', { name: 'Near By' }).waitFor();
  await goOffline(page, context);
  await bar(page).waitFor();
  await page.getByRole('textbox', { name: 'Search by name or email' }).fill('Far');
  await context.setOffline(false);
  await page.getByText('The connection is back').waitFor();
  await page.getByRole('heading', { name: 'Near By' }).waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Far Away' }).waitFor();
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A form that cannot be sent says so at once and keeps what was typed', async () => {
  const { page, context, faults } = await product.open();
  await enter(page, '/create-stream');
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Spring');
  await page.getByLabel('Description').first().fill('Everything about spring');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await goOffline(page, context);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('We could not reach the server. Please check your connection and try again.').waitFor();
  await bar(page).waitFor();
  await expect(page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('Spring');
  await context.setOffline(false);
  await page.getByText('The connection is back').waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A change made offline is saved once there is a connection, or can be discarded', async () => {
  const id = await addClient(calls, { name: 'Sunrise Bakery' });
  const { page, context, faults } = await product.open();
  await enter(page, `/edit-client/${id}?tab=details`);
  await page.getByLabel('Company').fill('Sunrise & Sons');
  await goOffline(page, context);
  const update = page.getByRole('button', { name: 'Update' });
  await update.click();
  await bar(page).getByText('Your change is saved as soon as you are online again.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'offline-waiting' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await bar(page).getByRole('button', { name: 'Do not wait' }).click();
  await page.getByText('We could not reach the server. Please check your connection and try again.').waitFor();
  await expect(page.getByLabel('Company')).toHaveValue('Sunrise & Sons');

  await update.click();
  await bar(page).getByText('Your change is saved as soon as you are online again.').waitFor();
  await context.setOffline(false);
  await page.getByText('Client updated successfully').waitFor();
  await expect.poll(async () => (await calls.ask('fetch-app-client', { id })).items[0]?.company).toBe('Sunrise & Sons');
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A pending change is saved before the page reloads for code that failed to load', proof, async () => {
  const id = await addClient(calls, { name: 'Harbour Lights' });
  const { page, context, faults } = await product.open();
  await enter(page, `/edit-client/${id}?tab=details`);
  await page.getByLabel('Company').fill('Lights & Sons');
  await goOffline(page, context);
  await page.getByRole('button', { name: 'Update' }).click();
  await bar(page).getByText('Your change is saved as soon as you are online again.').waitFor();
  await page.getByRole('tab', { name: 'Approvals' }).click();
  await page.getByText('We could not reach the server. Please check your connection and try again.').waitFor();
  const save = await hold(page, 'edit-app-client-account');
  const sent = page.waitForRequest('**/api/edit-app-client-account');
  await context.setOffline(false);
  await sent;
  await page.getByText('The connection is back').waitFor();
  const reloaded = page.waitForEvent('load');
  save();
  await reloaded;
  await page.getByRole('tab', { name: 'Approvals', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByLabel('Company'), 'it is saved').toHaveValue('Lights & Sons');
  await expect.poll(async () => (await calls.ask('fetch-app-client', { id })).items[0]?.company).toBe('Lights & Sons');
  await expect(page.getByRole('button', { name: 'Discard' }), 'nothing is left unsaved').toHaveCount(0);
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A week that was never read is not shown as empty and arrives once there is a connection', proof, async () => {
  const { page, context, faults } = await product.open();
  await enter(page, '/scheduler');
  const hours = page.getByRole('group', { name: 'Week by hours' });
  await hours.waitFor();
  await goOffline(page, context);
  await bar(page).waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await hours.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Previous week' }).click();
  await hours.waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await hours.waitFor({ state: 'hidden' });
  await context.setOffline(false);
  await hours.waitFor();
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A next page that waits for the connection, or could not be read, says so', proof, async () => {
  for (let count = 0; count < 26; count += 1)
    await calls.ask('content-stream', { type: 'text', title: `Stream ${count}`, tags: '', description: 'Many' });
  const { page, context, faults } = await product.open({ expected: [500] });
  await enter(page, '/streams');
  const more = page.getByRole('button', { name: 'Load more' });
  await more.waitFor();
  const failing = '**/api/fetch-streams';
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { status: false, message: 'Not now' } }));
  await more.click();
  await page.getByRole('alert').getByText('Not now').waitFor();
  await page.unroute(failing);
  await goOffline(page, context);
  await bar(page).waitFor();
  await more.click();
  await page.locator('button[data-loading]').getByText('Load more').waitFor();
  await context.setOffline(false);
  await more.waitFor({ state: 'hidden' });
  assert.deepEqual(besidesTheLine(faults), []);
});
