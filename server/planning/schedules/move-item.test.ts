import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const now = new Date('2026-06-01T12:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
const account = await anAccount(server, client);

async function aPlan(texts: readonly string[]) {
  const stream = await aTextStream(server, texts);
  const { id } = await server.ask(
    'save-scheduler',
    anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
  );
  return { id, items: (await server.ask('fetch-scheduler', { id })).items };
}
const timesOf = async (id: string) =>
  (await server.ask('fetch-scheduler', { id })).items.map(({ scheduled }) => scheduled);
const berlin = { timezone: 'Europe/Berlin' };

test('a post moves to a time of any zone, and is shown in the zone of its schedule', async () => {
  const { id, items } = await aPlan(['one', 'two', 'three']);
  const reply = await server.call('move-scheduled-item', {
    id: items[1]?.id ?? '',
    date: '2026-06-20',
    time: '21:15',
    timezone: 'America/New_York',
    from: items[1]?.due_at,
  });
  assert.deepEqual(
    [reply.message, 'data' in reply && reply.data],
    [messages.itemMoved, { due_at: '2026-06-21T01:15:00.000Z', local: '2026-06-20 21:15', clocks: '' }],
  );
  assert.deepEqual(await timesOf(id), ['2026-06-02 09:30', '2026-06-21 03:15', '2026-06-04 09:30']);
  const { schedule } = await server.ask('fetch-scheduler', { id });
  assert.equal(schedule.schedule_date, '2026-06-02 09:30');
});

test('times that the clocks skip or show twice get one instant, and the reply says which', async () => {
  const { items } = await aPlan(['one']);
  const move = async (date: string) => {
    const reply = await server.call('move-scheduled-item', {
      id: items[0]?.id ?? '',
      date,
      time: '02:30',
      ...berlin,
    });
    return 'data' in reply ? [reply.message, reply.data.due_at, reply.data.clocks] : [reply.message];
  };
  assert.deepEqual(await move('2027-03-28'), [
    'The clocks go forward then and skip that time: the post goes out at 03:30.',
    '2027-03-28T01:30:00.000Z',
    'skipped',
  ]);
  assert.deepEqual(await move('2026-10-25'), [messages.itemMovedTwice, '2026-10-25T00:30:00.000Z', 'twice']);
});

test('a past time, one beyond planning, a wrong one and one seen before another move are refused', async () => {
  const { id, items } = await aPlan(['one', 'two']);
  const [item] = items;
  const move = (change: object) =>
    server.call('move-scheduled-item', { id: item?.id ?? '', date: '2026-06-09', time: '10:00', ...berlin, ...change });
  const past = await move({ date: '2026-06-01', time: '13:58' });
  assert.deepEqual([past.code, 'errors' in past && past.errors], [422, { date: messages.pastTime }]);
  assert.equal((await move({ date: '2099-01-01' })).message, messages.farTime);
  assert.equal((await move({ time: '24:00' })).code, 422);
  assert.equal((await move({ timezone: 'Mars/Olympus' })).code, 422);
  assert.equal((await move({ from: '2026-06-02T07:31:00.000Z' })).message, messages.itemChanged);
  assert.deepEqual(await timesOf(id), ['2026-06-02 09:30', '2026-06-03 09:30']);
});

test('a published post keeps its time, and the reply says so', async () => {
  const { id, items } = await aPlan(['one']);
  await settle(server, id, ['On one'], 'published');
  const reply = await server.call('move-scheduled-item', {
    id: items[0]?.id ?? '',
    date: '2026-06-09',
    time: '10:00',
    ...berlin,
  });
  assert.deepEqual([reply.code, reply.message], [409, messages.itemOut]);
});

test('another agency cannot move a post', async () => {
  const { id, items } = await aPlan(['one']);
  const otherAgency = { as: await anotherAgency(server.db) };
  const reply = await server.call(
    'move-scheduled-item',
    { id: items[0]?.id ?? '', date: '2026-06-09', time: '10:00', ...berlin },
    otherAgency,
  );
  assert.deepEqual([reply.code, await timesOf(id)], [404, ['2026-06-02 09:30']]);
});

test('rescheduling also moves posts that had a time of their own', async () => {
  const { id, items } = await aPlan(['one', 'two']);
  await server.ask('move-scheduled-item', { id: items[0]?.id ?? '', date: '2026-06-20', time: '21:15', ...berlin });
  await server.ask('reschedule', {
    id,
    schedule_date: '2026-07-01',
    hours: '18',
    minutes: '0',
    ...berlin,
    re_purpose: 0,
  });
  assert.deepEqual(await timesOf(id), ['2026-07-01 18:00', '2026-07-02 18:00']);
  const { rows } = await server.db.pool.query<{ moved: boolean }>(
    'select distinct moved from occurrences where schedule_id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ moved: false }]);
});
