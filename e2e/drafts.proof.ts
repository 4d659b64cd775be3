/** A result of Trends is drafted into a free slot of a client's plan, and approved there. */
import assert from 'node:assert/strict';
import { addClient, callsOf, connect, type Caller } from './arrange.ts';
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

test('An idea is drafted into a free slot and approved, and an expired draft gets another time', async () => {
  const clientId = await addClient(calls, { name: 'Alma Bakery' });
  await connect(calls, product, { clientId, network: 'telegram' });
  await calls.ask('save-idea', {
    client_id: clientId,
    title: 'Why rye takes two days',
    words: 'Patience is the first ingredient.',
    url: 'https://example.com/rye',
  });
  const { page, faults } = await product.open();
  await enter(page, `/ideas?client=${clientId}`);
  await page.getByRole('button', { name: 'Draft into a free slot: Why rye takes two days', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft into a free slot', exact: true });
  await dialog.getByRole('radio', { name: 'Another time', exact: true }).waitFor();
  await dialog.getByRole('radio', { checked: true }).first().waitFor();
  await expect(dialog.getByRole('checkbox', { name: /^Telegram: / })).toBeChecked();
  await expectSound(page, { looks: twoLooks, name: 'draft-dialog' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Save draft', exact: true }).click();
  await page.getByText('The draft waits for approval. It expires at its time.').waitFor();

  const drafts = page.getByRole('region', { name: '1 draft', exact: true });
  await drafts.getByRole('button', { name: 'Change Why rye takes two days', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Change the draft', exact: true });
  await takesFocus(change);
  await change.getByRole('textbox', { name: 'Text', exact: true }).fill('Two days, and here is why.');
  await change.getByRole('button', { name: 'Save draft', exact: true }).click();
  await change.waitFor({ state: 'hidden' });
  await drafts.getByText('Two days, and here is why.').waitFor();
  await product.services.db.pool.query(`update drafts set due_at = now() - interval '1 hour'`);
  await page.reload();
  await drafts.getByText('Expired').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'drafts' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(drafts.getByRole('button', { name: 'Approve Why rye takes two days' })).toHaveCount(0);
  await drafts.getByRole('button', { name: 'Choose another time for Why rye takes two days', exact: true }).click();
  await change.getByRole('radio', { name: /10:00/ }).last().check();
  await change.getByRole('button', { name: 'Save draft', exact: true }).click();
  await change.waitFor({ state: 'hidden' });

  await drafts.getByRole('button', { name: 'Approve Why rye takes two days', exact: true }).click();
  await page.getByRole('link', { name: 'Open schedule', exact: true }).click();
  await page.waitForURL('**/schedule-detail/*');
  await page.getByText('Two days, and here is why.').first().waitFor();
  await expect.poll(() => calls.ask('fetch-drafts', { client_id: clientId })).toEqual([]);
  assert.deepEqual(faults, []);
});

test('Adding a client elsewhere leaves the selected client of the ideas selected', async () => {
  await addClient(calls, { name: 'Quiet Lake' });
  const { page, faults } = await product.open();
  await enter(page, '/ideas');
  const client = page.getByRole('combobox', { name: 'Client', exact: true });
  await expect(client, 'the newest client is shown').toHaveValue('Quiet Lake');
  await addClient(calls, { name: 'Late Comer' });
  // A person who returns to the tab after a minute sees lists that were read again.
  await product.passTime({ minutes: 1 });
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await client.click();
  await page.getByRole('option', { name: 'Late Comer', exact: true }).waitFor();
  await expect(client).toHaveValue('Quiet Lake');
  assert.deepEqual(faults, []);
});
