import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const titlesOf = async (id: string): Promise<string[]> =>
  (await calls.ask('fetch-stream', { id })).items.map(({ title }) => title);

const select = (page: Page, title: string, position: number) =>
  page.getByRole('checkbox', { name: `Select ${title}, position ${position}`, exact: true });
const deletion = (page: Page, count: number) =>
  page.getByRole('button', { name: `Delete ${count} items`, exact: true });
const question = (page: Page, count: number) =>
  page.getByRole('dialog', { name: `Delete ${count} items?`, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

async function open(id: string, viewport?: { width: number; height: number }) {
  const opened = await product.open();
  if (viewport) await opened.page.setViewportSize(viewport);
  await enter(opened.page, `/edit-stream/${id}`);
  return opened;
}

test('Selected items are deleted after one confirmation, and one Undo restores their places', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Loaves', items: ['Rye', 'Oat', 'Spelt', 'Corn'] });
  const { page, faults } = await open(id);
  await select(page, 'Rye', 1).check();
  await select(page, 'Spelt', 3).check();
  await deletion(page, 2).click();
  await question(page, 2).getByText('Rye, Spelt').waitFor();
  await question(page, 2).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('2 items are deleted.').waitFor();
  await question(page, 2).waitFor({ state: 'hidden' });
  await select(page, 'Corn', 2).waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Oat', 'Corn']);
  await undo(page).click();
  await page.getByText('2 items are back in their positions.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Rye', 'Oat', 'Spelt', 'Corn']);
  await select(page, 'Corn', 4).waitFor();
  assert.deepEqual(faults, []);
});

test('The Delete key deletes the selection or the focused row, and the focus stays in the list', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Keys', items: ['Rye', 'Oat', 'Spelt', 'Corn'] });
  const { page, faults } = await open(id);
  await select(page, 'Oat', 2).focus();
  await page.keyboard.press('Delete');
  const one = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await one.getByText('Oat: used by no schedule').waitFor();
  await takesFocus(one);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Oat is deleted.').waitFor();
  await select(page, 'Spelt', 2).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Space');
  await select(page, 'Corn', 3).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Delete');
  await question(page, 2).waitFor();
  await page.keyboard.press('Escape');
  await question(page, 2).waitFor({ state: 'hidden' });
  await expect.poll(() => titlesOf(id)).toEqual(['Rye', 'Spelt', 'Corn']);
  assert.deepEqual(faults, []);
});

test('An emptied list is restored by Undo, on a phone as well', async () => {
  const id = await addStream(calls, { type: 'text', title: 'All', items: ['Rye', 'Oat'] });
  const { page, faults } = await open(id, { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Select all 2', exact: true }).click();
  await deletion(page, 2).click();
  await question(page, 2).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No Records Found').waitFor();
  await undo(page).click();
  await page.getByText('2 items are back in their positions.').waitFor();
  await select(page, 'Oat', 2).waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Rye', 'Oat']);
  assert.deepEqual(faults, []);
});

test('Deleting is refused when another tab has deleted one of the items, and the list shows the rest', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Two tabs', items: ['Rye', 'Oat', 'Spelt'] });
  const { page } = await open(id);
  await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
  const [first] = (await calls.ask('fetch-stream', { id })).items;
  await calls.ask('delete-stream-file', { id: first?.id ?? '' });
  await deletion(page, 3).click();
  await question(page, 3).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Nothing was done: one of these is not there any more.').waitFor();
  await question(page, 3).waitFor({ state: 'hidden' });
  await page.getByText('2 items selected').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Oat', 'Spelt']);
  await deletion(page, 2).click();
  await question(page, 2).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('2 items are deleted.').waitFor();
});

/** The browser's own messages about a connection that the test has cut. */
const besidesTheLine = (faults: readonly string[]) =>
  faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|Failed to fetch/.test(fault));
const manifest = z.record(z.string(), z.object({ file: z.string() }));
/** Waits until the code of the confirmation is loaded, which the page does when the browser is idle. */
function hasQuestion(page: Page): Promise<boolean> {
  const built: unknown = JSON.parse(readFileSync(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8'));
  const file = manifest.parse(built)['parts/dialogs/dialogs.tsx']?.file ?? 'not built';
  return waitForValue('the code of the question is loaded', async () => {
    const loaded = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
    return loaded.some((name) => name.includes(file));
  });
}

test('Without a connection the confirmation appears, and the deletion happens once there is one', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Offline', items: ['Rye', 'Oat', 'Spelt'] });
  const { page, context, faults } = await open(id);
  await select(page, 'Oat', 2).check();
  await select(page, 'Spelt', 3).check();
  await hasQuestion(page);
  await context.setOffline(true);
  await deletion(page, 2).click();
  await question(page, 2).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Your change is saved as soon as you are online again.').waitFor();
  await question(page, 2).getByRole('button', { name: 'Please wait...', exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByText('2 items are deleted.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Rye']);
  await undo(page).click();
  await page.getByText('2 items are back in their positions.').waitFor();
  assert.deepEqual(besidesTheLine(faults), []);
});

test('A deletion whose answer was lost can still be undone', async () => {
  const id = await addStream(calls, { type: 'text', title: 'Lost', items: ['Rye', 'Oat', 'Spelt'] });
  const { page, faults } = await open(id);
  await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
  await page.route(
    '**/api/delete-stream-files',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await deletion(page, 3).click();
  await question(page, 3).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('3 items are deleted.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual([]);
  await undo(page).click();
  await page.getByText('3 items are back in their positions.').waitFor();
  await expect.poll(() => titlesOf(id)).toEqual(['Rye', 'Oat', 'Spelt']);
  assert.deepEqual(besidesTheLine(faults), []);
});
