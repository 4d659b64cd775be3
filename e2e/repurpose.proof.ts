/** The items of the next round of a repeating schedule: worn-out ones are listed, and a person rests one. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let telegram: string;
let streamId: string;
let scheduleId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Old Mill' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  streamId = await addStream(calls, {
    type: 'text',
    title: 'Tips of the mill',
    items: ['Why rye rests', 'How to keep bread', 'The first harvest'],
  });
  scheduleId = await schedule(calls, product, {
    clientId,
    streamId,
    accountIds: [telegram],
    inMinutes: 600,
    repurpose: true,
  });
  await twoEarlierRounds();
});

/** Puts the schedule into its fourth round; its first item got less engagement each time. */
async function twoEarlierRounds(): Promise<void> {
  const { items } = await calls.ask('fetch-stream', { id: streamId });
  const { id: me } = await calls.ask('fetch-user', {});
  const pool = product.services.db.pool;
  const {
    rows: [{ agency_id: agencyId } = { agency_id: '' }],
  } = await pool.query<{ agency_id: string }>('select agency_id from users where id = $1', [me]);
  await pool.query('update occurrences set round = 4 where schedule_id = $1', [scheduleId]);
  await pool.query('update schedules set round = 4 where id = $1', [scheduleId]);
  for (const [index, { id }] of items.entries())
    for (const [at, likes] of [
      [100, 40, 20],
      [100, 90, 80],
      [50, 60, 70],
    ][index]?.entries() ?? []) {
      const posted = new Date(product.now().getTime() - (30 - at * 7) * 86_400_000);
      await pool.query(
        `with o as (
          insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
          values ($1, $2, $3, $4, $5, $5, '2026-06-01 12:00', $6, 'posted') returning id
        ), d as (
          insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, state, post_id,
            published_at)
          select $1, o.id, $2, $7, $6, 'infinity', 'published', 'p', $6 from o returning id
        )
        insert into engagement_readings (delivery_id, agency_id, at, likes)
        select d.id, $1, $6::timestamptz + interval '25 hours', $8 from d`,
        [agencyId, scheduleId, id, at + 1, index, posted, telegram, likes],
      );
    }
}

test('A person retires a worn-out post, and lets another one rest and go out again', async () => {
  const { page, faults } = await product.open({ expected: [409] });
  await enter(page, `/schedule-detail/${scheduleId}`);
  const panel = page.getByRole('region', { name: 'Next round' });
  await panel.getByText('3 posts go out again.').waitFor();
  await panel
    .getByText('People seem tired of 1 post (Why rye rests): its last two rounds each brought less than half')
    .waitFor();
  await expectSound(page, { name: 'next-round', looks: twoLooks });
  await panel.getByRole('button', { name: 'Let it rest' }).click();
  await panel.getByText('2 of 3 posts go out again, 1 rests.').waitFor();
  await panel.getByRole('button', { name: 'Choose posts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Next round (5)' });
  await dialog.getByText('Round 1: 200 points · Round 2: 80 points (40% of the first)').waitFor();
  const keep = dialog.getByRole('switch', { name: 'How to keep bread goes out in the next round' });
  await expect(dialog.getByRole('switch', { name: /^Why rye rests/ })).not.toBeChecked();
  await keep.click();
  await panel.getByText('1 of 3 posts goes out again, 2 rest.').waitFor();
  await dialog.getByRole('switch', { name: /^The first harvest/ }).click();
  await page.getByText('At least one post has to go out.').waitFor();
  await keep.click();
  await panel.getByText('2 of 3 posts go out again, 1 rests.').waitFor();
  await expectSound(page, { name: 'round-dialog', looks: twoLooks });
  await page.keyboard.press('Escape');
  await panel.getByText(/^Rests since today, .*, by .+, as people seemed tired of it$/).waitFor();
  await expectSound(page, { name: 'resting', looks: twoLooks });
  await panel.getByRole('button', { name: 'Let Why rye rests go out again' }).click();
  await panel.getByText('3 posts go out again.').waitFor();
  const { items } = await calls.ask('fetch-scheduler', { id: scheduleId });
  assert.equal(items.filter(({ done }) => done === '0').length, 3, 'what is planned stays');
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('409')),
    [],
  );
});
