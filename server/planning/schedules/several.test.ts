/** Actions on several rows at once, each by the rules of the call for one, with the result of each in the answer. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { oneIsGone } from '#contract/base/bulk.ts';
import { messages } from '#contract/messages.ts';
import { deliveryMessages } from '#rules/delivery-messages.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

let now = new Date('2026-06-01T12:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
const account = await anAccount(server, client);

async function aSchedule(texts: readonly string[] = ['one', 'two']) {
  const stream = await aTextStream(server, texts);
  const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
  return { ...(await server.ask('save-scheduler', order)), streamId: stream.id };
}
const timesOf = async (id: string) =>
  (await server.ask('fetch-scheduler', { id })).items.map(({ scheduled, done }) => [scheduled, done]);

test('several schedules are deleted, each once even if named twice, and none if one does not exist', async () => {
  const [one, two, three] = [await aSchedule(), await aSchedule(), await aSchedule()];
  await server.ask('delete-scheduler', { id: three.id });
  const refused = await server.call('delete-schedulers', { ids: [one.id, three.id] });
  assert.deepEqual([refused.code, refused.message], [404, oneIsGone]);
  assert.equal((await timesOf(one.id)).length, 2, 'it is still there');
  const reply = await server.call('delete-schedulers', { ids: [one.id, two.id, one.id] });
  assert.ok(reply.status);
  assert.equal(reply.message, 'Deleted 2 schedules.');
  assert.deepEqual(reply.data, { done: [one.id, two.id], left: [] });
  const { rows } = await server.db.pool.query(
    `select distinct state from deliveries where schedule_id = any($1::bigint[])`,
    [[one.id, two.id]],
  );
  assert.deepEqual(rows, [{ state: 'cancelled' }], 'nothing of them goes out');
  assert.equal((await server.call('delete-schedulers', { ids: [one.id, two.id] })).code, 404);
});

test('rows of another agency are not found', async () => {
  const { id, streamId } = await aSchedule();
  const as = await anotherAgency(server.db);
  const theirs = await aClient(server.db, as, { name: 'Elsewhere' });
  const before = await timesOf(id);
  for (const answer of [
    await server.call('delete-schedulers', { ids: [id] }, { as }),
    await server.call('move-schedulers', { ids: [id], days: 1 }, { as }),
    await server.call('delete-streams', { ids: [streamId] }, { as }),
    await server.call('delete-clients', { ids: [client.id] }, { as }),
    await server.call('pause-clients', { ids: [client.id], paused: true }, { as }),
  ])
    assert.deepEqual([answer.code, answer.message], [404, oneIsGone]);
  const mixed = await server.call('pause-clients', { ids: [theirs.id, client.id], paused: true }, { as });
  assert.deepEqual([mixed.code, mixed.message], [404, oneIsGone]);
  assert.deepEqual((await server.ask('fetch-pauses', {}, { as })).clients, [], 'nor is the own one among them paused');
  assert.deepEqual(await timesOf(id), before);
  assert.deepEqual((await server.ask('fetch-pauses', {})).clients, []);
});

test('more than 300 rows, an empty list and invalid ids are refused', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => String(index + 1));
  for (const ids of [many, many.slice(0, 301), [], ['1; drop table schedules'], ['-1'], ['\0']])
    assert.equal((await server.call('delete-schedulers', { ids })).code, 422);
});

test('several schedules move by whole days and keep their times of day; one that would be past stays', async () => {
  const [one, two, over] = [await aSchedule(), await aSchedule(), await aSchedule(['said'])];
  await settle(server, over.id, ['On said'], 'published');
  const ids = [one.id, two.id, over.id];
  assert.deepEqual(await server.ask('move-schedulers', { ids, days: 7 }), {
    done: [one.id, two.id],
    left: [{ id: over.id, message: messages.nothingToMove }],
    moved_at: now.toISOString(),
  });
  const moved = [
    ['2026-06-09 09:30', '0'],
    ['2026-06-10 09:30', '0'],
  ];
  assert.deepEqual([await timesOf(one.id), await timesOf(two.id)], [moved, moved]);
  assert.deepEqual(await server.ask('move-schedulers', { ids: [one.id], days: -9 }), {
    done: [],
    left: [{ id: one.id, message: messages.pastTime }],
    moved_at: now.toISOString(),
  });
  assert.deepEqual(await timesOf(one.id), moved, 'nothing of it has moved');
  await server.ask('move-schedulers', { ids: [one.id], days: -7 });
  assert.deepEqual((await timesOf(one.id))[0], ['2026-06-02 09:30', '0']);
});

test('a schedule moves at its own time of day, whatever the time of its next post', async () => {
  const stream = await aTextStream(server, ['one', 'two']);
  const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
  const skipped = await server.ask('save-scheduler', {
    ...order,
    schedule_date: '2027-03-28',
    hours: '2',
    minutes: '30',
  });
  assert.deepEqual((await timesOf(skipped.id))[0], ['2027-03-28 03:30', '0'], 'the clocks skip 02:30 on that day');
  const own = await aSchedule();
  const [first] = (await server.ask('fetch-scheduler', { id: own.id })).items;
  const at = { date: '2026-06-02', time: '21:15', timezone: 'Asia/Tokyo' };
  await server.ask('move-scheduled-item', { id: first?.id ?? '', ...at });
  await server.ask('move-schedulers', { ids: [skipped.id, own.id], days: 1 });
  assert.deepEqual(
    [await timesOf(skipped.id), await timesOf(own.id)],
    [
      [
        ['2027-03-29 02:30', '0'],
        ['2027-03-30 02:30', '0'],
      ],
      [
        ['2026-06-03 09:30', '0'],
        ['2026-06-04 09:30', '0'],
      ],
    ],
  );
});

const statesOf = async (id: string) =>
  (
    await server.db.pool.query<object>(
      `select o.step, o.local_at, o.due_at, o.moved, o.state, d.state as delivery, d.due_at as delivery_due, d.message
      from occurrences o join deliveries d on d.occurrence_id = o.id where o.schedule_id = $1 order by o.position`,
      [id],
    )
  ).rows;
const planOf = async (id: string) => (await server.ask('fetch-scheduler', { id })).schedule.version;

test('undoing a move puts each post back where it stood: at its own time, in a gap, missed', async () => {
  const { id } = await aSchedule(['one', 'two', 'three', 'four', 'five']);
  const [, two, three] = (await server.ask('fetch-scheduler', { id })).items;
  const own = { date: '2026-06-20', time: '21:15', timezone: 'Asia/Tokyo' };
  await server.ask('move-scheduled-item', { id: two?.id ?? '', ...own });
  await server.ask('delete-scheduled-item', { id: three?.id ?? '' });
  await settle(server, id, ['On one'], 'missed');
  await server.db.pool.query(`update deliveries set message = $2 where schedule_id = $1 and state = 'missed'`, [
    id,
    deliveryMessages.missed,
  ]);
  const before = [await statesOf(id), await planOf(id)];
  now = new Date('2026-06-02T12:00:00Z');
  const { moved_at: back } = await server.ask('move-schedulers', { ids: [id], days: 3 });
  assert.notDeepEqual(await statesOf(id), before[0]);
  now = new Date('2026-06-02T12:00:09Z');
  const reply = await server.call('move-schedulers', { ids: [id], back });
  assert.deepEqual([reply.status, reply.message], [true, 'Put back 1 schedule.']);
  assert.deepEqual([await statesOf(id), await planOf(id)], before);
  const again = await server.ask('move-schedulers', { ids: [id], back });
  assert.deepEqual(again.left, [{ id, message: messages.planChanged }], 'it is taken back once');
});

test('a move cannot be undone if a post was moved since, or to times that have passed', async () => {
  now = new Date('2026-06-01T12:00:00Z');
  const [changed, late] = [await aSchedule(), await aSchedule()];
  const { moved_at: back } = await server.ask('move-schedulers', { ids: [changed.id, late.id], days: 7 });
  const [first] = (await server.ask('fetch-scheduler', { id: changed.id })).items;
  await server.ask('move-scheduled-item', { id: first?.id ?? '', date: '2026-06-25', time: '10:00', timezone: 'UTC' });
  const before = [await statesOf(changed.id), await statesOf(late.id)];
  now = new Date('2026-06-03T12:00:00Z');
  assert.deepEqual((await server.ask('move-schedulers', { ids: [changed.id, late.id], back })).left, [
    { id: changed.id, message: messages.planChanged },
    { id: late.id, message: messages.pastBefore },
  ]);
  assert.deepEqual([await statesOf(changed.id), await statesOf(late.id)], before);
  const as = await anotherAgency(server.db);
  assert.equal((await server.call('move-schedulers', { ids: [late.id], back }, { as })).code, 404);
  assert.equal((await server.call('move-schedulers', { ids: [late.id] })).code, 422);
  assert.equal((await server.call('move-schedulers', { ids: [late.id], days: 1, back })).code, 422);
  now = new Date('2026-06-01T12:00:00Z');
});

test('a member deletes streams and pauses clients, but cannot delete clients', async () => {
  const { streamId } = await aSchedule();
  const spare = await aClient(server.db, server.owner, { name: 'Spare' });
  const as = await aMember(server.db, server.owner);
  assert.deepEqual((await server.ask('delete-streams', { ids: [streamId] }, { as })).done, [streamId]);
  assert.deepEqual((await server.ask('pause-clients', { ids: [spare.id], paused: true }, { as })).done, [spare.id]);
  assert.equal((await server.call('delete-clients', { ids: [spare.id] }, { as })).code, 403);
  assert.deepEqual((await server.ask('delete-clients', { ids: [spare.id] })).done, [spare.id]);
  assert.equal((await server.call('delete-clients', { ids: [spare.id] })).code, 404);
});
