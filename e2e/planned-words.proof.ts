import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let telegram: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Planned Bakery' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
});

/** A stream of texts with two schedules. */
async function aPlannedStream(title: string): Promise<{ streamId: string; titles: () => Promise<string[]> }> {
  const streamId = await addStream(calls, { type: 'text', title, items: ['Loaf', 'Roll'] });
  const ids = [
    await schedule(calls, product, { clientId, streamId, accountIds: [telegram] }),
    await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 90, repurpose: true }),
  ];
  return {
    streamId,
    titles: async () =>
      (await Promise.all(ids.map((id) => calls.ask('fetch-scheduler', { id })))).flatMap(({ items }) =>
        items.map((item) => item.title),
      ),
  };
}

const inStream = (page: Page) => page.getByRole('table', { name: /^Content of this stream/ });

/** Where the first row stands in the page, in px from its top. */
async function positionOfFirst(page: Page): Promise<number> {
  const row = await boxAtRest(inStream(page).getByRole('row').nth(1));
  const whole = await boxAtRest(page.locator('html'));
  return Math.round(row.y - whole.y);
}

/** Changes the title of an item in its dialog, up to the press of Update. */
async function retitle(page: Page, { from, to }: { from: string; to: string }) {
  await inStream(page)
    .getByRole('button', { name: `Edit ${from}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'File Details' });
  await dialog.getByText('Used by 2 schedules, 2 posts waiting').waitFor();
  await dialog.getByRole('textbox', { name: 'Title' }).fill(to);
  return dialog;
}

test('An edit asks whether planned posts follow, reports the outcome, and is undone', async () => {
  const { streamId, titles } = await aPlannedStream('Follows');
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${streamId}`);
  await page.getByText('2 texts, used by 2 schedules, 4 posts waiting').waitFor();
  await page.getByText(/^What you add goes out from the next round .* Planned posts stay as they are\.$/).waitFor();
  const dialog = await retitle(page, { from: 'Loaf', to: 'Warm loaf' });
  const question = dialog.getByRole('radiogroup', { name: 'Should the 2 waiting posts use the new words?' });
  await expect(question.getByRole('radio', { name: 'Yes, they go out with the new words' })).toBeChecked();
  await expectSound(page, {
    looks: twoLooks,
    name: 'planned-words-question',
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  const before = await positionOfFirst(page);
  await dialog.getByRole('button', { name: 'Update' }).click();
  const note = page
    .getByRole('status')
    .filter({ hasText: 'Loaf has changed. 2 waiting posts go out with the new words.' });
  await note.waitFor();
  await expect.poll(() => titles()).toEqual(['Warm loaf', 'Roll', 'Warm loaf', 'Roll']);
  await expectSound(page, {
    looks: [
      { width: 390, scheme: 'light' },
      { width: 1280, scheme: 'dark' },
    ],
    name: 'planned-words-note',
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => positionOfFirst(page), { message: 'the note moves no row' }).toEqual(before);
  await note.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Loaf has its earlier words again, and so have the posts that wait.' })
    .waitFor();
  await inStream(page).getByRole('button', { name: 'Edit Loaf' }).waitFor();
  await expect.poll(() => titles()).toEqual(['Loaf', 'Roll', 'Loaf', 'Roll']);
  assert.deepEqual(faults, []);
});

test('Planned posts that do not follow an edit go out unchanged', async () => {
  const { streamId, titles } = await aPlannedStream('Keeps');
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${streamId}`);
  let dialog = await retitle(page, { from: 'Loaf', to: 'Warm loaf' });
  await dialog.getByRole('radio', { name: 'No, they go out as planned' }).check();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Loaf has changed. 2 waiting posts go out with the words they had.' })
    .waitFor();
  await expect.poll(() => titles()).toEqual(['Loaf', 'Roll', 'Loaf', 'Roll']);
  dialog = await retitle(page, { from: 'Warm loaf', to: 'Hot loaf' });
  await dialog.getByText('All of them kept the words from before an earlier edit.').waitFor();
  assert.deepEqual(faults, []);
});

test('Reordering a stream says that planned posts keep their order', async () => {
  const { streamId, titles } = await aPlannedStream('Order');
  const { page, faults } = await product.open();
  await enter(page, `/edit-stream/${streamId}`);
  await page.getByText('2 texts, used by 2 schedules, 4 posts waiting').waitFor();
  await page.getByRole('button', { name: 'Move Loaf, position 1' }).focus();
  await page.keyboard.press('Space');
  await page.getByText(/^Loaf (picked up|is over position 1)/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Loaf is over position 2.').waitFor();
  await page.keyboard.press('Space');
  await page
    .getByRole('status')
    .filter({
      hasText: 'The order has changed. 4 waiting posts keep their order. The new order applies from the next round',
    })
    .waitFor();
  await expect.poll(() => titles()).toEqual(['Loaf', 'Roll', 'Loaf', 'Roll']);
  assert.deepEqual(faults, []);
});

test('A delete confirmation names the thing and what depends on it', async () => {
  const { streamId } = await aPlannedStream('Hangs');
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  const asked = async ({ by, text, about }: { by: string; text: string; about: string | RegExp }) => {
    await page.getByRole('button', { name: by }).first().click();
    await question.getByText(text, { exact: true }).waitFor();
    await question.getByText(about).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
  };
  await page.goto('/streams');
  await page.getByRole('button', { name: 'Delete Hangs' }).click();
  await question.getByText('Hangs: 2 texts, used by 2 schedules, 4 posts waiting').waitFor();
  await expectSound(page, {
    looks: everyLook,
    name: 'delete-stream-question',
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.goto(`/edit-stream/${streamId}`);
  await asked({
    by: 'Delete Roll',
    text: 'Do you want to Delete this File',
    about: 'Roll: used by 2 schedules, 2 posts waiting',
  });
  await page.goto('/schedule-content');
  await asked({
    by: 'Delete the schedule of Hangs',
    text: 'Do you want to delete this Schedule',
    about: 'Hangs for Planned Bakery: 2 posts waiting for 1 account',
  });
  await page.getByRole('link', { name: 'View Hangs' }).first().click();
  await asked({
    by: 'Delete Loaf',
    text: 'Do you want to delete this Scheduler',
    about: 'Loaf: waiting for 1 account',
  });
  await page.goto('/clients');
  await asked({
    by: 'Delete Planned Bakery',
    text: 'You Want to Delete this Account',
    about: /^Planned Bakery: 1 account, \d+ schedules, \d+ posts waiting$/,
  });
  await page.goto(`/edit-client/${clientId}?tab=accounts`);
  await page
    .getByRole('table', { name: 'Connected accounts' })
    .getByRole('button', { name: /^Delete / })
    .click();
  await question.getByText(/ on Telegram: used by \d+ schedules, \d+ posts waiting$/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(faults, []);
});
