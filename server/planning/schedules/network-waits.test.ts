/** What people see of a wait that a network has requested. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { deliveryMessages } from '#rules/delivery.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder } from './testing.ts';

let now = new Date('2026-06-01T00:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
const account = await anAccount(server, client, 'linkedin', 'Emma');
const stream = await aTextStream(server, ['one', 'two', 'three']);
const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
// 10:00, 11:00 and 12:00 UTC on 2 June.
const { id } = await server.ask('save-scheduler', {
  ...order,
  timezone: 'UTC',
  hours: '10',
  minutes: '0',
  schedule_type: 'hourly',
});

const asksAccount = `update social_accounts set waits_from = '2026-06-02T10:00:00Z',
  waits_until = '2026-06-03T00:00:00Z'`;
const asksEverybody = `insert into network_waits (network, until, waits_from, waits_until) values ('linkedin',
  '2026-06-03T00:00:00Z', '2026-06-02T10:00:00Z', '2026-06-03T00:00:00Z')`;
const told = deliveryMessages.rateLimited('LinkedIn: limit reached.');

beforeEach(async () => {
  now = new Date('2026-06-02T11:30:00Z');
  await server.db.pool.query('delete from network_waits');
  await server.db.pool.query(`update social_accounts set waits_from = null, waits_until = null, paused_at = null`);
  await server.db.pool.query(`update deliveries set next_at = due_at, message = ''`);
});
/** The first delivery is tried again at the end of the wait, the others follow it, a quarter of an hour apart. */
const lineUp = () =>
  server.db.pool.query(
    `update deliveries d set next_at = '2026-06-03T00:00:00Z'::timestamptz + o.position * interval '15 minutes',
      message = case when o.position = 0 then $1 else '' end
   from occurrences o where o.id = d.occurrence_id`,
    [told],
  );
const shown = async () =>
  (await server.ask('fetch-scheduler', { id })).items.map(({ social_networks: [delivery] }) => [
    delivery?.waits_until,
    delivery?.message,
  ]);
const waits = async () => (await server.ask('fetch-needs-you', {})).needs_you.filter(({ kind }) => kind === 'waits');

for (const [whom, asks] of [
  ['the account', asksAccount],
  ['everybody', asksEverybody],
] as const) {
  test(
    `a network that asks ${whom} to wait is shown with the end of the wait, also at what ` + 'stands behind',
    async () => {
      await server.db.pool.query(asks);
      await lineUp();
      assert.deepEqual(await shown(), [
        ['2026-06-03T00:00:00.000Z', told],
        ['2026-06-03T00:15:00.000Z', deliveryMessages.waitsBehind],
        ['2026-06-03T00:30:00.000Z', deliveryMessages.waitsBehind],
      ]);
    },
  );

  test(
    `a network that asks ${whom} to wait for hours is named under what needs a person, ` + 'with what waits',
    async () => {
      await server.db.pool.query(asks);
      const [wait, ...others] = await waits();
      assert.equal(others.length, 0);
      assert.partialDeepStrictEqual(wait, {
        at: '2026-06-03T00:00:00.000Z',
        title: '@Emma',
        client: 'Corner Shop',
        client_id: client.id,
        account_id: account,
        delivery_id: null,
        actions: [],
      });
      assert.match(
        wait?.message ?? '',
        /^LinkedIn takes no more posts of this account for now\. 3 posts wait and go out by themselves after that\.$/,
      );
    },
  );
}

test('a wait that is over, or that ends before a post is due, is not shown', async () => {
  await server.db.pool.query(asksAccount);
  now = new Date('2026-06-03T00:00:00Z');
  assert.deepEqual(await shown(), [
    [null, ''],
    [null, ''],
    [null, ''],
  ]);
  assert.deepEqual(await waits(), []);
  now = new Date('2026-06-02T09:30:00Z');
  await server.db.pool.query(
    `update social_accounts set waits_from = '2026-06-02T09:00:00Z', waits_until = '2026-06-02T10:30:00Z'`,
  );
  assert.deepEqual(
    (await shown()).map(([until]) => until),
    ['2026-06-02T10:30:00.000Z', null, null],
  );
});

test('a wait of minutes, and a wait of a paused account, need no action', async () => {
  await server.db.pool.query(
    `update social_accounts set waits_from = '2026-06-02T11:00:00Z', waits_until = '2026-06-02T11:59:00Z'`,
  );
  assert.deepEqual(await waits(), []);
  await server.db.pool.query(asksAccount);
  await server.ask('pause-publishing', { scope: 'account', id: account });
  assert.deepEqual(await waits(), []);
  assert.deepEqual(
    (await shown()).slice(0, 2).map(([until, message]) => [until, message]),
    Array.from({ length: 2 }, () => [null, deliveryMessages.paused.account]),
  );
});

test('another agency does not see a wait', async () => {
  await server.db.pool.query(asksAccount);
  const { needs_you: needs } = await server.ask('fetch-needs-you', {}, { as: await anotherAgency(server.db) });
  assert.deepEqual(needs, []);
});
