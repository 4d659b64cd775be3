import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anAccount, anOrder, settle } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const now = new Date('2026-06-02T20:00:00Z');
let clock = new Date('2026-06-01T00:00:00Z');
const server = await aServer({ clock: () => clock });
const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
const idle = await aClient(server.db, server.owner, { name: 'Asleep Ltd' });
const account = await anAccount(server, client);
const stream = await aTextStream(server, ['one', 'two', 'three', 'four']);
const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
// Three posts are on 2 June in Berlin, the fourth at 00:30 of the next day.
const { id } = await server.ask('save-scheduler', { ...order, hours: '21', schedule_type: 'hourly' });
clock = now;

const timezone = 'Europe/Berlin';
const needsOf = async () => (await server.ask('fetch-needs-you', {})).needs_you;

test('the counters, today and the next seven days agree with the plan', async () => {
  await server.db.pool.query(
    `update users set earning_cents = 2550, frequency = 'weekly', created_at = $2 where id = $1`,
    [client.id, '2026-05-26T20:00:00Z'],
  );
  await settle(server, id, ['On one'], 'published');
  await settle(server, id, ['On two'], 'failed');
  assert.deepEqual(await server.ask('fetch-dashboard', {}), {
    clients: 2,
    accounts: 1,
    content_streams: 1,
    content_scheduled: 1,
    own: { client_id: idle.id, has_accounts: true, has_streams: true, has_schedules: true },
    content_created: 0,
    total_earned: 51,
    recent: { videos: [], images: [] },
  });
  const { to_come, ...days } = await server.ask('fetch-today', { timezone });
  assert.deepEqual(days, {
    date: '2026-06-02',
    today: { posted: 1, waiting: 1, failed: 1, uncertain: 0 },
    yesterday: { posted: 0, waiting: 0, failed: 0, uncertain: 0 },
  });
  assert.deepEqual(
    to_come.map(({ at, client: name, title, schedule_id }) => [at, name, title, schedule_id]),
    [['2026-06-02T21:30:00.000Z', 'Corner Shop', 'On three', id]],
  );
  assert.deepEqual(await server.ask('fetch-next-days', { timezone }), {
    dates: ['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08'],
    items: [
      { id: idle.id, name: 'Asleep Ltd', counts: [0, 0, 0, 0, 0, 0, 0] },
      { id: client.id, name: 'Corner Shop', counts: [3, 1, 0, 0, 0, 0, 0] },
    ],
    next: null,
    total: 2,
    idle: 1,
  });
});

test('the dashboard lists what needs a person: lost accounts, failed, missed and undecided posts', async () => {
  await settle(server, id, ['On three'], 'missed');
  await server.db.pool
    .query(`update deliveries d set state = 'uncertain', next_at = 'infinity', message = 'Please check'
      from occurrences o join items i on i.id = o.item_id
    where o.id = d.occurrence_id and i.title = 'On four'`);
  await server.db.pool.query(
    `update social_accounts set status = 'needs-reconnecting', status_message = 'The token was revoked' where id = $1`,
    [account],
  );
  const needs = await needsOf();
  assert.deepEqual(
    needs.map((need) => [need.kind, need.username, need.actions]),
    [
      ['account', '@feed', []],
      ['uncertain', '@feed', ['it-is-there', 'publish-again']],
      ['missed', '@feed', ['publish-now', 'next-free-time']],
      ['failed', '@feed', ['publish-again']],
    ],
  );
  assert.deepEqual(
    needs.map((need) => [need.kind, need.title, need.message, need.client, need.schedule_id]),
    [
      ['account', '@feed', 'The token was revoked', 'Corner Shop', null],
      ['uncertain', 'On four', 'Please check', 'Corner Shop', id],
      ['missed', 'On three', 'The network said no', 'Corner Shop', id],
      ['failed', 'On two', 'The network said no', 'Corner Shop', id],
    ],
  );
});

test('an uncertain post counts separately, not as failed', async () => {
  clock = new Date('2026-06-02T22:00:00Z'); // 3 June in Berlin, when the fourth was due
  await server.db.pool.query(
    `update occurrences o set state = 'failed' from items i where i.id = o.item_id and i.title = 'On four'`,
  );
  const { today, yesterday } = await server.ask('fetch-today', { timezone });
  assert.deepEqual(today, { posted: 0, waiting: 0, failed: 0, uncertain: 1 });
  assert.deepEqual(yesterday, { posted: 1, waiting: 0, failed: 2, uncertain: 0 });
});

test('a failed post leaves the list after seven days, an undecided one stays', async () => {
  clock = new Date('2026-06-10T20:00:00Z');
  assert.deepEqual(
    (await needsOf()).map((need) => need.kind),
    ['account', 'uncertain'],
  );
});

test('another agency sees an empty dashboard', async () => {
  const as = await anotherAgency(server.db);
  const { clients, accounts, content_streams, own, total_earned } = await server.ask('fetch-dashboard', {}, { as });
  assert.deepEqual([clients, accounts, content_streams, total_earned], [0, 0, 0, 0]);
  assert.deepEqual(own, { client_id: null, has_accounts: false, has_streams: false, has_schedules: false });
  assert.deepEqual(await server.ask('fetch-needs-you', {}, { as }), {
    needs_you: [],
    more: 0,
    restored: { held: false, unseen: [] },
  });
  const nothing = { posted: 0, waiting: 0, failed: 0, uncertain: 0 };
  assert.deepEqual(await server.ask('fetch-today', { timezone }, { as }), {
    date: '2026-06-10',
    today: nothing,
    yesterday: nothing,
    to_come: [],
  });
  const { items, total, idle: none, next } = await server.ask('fetch-next-days', { timezone }, { as });
  assert.deepEqual({ items, total, none, next }, { items: [], total: 0, none: 0, next: null });
});

test('many clients come in pages, each client once, with those that have an empty week first', async () => {
  clock = now;
  for (let number = 1; number <= 21; number += 1)
    await aClient(server.db, server.owner, { name: `Many ${String(number).padStart(2, '0')}` });
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const {
      items,
      next,
      total,
      idle: empty,
    } = await server.ask('fetch-next-days', { timezone, ...(cursor === undefined ? {} : { cursor }) });
    assert.deepEqual([total, empty], [23, 22]);
    names.push(...items.map(({ name }) => name));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(names, [
    'Asleep Ltd',
    ...Array.from({ length: 21 }, (_, index) => `Many ${String(index + 1).padStart(2, '0')}`),
    'Corner Shop',
  ]);
  const strange = await server.call('fetch-next-days', { timezone, cursor: 'x' });
  assert.equal(strange.code, 422);
});
