import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aSchedule } from '../../publishing/testing.ts';
import { anotherAgency, aPerson, aServer } from '../../app/testing/server.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
const clock = { now: new Date('2026-07-20T12:00:00Z') };
const server = await aServer({ clock: () => clock.now });
const { db } = server;
const dayMs = 86_400_000;

/**
 * A repeating schedule whose items were posted in rounds a week apart, with these likes a day later (null: nothing was
 * read). `plans` are the owner's.
 */
async function repeated(
  likes: readonly (readonly (number | null)[])[],
  { plans = 'dfy__unlimited' }: { plans?: string } = {},
) {
  const made = await aSchedule(db, { items: likes.length, repurpose: true });
  const { agencyId, scheduleId, itemIds, accountIds } = made;
  await db.pool.query('delete from occurrences where schedule_id = $1', [scheduleId]);
  for (const [index, rounds] of likes.entries()) {
    for (const [at, brought] of rounds.entries()) {
      const posted = new Date(start + at * 7 * dayMs);
      const { rows } = await db.pool.query<{ id: string }>(
        `with o as (
          insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
          values ($1, $2, $3, $4, $5, $5, '2026-06-01 12:00', $6, 'posted') returning id)
        insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, state, post_id,
          published_at) select $1, o.id, $2, $7, $6, 'infinity', 'published', 'p' || o.id, $6 from o returning id`,
        [agencyId, scheduleId, itemIds[index], at + 1, index, posted, accountIds[0]],
      );
      if (brought !== null)
        await db.pool.query(
          'insert into engagement_readings (delivery_id, agency_id, at, likes) values ($1, $2, $3, $4)',
          [rows[0]?.id, agencyId, new Date(posted.getTime() + dayMs + 60_000), brought],
        );
    }
  }
  const rounds = Math.max(...likes.map(({ length }) => length));
  await db.pool.query('update schedules set round = $2 where id = $1', [scheduleId, rounds]);
  const as = await aPerson(db, { role: 'owner', membership: plans, agencyId });
  const round = (input: { search?: string; cursor?: string } = {}) =>
    server.ask('fetch-round', { id: scheduleId, ...input }, { as });
  const rest = (ids: readonly (string | undefined)[], rests = true) =>
    server.call('rest-items', { id: scheduleId, item_ids: ids.flatMap((id) => id ?? []), rests }, { as });
  return { ...made, as, round, rest };
}

test('an item whose latest two rounds fell below half of its first one is named, and comes first', async () => {
  const { round, itemIds } = await repeated([
    [100, 90, 70],
    [100, 40, 20],
    [100, 40, 60],
  ]);
  const { items, tired, next_round: next, total, resting } = await round();
  assert.deepEqual([tired, next, total, resting], [[itemIds[1]], 4, 3, 0]);
  assert.deepEqual(
    items.map(({ title }) => title),
    ['item 2', 'item 1', 'item 3'],
  );
  assert.deepEqual(items[0]?.read, [
    { round: 1, points: 200, share: null },
    { round: 2, points: 80, share: 0.4 },
    { round: 3, points: 40, share: 0.2 },
  ]);
  assert.deepEqual([items[0]?.rounds_posted, items[0]?.last_posted], [3, '2026-06-15T12:00:00.000Z']);
});

test('an item with too few readings, or too young to be read, gets no verdict', async () => {
  const { round } = await repeated([
    [100, 10],
    [100, 10, null],
    [null, 10, 1],
    [0, 0, 0],
    [100, 40, 40, 90, 10, 10],
  ]);
  assert.equal((await round()).tired.length, 1);
  clock.now = new Date(start + 5 * 7 * dayMs + dayMs - 1000);
  assert.deepEqual((await round()).tired, []);
  clock.now = new Date('2026-07-20T12:00:00Z');
});

test('a resting item stays out of rounds until it is restored, and keeps the date of its first rest', async () => {
  const { round, rest, itemIds } = await repeated([[100], [100], [100]]);
  const first = await rest([itemIds[0]]);
  assert.deepEqual(
    [first.code, first.message],
    [200, 'Resting posts are left out of the next round. What is already planned stays.'],
  );
  clock.now = new Date('2026-07-21T12:00:00Z');
  await rest([itemIds[0], itemIds[1]]);
  const since = (await round()).items.map(({ rests }) => rests?.since.slice(0, 10) ?? null);
  assert.deepEqual(since, ['2026-07-20', '2026-07-21', null]);
  await rest([itemIds[0]], false);
  assert.deepEqual((await round()).resting, 1);
  clock.now = new Date('2026-07-20T12:00:00Z');
});

test('resting items say who let them rest, since when and why, latest first', async () => {
  const { round, rest, as, itemIds } = await repeated([[100, 90, 70], [100, 40, 20], [100]]);
  await rest([itemIds[0]]);
  clock.now = new Date('2026-07-21T12:00:00Z');
  await rest([itemIds[1]]);
  const said = async () => (await round()).rested_last.map(({ title, rests }) => [title, rests]);
  assert.deepEqual(await said(), [
    ['item 2', { since: '2026-07-21T12:00:00.000Z', by: as.name, was_tired: true }],
    ['item 1', { since: '2026-07-20T12:00:00.000Z', by: as.name, was_tired: false }],
  ]);
  await db.pool.query('update resting_items set rested_by = null where item_id = $1', [itemIds[0]]);
  await rest([itemIds[1]], false);
  assert.deepEqual(await said(), [['item 1', { since: '2026-07-20T12:00:00.000Z', by: null, was_tired: false }]]);
  clock.now = new Date('2026-07-20T12:00:00Z');
});

test('resting and restoring items change nothing that is planned, claimed or sent', async () => {
  const { rest, itemIds, scheduleId, agencyId } = await repeated([[100], [100]]);
  await db.pool.query(
    `with taken as (update occurrences set state = 'scheduled' where schedule_id = $1 and item_id = $2 returning id)
     update deliveries set state = 'claimed', lease_until = now() where occurrence_id in (select id from taken)`,
    [scheduleId, itemIds[0]],
  );
  const rows = async () =>
    (
      await db.pool.query<{ row: unknown }>(
        `select to_jsonb(d) as row from deliveries d where agency_id = $1 union all
         select to_jsonb(o) from occurrences o where agency_id = $1 order by 1`,
        [agencyId],
      )
    ).rows;
  const before = await rows();
  assert.equal((await rest([itemIds[0]])).code, 200);
  assert.equal((await rest([itemIds[0]], false)).code, 200);
  assert.deepEqual(await rows(), before);
});

test('the last item that goes out cannot rest, alone or together with the others', async () => {
  const { rest, round, itemIds } = await repeated([[100], [100]]);
  assert.equal((await rest(itemIds)).code, 409);
  assert.equal((await round()).resting, 0);
  await rest([itemIds[0]]);
  const refused = await rest([itemIds[1]]);
  assert.equal(
    refused.message,
    'At least one post has to go out. To end the schedule after this round, switch Repurpose off.',
  );
});

test('without the plan for engagement no figures are shown, but items can still rest', async () => {
  const { round, rest, itemIds } = await repeated([[100, 10, 10], [100]], { plans: 'dfy' });
  const { items, tired } = await round();
  assert.deepEqual([tired, items[0]?.read, items[0]?.rounds_posted], [[], [], 3]);
  assert.equal((await rest([itemIds[0]])).code, 200);
});

test('the items of a round come in pages and are found by their title', async () => {
  const { round } = await repeated(Array.from({ length: 27 }, () => [10]));
  const first = await round();
  assert.deepEqual([first.items.length, first.total, first.next], [25, 27, '25']);
  assert.deepEqual(
    (await round({ cursor: '25' })).items.map(({ title }) => title),
    ['item 26', 'item 27'],
  );
  assert.deepEqual(
    (await round({ search: 'ITEM 27' })).items.map(({ title }) => title),
    ['item 27'],
  );
  assert.deepEqual((await round({ search: '%' })).items, []);
});

test('another agency and another schedule cannot find the items', async () => {
  const { scheduleId, itemIds, as, rest } = await repeated([[100], [100]]);
  const other = await repeated([[100]]);
  const otherAgency = await anotherAgency(db);
  assert.equal((await rest([other.itemIds[0]])).code, 404);
  assert.equal((await rest([itemIds[0], '999999'])).code, 404);
  const change = { id: scheduleId, item_ids: [itemIds[0] ?? ''], rests: true };
  assert.equal((await server.call('rest-items', change, { as: otherAgency })).code, 404);
  assert.equal((await server.call('fetch-round', { id: scheduleId }, { as: otherAgency })).code, 404);
  await db.pool.query('update items set deleted_at = now() where id = $1', [itemIds[0]]);
  assert.equal((await server.call('rest-items', change, { as })).code, 404);
});
