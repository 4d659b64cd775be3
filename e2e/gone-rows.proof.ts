/** Confirmations about a row that another tab deletes meanwhile. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { hasFocus } from './focus.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A confirmation closes once another tab has deleted its row, and the next row gets the focus', async () => {
  const ids = new Map<string, string>();
  for (const title of ['Gone Apples', 'Gone Bread', 'Gone Cakes'])
    ids.set(title, await addStream(calls, { type: 'text', title, items: ['One'] }));
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/streams?search=Gone&sort=title');
  const button = (title: string) => page.getByRole('button', { name: `Delete ${title}`, exact: true });
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  const isAsked = async (title: string) => {
    await button(title).click();
    await takesFocus(question);
    await question.getByText('used by no schedule').waitFor();
  };
  const gone = (title: string) => calls.ask('delete-stream', { id: ids.get(title) ?? '' });

  await isAsked('Gone Apples');
  await gone('Gone Apples');
  await product.passTime({ minutes: 1 });
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))'); // returning to the tab reloads the list
  await question.waitFor({ state: 'hidden' });
  await page.getByText('This is not in the list any more.').waitFor();
  await hasFocus(button('Gone Bread'), page);

  await isAsked('Gone Bread');
  const look = await hold(page, 'fetch-streams');
  await gone('Gone Bread');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('We could not find that. It may have been deleted.').waitFor();
  await question.waitFor({ state: 'hidden' });
  look();
  await hasFocus(button('Gone Cakes'), page);

  await gone('Gone Cakes');
  await button('Gone Cakes').click();
  await page.getByText('This is not in the list any more.').waitFor();
  await question.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('A confirmation of pausing closes once another tab has deleted the schedule', async () => {
  const clientId = await addClient(calls, { name: 'Corner Shop' });
  const streamId = await addStream(calls, { type: 'text', title: 'Corner Shop news', items: ['Monday'] });
  const accountId = await connect(calls, product, { clientId, network: 'telegram' });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [accountId], inMinutes: 600 });
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/schedule-content?search=Corner');
  await page.getByRole('button', { name: /^Pause Corner Shop news/ }).click();
  const question = page.getByRole('dialog', { name: /^Pause/ });
  const look = await hold(page, 'fetch-schedulers');
  await calls.ask('delete-scheduler', { id });
  await question.getByRole('button', { name: 'Pause' }).click();
  await question.waitFor({ state: 'hidden' });
  look();
  await page.getByRole('button', { name: /^Pause Corner Shop news/ }).waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('A confirmation survives a redraw of its row and closes once the redrawn row is deleted', async () => {
  await addStream(calls, { type: 'text', title: 'Redrawn Rolls', items: ['One'] });
  const { page, faults } = await product.open();
  await enter(page, '/streams?search=Redrawn');
  await page.getByRole('button', { name: 'Delete Redrawn Rolls', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await takesFocus(question);
  const row = `document.querySelector('[aria-label="Delete Redrawn Rolls"]').closest('tr')`;
  // By then the page shows the outcome.
  await page.evaluate(`{ const row = ${row}; row.replaceWith(row.cloneNode(true)); }
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  await expect(question).toBeVisible();
  await expect(page.getByText('This is not in the list any more.')).toHaveCount(0);
  await page.evaluate(`${row}.remove()`);
  await question.waitFor({ state: 'hidden' });
  await page.getByText('This is not in the list any more.').waitFor();
  assert.deepEqual(faults, []);
});
