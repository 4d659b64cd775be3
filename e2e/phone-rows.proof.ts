import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { beyondFrame, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A phone shows 25 schedules in 2,200 px, and each row expands to the rest of it', async () => {
  const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const harborId = await addClient(calls, { name: 'Harbor Coffee Roasters and Friends of the Long Quay' });
  const harbor = await connect(calls, product, { clientId: harborId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['one', 'two', 'three'] });
  for (let count = 1; count <= 25; count += 1) {
    const whose = count % 2 ? { clientId, accountIds: [telegram] } : { clientId: harborId, accountIds: [harbor] };
    await schedule(calls, product, { ...whose, streamId, inMinutes: 60 * count });
  }
  await product.services.db.pool.query(
    `update occurrences set state = 'failed' where position = 0 and schedule_id % 3 = 0`,
  );
  const { page, faults } = await product.open({ width: 390, height: 844 });
  await enter(page, '/schedule-content');
  const rows = page.getByRole('table', { name: 'Schedules' }).getByRole('row');
  await rows.nth(25).waitFor();
  await expect(rows).toHaveCount(26);
  const { height } = await boxAtRest(page.getByRole('table', { name: 'Schedules' }));
  assert.ok(height <= 2_200, `the table is ${height} px high`);
  await expect.poll(() => beyondFrame(page), { message: 'the table scrolls sideways' }).toBe(0);

  const row = rows.nth(1);
  const rest = row.getByRole('link', { name: 'View Notes of the day' });
  await expect(rest).toBeHidden();
  await row.getByRole('button', { name: 'More about Notes of the day' }).click();
  await rest.waitFor();
  await expectSound(page, {
    looks: [
      { width: 390, scheme: 'light' },
      { width: 390, scheme: 'dark' },
    ],
    name: 'phone-rows',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await row.getByRole('button', { name: 'More about Notes of the day' }).click();
  await rest.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});
