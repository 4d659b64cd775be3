/** Lists by keyboard alone, with full motion: where the focus is once rows or controls have disappeared. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { hasFocus, tabTo } from './focus.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;
let clientId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['Good morning'] });
});

test('The bar of selected rows returns the focus from a dialog to its button, and finally to the row', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/streams');
  const box = page.getByRole('checkbox', { name: 'Choose Notes of the day', exact: true });
  await box.focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  const opener = bar.getByRole('button', { name: 'Delete 1 stream', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 1 stream?', exact: true });
  await hasFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }), page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await hasFocus(opener, page);
  await bar.getByRole('button', { name: 'Choose none', exact: true }).focus();
  await page.keyboard.press('Enter');
  await bar.waitFor({ state: 'hidden' });
  await hasFocus(box, page);
  assert.deepEqual(faults, []);
});

test('Deleting a row moves the focus to the row in its place, or to the one before at the end', async () => {
  for (const title of ['Apples', 'Bread', 'Cakes']) await addStream(calls, { type: 'text', title, items: ['One'] });
  const { page, faults } = await product.open();
  await enter(page, '/streams?sort=title');
  const button = (title: string) => page.getByRole('button', { name: `Delete ${title}`, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  const remove = async (title: string) => {
    await button(title).focus();
    await page.keyboard.press('Enter');
    await takesFocus(dialog);
    await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await button(title).waitFor({ state: 'detached' });
  };
  await remove('Apples');
  await hasFocus(button('Bread'), page);
  await page.goto('/streams?sort=-title');
  await remove('Bread');
  await hasFocus(button('Cakes'), page);
  assert.deepEqual(faults, []);
});

test('A control that disappears when pressed leaves the focus at the one before it', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('dialog', { name: 'New schedule', exact: true });
  await wizard.getByRole('radio', { name: 'Sunrise Bakery' }).check();
  await page.keyboard.press('Escape');
  await wizard.waitFor({ state: 'hidden' });
  await page.goto('/scheduler?new');
  await takesFocus(wizard);
  await wizard.getByRole('button', { name: 'Discard', exact: true }).focus();
  await page.keyboard.press('Enter');
  await hasFocus(wizard.getByRole('button', { name: 'Close', exact: true }), page);
  assert.deepEqual(faults, []);
});

const chosenRows = (page: Page) => page.getByRole('region', { name: 'Chosen rows', exact: true });
const outcome = (page: Page) => page.getByRole('region', { name: 'What came of it', exact: true });
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });

/** Chooses a row, and presses an action of the bar and its answer. */
async function act(page: Page, { row, action }: { row: string; action: 'Move' | 'Pause' | 'Delete' }): Promise<void> {
  await tabTo(page, boxOf(page, row), 100);
  await page.keyboard.press('Space');
  await tabTo(page, chosenRows(page).getByRole('button', { name: new RegExp(`^${action} 1 `) }), 150);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: new RegExp(`^${action} 1 `) });
  await takesFocus(question);
  await tabTo(page, question.getByRole('button', { name: action, exact: true }));
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
}

test('After a bulk action and after its Undo the row selected last has the focus', async () => {
  const accountId = await connect(calls, product, { clientId, network: 'telegram' });
  for (const title of ['Early', 'Late']) {
    const streamId = await addStream(calls, { type: 'text', title, items: ['One', 'Two'] });
    await schedule(calls, product, { clientId, streamId, accountIds: [accountId], inMinutes: 600 });
  }
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content?sort=stream');
  await boxOf(page, 'Early').waitFor();
  const undo = outcome(page).getByRole('button', { name: 'Undo', exact: true });

  await act(page, { row: 'Early', action: 'Move' });
  await hasFocus(boxOf(page, 'Early'), page);
  await tabTo(page, undo, 150);
  await page.keyboard.press('Enter');
  await outcome(page).waitFor({ state: 'hidden' });
  await hasFocus(boxOf(page, 'Early'), page);

  await act(page, { row: 'Early', action: 'Pause' });
  await hasFocus(boxOf(page, 'Early'), page);
  await undo.waitFor();
  await page.keyboard.press('Control+z');
  await outcome(page).waitFor({ state: 'hidden' });
  await hasFocus(boxOf(page, 'Early'), page);
  await expect.poll(async () => (await calls.ask('fetch-pauses', {})).schedules).toEqual([]);

  await act(page, { row: 'Early', action: 'Delete' });
  await hasFocus(boxOf(page, 'Late'), page);
  assert.deepEqual(faults, []);
});

test('Deleting the card of a client moves the focus to the card in its place', async () => {
  for (const name of ['Aardvark Tours', 'Beaver Boats']) await addClient(calls, { name });
  const { page, faults } = await product.open();
  await enter(page, '/clients?sort=name');
  await boxOf(page, 'Aardvark Tours').waitFor();
  await act(page, { row: 'Aardvark Tours', action: 'Delete' });
  await hasFocus(boxOf(page, 'Beaver Boats'), page);
  assert.deepEqual(faults, []);
});

test('Escape in a list or in its bar clears the selection', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/streams?search=Notes');
  const box = boxOf(page, 'Notes of the day');
  for (const isInBar of [false, true]) {
    await box.focus();
    await page.keyboard.press('Space');
    await chosenRows(page).waitFor();
    if (isInBar)
      await chosenRows(page)
        .getByRole('button', { name: /^Delete/ })
        .focus();
    await page.keyboard.press('Escape');
    await chosenRows(page).waitFor({ state: 'hidden' });
    await expect(box).not.toBeChecked();
    await hasFocus(box, page);
  }
  assert.deepEqual(faults, []);
});

test('A post that leaves the day where it was alone moves the focus to the post of the next day', async () => {
  const approving = await addClient(calls, { name: 'Careful Crafts' });
  const accountId = await connect(calls, product, { clientId: approving, network: 'telegram' });
  await calls.ask('edit-app-client-account', {
    id: approving,
    name: 'Careful Crafts',
    earning: 100,
    frequency: 'monthly',
    approval: 'client',
    approval_covers: false,
  });
  const streamId = await addStream(calls, { type: 'text', title: 'To agree on', items: ['Alpha', 'Beta', 'Gamma'] });
  await schedule(calls, product, {
    clientId: approving,
    streamId,
    accountIds: [accountId],
    inMinutes: 600,
    frequency: 'daily',
  });
  const { page, faults } = await product.open();
  await enter(page, '/approvals');
  await boxOf(page, 'Alpha').waitFor();
  await act(page, { row: 'Alpha', action: 'Delete' });
  await hasFocus(boxOf(page, 'Beta'), page);
  assert.deepEqual(faults, []);
});
