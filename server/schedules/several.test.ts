/** Several rows at once: each is treated as the call for one treats it, and the answer says what came of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneIsGone } from '#contract/bulk.ts';
import { messages } from '#contract/messages.ts';
import { aTextStream } from '../streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer } from '../testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const now = new Date('2026-06-01T12:00:00Z');
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

test('several schedules are deleted, one named twice once; with one that is gone none is', async () => {
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

test('the rows of another agency are as if they were not there', async () => {
  const { id, streamId } = await aSchedule();
  const as = await anotherAgency(server.db);
  const theirs = await aClient(server.db, as, { name: 'Elsewhere' });
  const before = await timesOf(id);
  for (const answer of [
    await server.call('delete-schedulers', { ids: [id] }, { as }),
    await server.call('move-schedulers', { ids: [id], days: 1 }, { as }),
    await server.call('delete-streams', { ids: [streamId] }, { as }),
    await server.call('delete-clients', { ids: [client.id] }, { as }),
    await server.call('pause-clients', { ids: [client.id] }, { as }),
  ])
    assert.deepEqual([answer.code, answer.message], [404, oneIsGone]);
  const mixed = await server.call('pause-clients', { ids: [theirs.id, client.id] }, { as });
  assert.deepEqual([mixed.code, mixed.message], [404, oneIsGone]);
  assert.deepEqual((await server.ask('fetch-pauses', {}, { as })).clients, [], 'nor is the own one among them paused');
  assert.deepEqual(await timesOf(id), before);
  assert.deepEqual((await server.ask('fetch-pauses', {})).clients, []);
});

test('more than 300 rows, none, and ids that are none are refused', async () => {
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
  });
  const moved = [
    ['2026-06-09 09:30', '0'],
    ['2026-06-10 09:30', '0'],
  ];
  assert.deepEqual([await timesOf(one.id), await timesOf(two.id)], [moved, moved]);
  assert.deepEqual(await server.ask('move-schedulers', { ids: [one.id], days: -9 }), {
    done: [],
    left: [{ id: one.id, message: messages.pastTime }],
  });
  assert.deepEqual(await timesOf(one.id), moved, 'nothing of it has moved');
  await server.ask('move-schedulers', { ids: [one.id], days: -7 });
  assert.deepEqual((await timesOf(one.id))[0], ['2026-06-02 09:30', '0']);
});

test('a member deletes streams and pauses clients, but deletes no clients', async () => {
  const { streamId } = await aSchedule();
  const spare = await aClient(server.db, server.owner, { name: 'Spare' });
  const as = await aMember(server.db, server.owner);
  assert.deepEqual((await server.ask('delete-streams', { ids: [streamId] }, { as })).done, [streamId]);
  assert.deepEqual((await server.ask('pause-clients', { ids: [spare.id] }, { as })).done, [spare.id]);
  assert.equal((await server.call('delete-clients', { ids: [spare.id] }, { as })).code, 403);
  assert.deepEqual((await server.ask('delete-clients', { ids: [spare.id] })).done, [spare.id]);
  assert.equal((await server.call('delete-clients', { ids: [spare.id] })).code, 404);
});
