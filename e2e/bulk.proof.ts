import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test.describe('Selected items', () => {
  const titlesOf = async (id: string): Promise<string[]> =>
    (await calls.ask('fetch-stream', { id })).items.map(({ title }) => title);

  test('Titles of several items change at once after a preview, and Undo restores them', async () => {
    const id = await addStream(calls, { type: 'text', title: 'Bulk', items: ['Rye loaf', 'Roll', 'White loaf'] });
    const { page, faults } = await product.open();
    await enter(page, `/edit-stream/${id}`);
    await page.getByRole('checkbox', { name: 'Select Roll, position 2', exact: true }).check();
    await page.getByText('1 item selected').waitFor();
    await page.getByRole('button', { name: 'Select all 3', exact: true }).click();
    await page.getByRole('button', { name: 'Edit words', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 3 items', exact: true });
    const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByText('Nothing changes yet').waitFor();
    await takesFocus(dialog);
    await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Find', exact: true }).fill('LOAF');
    await dialog.getByRole('textbox', { name: 'Replace with', exact: true }).fill('bread');
    await preview.getByText('2 items will change').waitFor();
    await preview.getByText('Rye bread').waitFor();
    await dialog.getByRole('textbox', { name: 'Add in front', exact: true }).fill('{n}. ');
    await preview.getByText('3 items will change').waitFor();
    await dialog.getByRole('button', { name: 'Change 3 items', exact: true }).click();
    await page.getByText('3 items have changed.').waitFor();
    await expect.poll(() => titlesOf(id)).toEqual(['1. Rye bread', '2. Roll', '3. White bread']);
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('3 items have their earlier words again.').waitFor();
    await expect.poll(() => titlesOf(id)).toEqual(['Rye loaf', 'Roll', 'White loaf']);
    assert.deepEqual(faults, []);
  });

  test('An item that somebody else changes meanwhile keeps the text of that person', async () => {
    const id = await addStream(calls, { type: 'text', title: 'Two', items: ['Rye', 'Oat'] });
    const { page, faults } = await product.open();
    await enter(page, `/edit-stream/${id}`);
    await page.getByRole('button', { name: 'Select all 2', exact: true }).click();
    await page.getByRole('button', { name: 'Edit words', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 items', exact: true });
    await takesFocus(dialog);
    await dialog.getByRole('textbox', { name: 'Add at the end', exact: true }).fill(' bread');
    const [first] = (await calls.ask('fetch-stream', { id })).items;
    await calls.ask('update-stream', { id: first?.id ?? '', title: 'Spelt', description: 'Ours' });
    await dialog.getByRole('button', { name: 'Change 2 items', exact: true }).click();
    await page.getByText('1 item has changed.').waitFor();
    await page.getByText('1 item was changed or removed elsewhere meanwhile and stays as it is.').waitFor();
    await expect.poll(() => titlesOf(id)).toEqual(['Spelt', 'Oat bread']);
    assert.deepEqual(faults, []);
  });
});

/** Several rows of a list are selected and changed at once. */
test.describe('Selected rows', () => {
  /** How far down the page the list of schedules begins, px. */
  const topOf = async (page: Page): Promise<unknown> =>
    page.evaluate(`document.querySelector('table').getBoundingClientRect().top + scrollY`);

  test('The bar of selected rows covers no row of a phone and comes before the rows by keyboard', async () => {
    const clientId = await addClient(calls, { name: 'Corner Shop' });
    for (let number = 1; number <= 12; number += 1)
      await addStream(calls, { type: 'text', title: `Notes ${number}`, items: ['One'] });
    assert.ok(clientId);
    const { page, faults } = await product.open();
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, '/streams');
    const box = page.getByRole('checkbox', { name: 'Choose Notes 8', exact: true });
    await box.scrollIntoViewIfNeeded();
    const topOfBox = async () => (await box.boundingBox())?.y;
    const { y: before } = await boxAtRest(box);
    await box.check();
    const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
    await bar.waitFor();
    await expect.poll(() => topOfBox()).toBe(before);
    await expectSound(page, { looks: twoLooks, name: 'bulk-phone' });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const last = page.getByRole('checkbox', { name: 'Choose Notes 1', exact: true });
    const [lastBox, barBox] = [await last.boundingBox(), await bar.boundingBox()];
    assert.ok(lastBox && barBox && lastBox.y + lastBox.height <= barBox.y, 'the last row is not behind the bar');
    const first = page.getByRole('checkbox', { name: /^Choose Notes/ }).first();
    await first.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(bar.locator(':focus')).toHaveCount(1);
    assert.deepEqual(faults, []);
  });

  test('Schedules are moved and moved back, and schedules, streams and clients are changed in bulk', async () => {
    const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
    await addClient(calls, { name: 'Quiet Lake' });
    const account = await connect(calls, product, { clientId, network: 'telegram' });
    for (const title of ['Bread', 'Cakes', 'Rolls']) {
      const streamId = await addStream(calls, { type: 'text', title, items: [`${title} one`, `${title} two`] });
      await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 });
    }
    const nextOf = async () => (await calls.ask('fetch-schedulers', {})).items.map((row) => row.next_at);
    const before = await nextOf();
    const { page, faults } = await product.open();
    await enter(page, '/schedule-content');
    await boxAtRest(page.getByRole('table', { name: 'Schedules', exact: true }));
    const top = await topOf(page);
    await page.getByRole('checkbox', { name: 'Choose Bread', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Choose Cakes', exact: true }).check();
    const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
    await bar.getByText('2 schedules chosen').waitFor();
    await expect.poll(() => topOf(page), { message: 'the bar of chosen rows moves no row' }).toBe(top);
    await expectSound(page, { looks: twoLooks, name: 'bulk-chosen' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await bar.getByRole('button', { name: 'Move 2 schedules', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Move 2 schedules?', exact: true });
    await question.getByText('Cakes for Sunrise Bakery, Bread for Sunrise Bakery').waitFor();
    await expectSound(page, { looks: twoLooks, name: 'bulk-move' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await question.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved 2 schedules.').waitFor();
    await page.getByRole('region', { name: 'What came of it', exact: true }).waitFor();
    await expect
      .poll(() => topOf(page), { message: 'Undo stands beside the list and does not push it down' })
      .toBe(top);
    const moved = await nextOf();
    assert.equal(moved.filter((at, index) => at !== before[index]).length, 2);
    await page
      .getByRole('region', { name: 'What came of it', exact: true })
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await page.getByRole('region', { name: 'What came of it' }).waitFor({ state: 'hidden' });
    await expect.poll(() => nextOf()).toEqual(before);

    await page.getByRole('checkbox', { name: 'Choose all 3 rows that are shown', exact: true }).check();
    await bar.getByRole('button', { name: 'Delete 3 schedules', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Delete 3 schedules?', exact: true })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await page.getByText("You don't have any schedule to publish content.").waitFor();

    await page.goto('/streams');
    await page.getByRole('checkbox', { name: 'Choose Bread', exact: true }).check();
    await bar.getByRole('button', { name: 'Delete 1 stream', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Delete 1 stream?', exact: true })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await page.getByRole('link', { name: 'Bread', exact: true }).waitFor({ state: 'hidden' });

    await page.goto('/clients');
    await page.getByRole('checkbox', { name: 'Choose Sunrise Bakery', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Choose Quiet Lake', exact: true }).check();
    await bar.getByRole('button', { name: 'Pause 2 clients', exact: true }).click();
    await takesFocus(page.getByRole('dialog', { name: 'Pause 2 clients?', exact: true }));
    await expectSound(page, { looks: twoLooks, name: 'bulk-pause' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page
      .getByRole('dialog', { name: 'Pause 2 clients?', exact: true })
      .getByRole('button', { name: 'Pause', exact: true })
      .click();
    await page.getByRole('article').filter({ hasText: 'Quiet Lake' }).getByText('Paused').waitFor();
    await expect.poll(async () => (await calls.ask('fetch-pauses', {})).clients.length).toBe(2);
    const report = page.getByRole('region', { name: 'What came of it', exact: true });
    await report.getByRole('button', { name: 'Resume Quiet Lake', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click();
    await report.getByRole('button', { name: 'Resume Quiet Lake', exact: true }).waitFor({ state: 'hidden' });
    await report.getByRole('button', { name: 'Resume Sunrise Bakery', exact: true }).waitFor();
    await expect
      .poll(async () => (await calls.ask('fetch-pauses', {})).clients.map(({ name }) => name))
      .toEqual(['Sunrise Bakery']);
    await report.getByRole('button', { name: 'Undo', exact: true }).click();
    await report.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await calls.ask('fetch-pauses', {})).clients).toEqual([]);

    await calls.ask('pause-publishing', { scope: 'client', id: clientId });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Choose Sunrise Bakery', exact: true }).check();
    await bar.getByRole('button', { name: 'Resume 1 client', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Resume 1 client?', exact: true })
      .getByRole('button', { name: 'Resume', exact: true })
      .click();
    await page.getByText('Resumed 1 client.').waitFor();
    await expect.poll(async () => (await calls.ask('fetch-pauses', {})).clients).toEqual([]);
    assert.deepEqual(faults, []);
  });
});
