import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aStream, aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder } from './testing.ts';

let now = new Date('2026-06-01T12:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner);
const account = await anAccount(server, client);
const stream = await aTextStream(server, ['one', 'two', 'three']);
const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });

test('a new schedule plans one round of the stream at the local time of its zone', async () => {
  const second = await anAccount(server, client, 'wordpress', 'blog');
  const { id } = await server.ask('save-scheduler', { ...order, social_accounts: [account, second] });
  const { schedule, items } = await server.ask('fetch-scheduler', { id });
  assert.deepEqual(
    items.map((item) => [item.title, item.scheduled, item.due_at, item.done]),
    [
      ['On one', '2026-06-02 09:30', '2026-06-02T07:30:00.000Z', '0'],
      ['On two', '2026-06-03 09:30', '2026-06-03T07:30:00.000Z', '0'],
      ['On three', '2026-06-04 09:30', '2026-06-04T07:30:00.000Z', '0'],
    ],
  );
  assert.deepEqual(
    items[0]?.social_networks.map((network) => [network.type, network.username, network.state, network.actions]),
    [
      ['telegram', '@feed', 'scheduled', []],
      ['wordpress', '@blog', 'scheduled', []],
    ],
  );
  assert.deepEqual(
    [
      schedule.accounts,
      schedule.item_count,
      schedule.posted_count,
      schedule.schedule_date,
      schedule.re_purpose,
      schedule.hours,
      schedule.state,
    ],
    [['telegram', 'wordpress'], 3, 0, '2026-06-02 09:30', '0', '09', 'active'],
  );
});

test('a schedule stores its wall-clock time, its zone as sent, its instants and its tzdata version', async () => {
  for (const [timezone, dueAt] of [
    ['US/Pacific-New', '2026-06-02T16:30:00.000Z'], // withdrawn in 2020
    ['Asia/Calcutta', '2026-06-02T04:00:00.000Z'], // by its earlier name
    ['Australia/Lord_Howe', '2026-06-01T23:00:00.000Z'],
    ['Pacific/Chatham', '2026-06-01T20:45:00.000Z'],
  ] as const) {
    const { id } = await server.ask('save-scheduler', { ...order, timezone });
    const { schedule, items } = await server.ask('fetch-scheduler', { id });
    assert.deepEqual([schedule.timezone, items[0]?.scheduled, items[0]?.due_at], [timezone, '2026-06-02 09:30', dueAt]);
    const {
      rows: [row],
    } = await server.db.pool.query<Record<string, string>>(
      'select origin_local, timezone, tzdata_version from schedules where id = $1',
      [id],
    );
    assert.deepEqual(row, { origin_local: '2026-06-02 09:30', timezone, tzdata_version: process.versions.tz });
    assert.match(process.versions.tz ?? '', /^20\d\d[a-z]$/, 'versions sort by their text');
  }
});

test('hour 24 means midnight of the chosen date', async () => {
  const { id } = await server.ask('save-scheduler', { ...order, hours: '24', minutes: '5' });
  assert.equal((await server.ask('fetch-scheduler', { id })).items[0]?.scheduled, '2026-06-02 00:05');
});

test('a form that is sent twice makes one schedule, and after ten seconds another', async () => {
  const twice = { ...order, minutes: '45' };
  const [first, second] = await Promise.all([server.ask('save-scheduler', twice), server.ask('save-scheduler', twice)]);
  assert.equal(first.id, second.id);
  assert.notEqual((await server.ask('save-scheduler', { ...twice, re_purpose: 1 })).id, first.id);
  now = new Date(now.getTime() + 11_000);
  assert.notEqual((await server.ask('save-scheduler', twice)).id, first.id);
});

test('owners may schedule to their own accounts', async () => {
  const own = await anAccount(server, server.owner, 'medium', 'own');
  await server.ask('save-scheduler', { ...order, user_client_id: server.owner.id, social_accounts: [own] });
});

test('a past time is refused, but a time within the current minute is not', async () => {
  const at = (hours: string, minutes: string) =>
    server.call('save-scheduler', { ...order, schedule_date: '2026-06-01', hours, minutes });
  const past = await at('13', '58');
  assert.deepEqual([past.code, past.message], [422, messages.pastTime]);
  assert.equal((await at('14', '0')).message, messages.scheduled);
});

test('a schedule whose parts do not fit together is refused, and nothing is planned', async () => {
  const other = await aClient(server.db, server.owner);
  const otherAgency = await anotherAgency(server.db);
  const [ofOther, ofOtherAgency, vimeo] = [
    await anAccount(server, other),
    await anAccount(server, otherAgency),
    await anAccount(server, client, 'vimeo'),
  ];
  const empty = await aStream(server, 'text');
  const before = (await server.ask('fetch-schedulers', {})).total;
  const cases = [
    [{ social_accounts: [ofOther] }, 422, messages.accountNotOfClient],
    [{ social_accounts: [account, ofOtherAgency] }, 404, messages.notFound],
    [{ social_accounts: ['999999'] }, 404, messages.notFound],
    [{ social_accounts: [account, vimeo] }, 422, messages.accountNotEligible],
    [{ content_stream_id: empty.id }, 422, messages.streamEmpty],
    [{ content_stream_id: '999999' }, 404, messages.notFound],
    [{ user_client_id: otherAgency.id }, 404, messages.notFound],
    [{ schedule_date: '2037-01-01' }, 422, messages.farTime],
    [{ schedule_date: '2026-02-30' }, 422, 'Please choose a date that exists'],
    [{ timezone: 'Mars/Olympus' }, 422, 'Please choose a timezone from the list'],
  ] as const;
  for (const [change, code, message] of cases) {
    const { social_accounts: accounts = order.social_accounts, ...rest } = { social_accounts: undefined, ...change };
    const reply = await server.call('save-scheduler', { ...order, ...rest, social_accounts: [...accounts] });
    assert.deepEqual([reply.code, reply.message], [code, message], JSON.stringify(change));
    assert.ok(!reply.status, 'it is refused');
    assert.deepEqual(Object.keys(reply.errors), Object.keys(change), 'and says which part it is');
  }
  const reply = await server.call('save-scheduler', order, { as: otherAgency });
  assert.equal(reply.code, 404);
  assert.equal((await server.ask('fetch-schedulers', {})).total, before);
});

test('without measured posts there is no best time', async () => {
  assert.deepEqual(await server.ask('best-time', { client_id: client.id }), []);
  assert.equal((await server.call('best-time', { client_id: '999999' })).code, 404);
});
