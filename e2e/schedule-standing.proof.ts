import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { aFullAgency, type FullAgency } from './full-agency.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let clientId: string;
let schedules: FullAgency['records']['schedules'];

/** Each schedule of the agency, and the state that its list and its page show. */
let standings: readonly { id: string; says: RegExp }[];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({
    records: { clientId, schedules },
  } = await aFullAgency(product));
  standings = [
    { id: schedules.failed, says: /Ended\s*1 failed/ },
    { id: schedules.uncertain, says: /Ended\s*1 needs a look/ },
    { id: schedules.waiting, says: /Was due: Today, \d\d:\d\d[^]*Needs reconnecting/ },
    { id: schedules.toCome, says: /(Tomorrow|Today), \d\d:\d\d/ },
  ];
});

test('Failed and blocked schedules say what is wrong, in the list and on their pages', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content');
  for (const { id, says } of standings) {
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/schedule-detail/${id}"]`) });
    await row.first().waitFor();
    await expect(row.first()).toHaveText(says, { useInnerText: true });
  }
  await expectSound(page, { looks: everyLook, name: 'schedules-standing' });
  for (const { id, says } of standings) {
    await page.goto(`/schedule-detail/${id}`);
    const next = page.getByRole('definition').filter({ hasText: says });
    await next.first().waitFor();
    if (id === schedules.waiting) await expectSound(page, { looks: everyLook.slice(1, 3), name: 'schedule-blocked' });
    if (id === schedules.failed) await expectSound(page, { looks: everyLook.slice(1, 3), name: 'schedule-failed' });
  }
  assert.deepEqual(faults, []);
});

test('A schedule that waits for an account links to it', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/schedule-detail/${schedules.waiting}`);
  await page.getByRole('link', { name: /see to the accounts of Harbor Coffee/ }).click();
  await page.waitForURL('**/edit-client/*');
  assert.ok(!page.url().endsWith(`/${clientId}?tab=accounts`));
  await page.getByText('Needs reconnecting').waitFor();
  assert.deepEqual(faults, []);
});
