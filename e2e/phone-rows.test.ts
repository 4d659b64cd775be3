import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addClient, addStream, callsOf, connect, schedule } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { aProduct } from './product.ts';
import { enter } from './signing-in.ts';
import { beyondFrame, pageProblems } from './soundness.ts';

const product = await aProduct();
const calls = await callsOf(product);

test('25 schedules fit into 2,200 px of a phone, and each row opens the rest of it', async () => {
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
  assert.equal(await rows.count(), 26);
  const { height } = await boxAtRest(page.getByRole('table', { name: 'Schedules' }));
  assert.ok(height <= 2_200, `the table is ${height} px high`);
  assert.equal(await beyondFrame(page), 0, 'the table scrolls sideways');

  const row = rows.nth(1);
  const rest = row.getByRole('link', { name: 'View Notes of the day' });
  assert.equal(await rest.isVisible(), false);
  await row.getByRole('button', { name: 'More about Notes of the day' }).click();
  await rest.waitFor();
  assert.deepEqual(
    await pageProblems(page, {
      looks: [
        { width: 390, scheme: 'light' },
        { width: 390, scheme: 'dark' },
      ],
      name: 'phone-rows',
    }),
    [],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await row.getByRole('button', { name: 'More about Notes of the day' }).click();
  await rest.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});
