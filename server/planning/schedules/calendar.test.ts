import assert from 'node:assert/strict';
import { test } from 'vitest';
import { datesBetween, startsOfDays } from '../../base/lib/days.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const now = new Date('2026-03-01T00:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
const account = await anAccount(server, client);
const stream = await aTextStream(server, ['one', 'two', 'three', 'four'], 'Words');
const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
const { id } = await server.ask('save-scheduler', { ...order, schedule_date: '2026-03-28', hours: '0', minutes: '15' });
const busy = await server.ask('save-scheduler', { ...order, schedule_date: '2026-04-10', schedule_type: 'hourly' });
await settle(server, id, ['On one'], 'published');
await settle(server, id, ['On two'], 'failed');

const march = { from: '2026-03-27', to: '2026-04-02' };

test('days are those of the requested zone, also across a change of its clocks', async () => {
  const berlin = await server.ask('fetch-calendar', { ...march, timezone: 'Europe/Berlin' });
  assert.deepEqual(berlin.days, [
    { date: '2026-03-27', total: 0, posted: 0, failed: 0, uncertain: 0 },
    { date: '2026-03-28', total: 1, posted: 1, failed: 0, uncertain: 0 },
    { date: '2026-03-29', total: 1, posted: 0, failed: 1, uncertain: 0 },
    { date: '2026-03-30', total: 1, posted: 0, failed: 0, uncertain: 0 },
    { date: '2026-03-31', total: 1, posted: 0, failed: 0, uncertain: 0 },
    { date: '2026-04-01', total: 0, posted: 0, failed: 0, uncertain: 0 },
  ]);
  assert.deepEqual(
    berlin.events.map((event) => [event.title, event.date, event.local, event.done]),
    [
      ['On one', '2026-03-27T23:15:00.000Z', '2026-03-28 00:15', 1],
      ['On two', '2026-03-28T23:15:00.000Z', '2026-03-29 00:15', '2'],
      ['On three', '2026-03-29T22:15:00.000Z', '2026-03-30 00:15', '0'],
      ['On four', '2026-03-30T22:15:00.000Z', '2026-03-31 00:15', '0'],
    ],
  );
  const newYork = await server.ask('fetch-calendar', { ...march, timezone: 'America/New_York' });
  assert.deepEqual(newYork.events.map(({ local, scheduled, timezone }) => [local, scheduled, timezone]).slice(0, 2), [
    ['2026-03-27 19:15', '2026-03-28 00:15', 'Europe/Berlin'],
    ['2026-03-28 19:15', '2026-03-29 00:15', 'Europe/Berlin'],
  ]);
  assert.deepEqual(
    newYork.days.map((day) => day.total),
    [1, 1, 1, 1, 0, 0],
  );
});

test('a day shows its first events and the count of all; a request for the day alone gets the rest', async () => {
  const cut = await server.ask('fetch-calendar', {
    from: '2026-04-10',
    to: '2026-04-11',
    timezone: 'Europe/Berlin',
    per_day: 2,
  });
  assert.deepEqual([cut.days[0]?.total, cut.events.map((event) => event.local.slice(11))], [4, ['09:30', '10:30']]);
  const all = await server.ask('fetch-calendar', { from: '2026-04-10', to: '2026-04-11', timezone: 'Europe/Berlin' });
  assert.equal(all.events.length, 4);
});

test('a post whose title is the name of its file is named by its first words', async () => {
  const mark = (named: boolean, title: string) =>
    server.db.pool.query(`update items set title_from_file = $1, title = $2 where title in ('On three', 'IMG 2041')`, [
      named,
      title,
    ]);
  await mark(true, 'IMG 2041');
  const { events } = await server.ask('fetch-calendar', { ...march, timezone: 'UTC' });
  await mark(false, 'On three');
  assert.deepEqual(
    events.map(({ title }) => title),
    ['On one', 'On two', 'three', 'On four'],
  );
});

test('the calendar of one client or agency holds no events of another', async () => {
  const other = await aClient(server.db, server.owner);
  const totals = async (input: { client_id?: string }, as = server.owner) =>
    (await server.ask('fetch-calendar', { ...march, timezone: 'UTC', ...input }, { as })).days.reduce(
      (sum, day) => sum + day.total,
      0,
    );
  assert.deepEqual(
    [
      await totals({}),
      await totals({ client_id: client.id }),
      await totals({ client_id: other.id }),
      await totals({}, await anotherAgency(server.db)),
    ],
    [4, 4, 0, 0],
  );
});

test('the calendar can be filtered by network and by state', async () => {
  const shown = async (input: object) => {
    const { days, events } = await server.ask('fetch-calendar', { ...march, timezone: 'UTC', ...input });
    assert.equal(
      days.reduce((sum, day) => sum + day.total, 0),
      events.length,
    );
    return events.map(({ title, networks, thumbnail }) => [title, networks.join(), thumbnail]);
  };
  assert.deepEqual(await shown({ network: 'telegram' }), [
    ['On one', 'telegram', null],
    ['On two', 'telegram', null],
    ['On three', 'telegram', null],
    ['On four', 'telegram', null],
  ]);
  assert.deepEqual(await shown({ network: 'reddit' }), []);
  assert.deepEqual(await shown({ status: 'posted' }), [['On one', 'telegram', null]]);
  assert.deepEqual(await shown({ status: 'needs-you' }), [['On two', 'telegram', null]]);
  assert.equal((await shown({ status: 'scheduled', network: 'telegram', client_id: client.id })).length, 2);
});

test('a scheduled item comes with its accounts and its schedule, and never to another agency', async () => {
  const { events } = await server.ask('fetch-calendar', { ...march, timezone: 'UTC' });
  const { item, schedule, content, editable } = await server.ask('fetch-scheduled-item', { id: events[0]?.id ?? '' });
  assert.deepEqual(
    [item.title, item.scheduled, item.done, item.social_networks.map(({ type, state }) => [type, state])],
    ['On one', '2026-03-28 00:15', 1, [['telegram', 'published']]],
  );
  assert.deepEqual(schedule, {
    id,
    stream_id: stream.id,
    title: 'Words',
    client_id: client.id,
    client: 'Corner Shop',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual([content.title, content.content_stream_id, editable?.id], ['On one', stream.id, content.id]);
  const foreign = await server.call('fetch-scheduled-item', { id: item.id }, { as: await anotherAgency(server.db) });
  assert.equal(foreign.code, 404);
});

test('a failed item says what it waits for: a look at the account, a decision about its time, or neither', async () => {
  const { id: asking } = await server.ask('save-scheduler', {
    ...order,
    schedule_date: '2026-05-10',
    schedule_type: 'hourly',
  });
  await settle(server, asking, ['On one', 'On two'], 'failed');
  await settle(server, asking, ['On three'], 'missed');
  await server.db.pool.query(
    `update deliveries d set state = 'uncertain' from occurrences o join items i on i.id = o.item_id
    where o.id = d.occurrence_id and o.schedule_id = $1 and i.title = 'On two'`,
    [asking],
  );
  const { days, events } = await server.ask('fetch-calendar', {
    from: '2026-05-10',
    to: '2026-05-11',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(days, [{ date: '2026-05-10', total: 4, posted: 0, failed: 2, uncertain: 1 }]);
  assert.deepEqual(
    events.map(({ done, attention }) => [done, attention]),
    [
      ['2', ''],
      ['2', 'uncertain'],
      ['2', 'missed'],
      ['0', ''],
    ],
  );
  const {
    items: [row],
  } = await server.ask('fetch-schedulers', {});
  assert.deepEqual([row?.id, row?.failed_count, row?.uncertain_count], [asking, 2, 1]);
});

test('the calendar leaves out a deleted schedule but keeps its published posts', async () => {
  await server.ask('delete-scheduler', { id: busy.id });
  const { days } = await server.ask('fetch-calendar', {
    from: '2026-04-10',
    to: '2026-04-11',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(days, [{ date: '2026-04-10', total: 0, posted: 0, failed: 0, uncertain: 0 }]);
  assert.equal((await server.ask('fetch-calendar', { ...march, timezone: 'UTC' })).events.length, 4);
});

test('a calendar request covers one to 62 days', async () => {
  const code = async (from: string, to: string) =>
    (await server.call('fetch-calendar', { from, to, timezone: 'UTC' })).code;
  assert.deepEqual(
    [
      await code('2026-01-01', '2026-03-04'),
      await code('2026-01-01', '2026-03-05'),
      await code('2026-01-01', '2026-01-01'),
      await code('2026-02-01', '2026-01-01'),
    ],
    [200, 422, 422, 422],
  );
});

test('a day whose clocks move is 23 or 25 hours long', () => {
  const hours = (date: string) => {
    const [start, end] = startsOfDays([date], 'Europe/Berlin');
    return ((end?.getTime() ?? 0) - (start?.getTime() ?? 0)) / 3_600_000;
  };
  assert.deepEqual([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')], [23, 25, 24]);
  assert.deepEqual(datesBetween('2026-02-27', '2026-03-02'), ['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('a request without days gets titles and times from 31 days back to 92 ahead', async () => {
  const other = await aServer({ clock: () => now });
  const shop = await aClient(other.db, other.owner);
  const words = await aTextStream(
    other,
    ['too early', 'just in time', 'last of all', 'too late', 'taken out'],
    'Words',
  );
  const order = anOrder({
    user_client_id: shop.id,
    content_stream_id: words.id,
    social_accounts: [await anAccount(other, shop)],
  });
  const { id: scheduleId } = await other.ask('save-scheduler', { ...order, schedule_date: '2026-03-28' });
  const at = [
    '2026-01-28T23:59:59Z',
    '2026-01-29T00:00:00Z',
    '2026-05-31T23:59:59Z',
    '2026-06-01T00:00:00Z',
    '2026-03-02T00:00:00Z',
  ];
  const { items } = await other.ask('fetch-scheduler', { id: scheduleId });
  for (const [index, item] of items.entries())
    await other.db.pool.query('update occurrences set due_at = $2 where id = $1', [item.id, at[index]]);
  await other.ask('delete-scheduled-item', { id: items[4]?.id ?? '' });
  assert.deepEqual(await other.ask('get-calender', {}), [
    { title: 'On just in time', date: '2026-01-29T00:00:00.000Z' },
    { title: 'On last of all', date: '2026-05-31T23:59:59.000Z' },
  ]);
});

test('a request without days gets 5,000 at most, the earliest ones, in a moment', async () => {
  const other = await aServer({ clock: () => now });
  const shop = await aClient(other.db, other.owner);
  const words = await aTextStream(other, ['one'], 'Words');
  const order = anOrder({
    user_client_id: shop.id,
    content_stream_id: words.id,
    social_accounts: [await anAccount(other, shop)],
  });
  const { id: scheduleId } = await other.ask('save-scheduler', { ...order, schedule_date: '2026-03-28' });
  await other.db.pool.query(
    `
    insert into occurrences (agency_id, schedule_id, item_id, round, position, step, due_at, local_at)
    select agency_id, schedule_id, item_id, round, n, n, due_at + n * interval '1 minute', local_at
    from occurrences, generate_series(2, 5001) n where schedule_id = $1`,
    [scheduleId],
  );
  const events = await other.ask('get-calender', {});
  assert.deepEqual(
    [events.length, events.at(0)?.date, events.at(-1)?.date],
    [5000, '2026-03-28T08:30:00.000Z', '2026-03-31T19:50:00.000Z'],
  );
});

test('the gaps of clients are their coming days without posts, with the emptiest client first', async () => {
  const owner = await anotherAgency(server.db);
  const [bakery, gym, without, paused] = [
    await aClient(server.db, owner, { name: 'Bakery' }),
    await aClient(server.db, owner, { name: 'Gym' }),
    await aClient(server.db, owner, { name: 'Without accounts' }),
    await aClient(server.db, owner, { name: 'Paused' }),
  ];
  const [words] = await server.ask(
    'content-stream',
    { type: 'text', title: 'Theirs', tags: '', description: 'Words' },
    { as: owner },
  );
  const texts = JSON.stringify([{ value: 'one' }, { value: 'two' }]);
  await server.ask('text-stream', { content_stream_id: words?.id ?? '', description: texts }, { as: owner });
  const accounts = [await anAccount(server, bakery, 'telegram', 'bakery')];
  await anAccount(server, gym, 'telegram', 'gym');
  await anAccount(server, paused, 'telegram', 'paused');
  await server.ask('pause-publishing', { scope: 'client', id: paused.id }, { as: owner });
  const planned = { user_client_id: bakery.id, content_stream_id: words?.id ?? '', social_accounts: accounts };
  await server.ask('save-scheduler', { ...anOrder(planned), schedule_date: '2026-03-02' }, { as: owner });
  const gaps = (input: { from: string; to: string; client_id?: string }, as = owner) =>
    server.ask('fetch-gaps', { timezone: 'Europe/Berlin', ...input }, { as });
  const week = { from: '2026-02-28', to: '2026-03-05' };
  assert.deepEqual(await gaps(week), {
    items: [
      { id: gym.id, name: 'Gym', days: ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'] },
      { id: bakery.id, name: 'Bakery', days: ['2026-03-01', '2026-03-04'] },
    ],
    total: 2,
  });
  assert.deepEqual((await gaps({ ...week, client_id: bakery.id })).items.length, 1);
  assert.deepEqual(await gaps({ ...week, client_id: without.id }), { items: [], total: 0 });
  assert.deepEqual(await gaps({ from: '2026-03-02', to: '2026-03-04', client_id: bakery.id }), { items: [], total: 0 });
  assert.deepEqual(await gaps({ from: '2026-02-01', to: '2026-03-01' }), { items: [], total: 0 });
  assert.deepEqual(await gaps({ ...week, client_id: bakery.id }, server.owner), { items: [], total: 0 });
  const wide = await server.call('fetch-gaps', { from: '2026-03-01', to: '2026-06-01', timezone: 'UTC' });
  assert.equal(wide.code, 422);
});
