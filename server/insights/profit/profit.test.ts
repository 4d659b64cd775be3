import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer({ clock: () => new Date('2026-05-20T10:00:00Z') });
const { db, owner } = server;
await db.pool.query(`update users set membership = 'enterprise' where id = $1`, [owner.id]);
const client = await aClient(db, owner, { name: '=Bakery' });
const other = await aClient(db, owner, { name: 'Quiet Client' });
await db.pool.query(`update users set earning_cents = 100001, frequency = 'weekly' where id = $1`, [client.id]);
const stream = await aTextStream(server, ['One', 'Two', 'Three']);
const accounts = [await anAccount(server, client), await anAccount(server, client, 'facebook', 'page')];
await server.ask('save-scheduler', {
  ...anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: accounts }),
  schedule_date: '2026-06-10',
});
await db.pool.query(`update deliveries set state = 'published', next_at = 'infinity' where network = 'facebook'`);
const june = { month: '2026-06', timezone: 'Europe/Berlin' };
const fetched = async (asked = june) => (await server.ask('fetch-profits', asked)).clients;
const entered = { id: client.id, month: '2026-06', paid_cents: null, minutes: 90, costs_cents: 2501 };

test('a month counts as the ledger does, and has the agreed payment until another one is entered', async () => {
  const [first, second] = await fetched();
  const ledger = await server.ask('fetch-ledger', june);
  assert.equal(first?.delivered, ledger.clients.find(({ id }) => id === client.id)?.published);
  assert.deepEqual(
    [first?.name, first?.paid_cents, first?.delivered, first?.profit_cents, first?.an_hour_cents, first?.a_post_cents],
    ['=Bakery', 428_576, 3, 428_576, null, 142_859],
  );
  assert.deepEqual([second?.name, second?.paid_cents, second?.delivered], ['Quiet Client', 0, 0]);
  assert.equal((await fetched({ ...june, month: '2026-07' }))[0]?.delivered, 0);
});

test('entered figures apply to their month alone, in whole cents, and are summed', async () => {
  await server.ask('save-profit', { ...entered, paid_cents: 100_000 });
  const { clients, total } = await server.ask('fetch-profits', june);
  const [first] = clients;
  assert.deepEqual(
    [first?.paid_cents, first?.agreed_cents, first?.paid_entered, first?.profit_cents, first?.an_hour_cents],
    [100_000, 428_576, true, 97_499, 64_999],
  );
  assert.equal(
    total.profit_cents,
    clients.reduce((sum, { profit_cents: cents }) => sum + cents, 0),
  );
  assert.equal((await fetched({ ...june, month: '2026-05' }))[0]?.minutes, 0);
  await server.ask('save-profit', entered);
  assert.equal((await fetched())[0]?.paid_cents, 428_576, 'emptied, it is what was agreed again');
});

test('fractions of a cent, negative or too large amounts and a lost update are refused', async () => {
  for (const wrong of [{ costs_cents: -1 }, { costs_cents: 0.5 }, { minutes: 600_001 }, { paid_cents: 1e15 }])
    assert.equal((await server.call('save-profit', { ...entered, ...wrong })).code, 422, JSON.stringify(wrong));
  const version = (await fetched())[0]?.version ?? '';
  await server.ask('save-profit', { ...entered, minutes: 120, version });
  assert.equal((await server.call('save-profit', { ...entered, minutes: 60, version })).code, 409);
});

test('the CSV has every client and the sum, and no formulas', async () => {
  const { csv, file_name: name } = await server.ask('export-profits', june);
  const rows = csv.trim().split('\r\n');
  assert.equal(name, 'profit-2026-06.csv');
  assert.equal(rows[1], `'=Bakery,4285.76,2,25.01,3,4260.75,2130.38,1420.25`);
  assert.match(rows.at(-1) ?? '', /^All clients,4285\.76,/);
});

test('members, clients, plans without reports and other agencies cannot see profits', async () => {
  const member = await aMember(db, owner);
  for (const as of [member, client])
    for (const call of ['fetch-profits', 'export-profits'] as const)
      assert.equal((await server.call(call, june, { as })).code, 403);
  const otherAgency = await anotherAgency(db);
  await db.pool.query(`update users set membership = 'enterprise' where id = $1`, [otherAgency.id]);
  assert.equal((await server.call('save-profit', entered, { as: otherAgency })).code, 404);
  assert.deepEqual((await server.ask('fetch-profits', june, { as: otherAgency })).clients, []);
  await db.pool.query(`update users set membership = 'dfy__unlimited' where id = $1`, [owner.id]);
  assert.equal((await server.call('fetch-profits', june)).code, 403);
  assert.equal((await db.pool.query(`select from client_months where client_id = $1`, [other.id])).rowCount, 0);
});
