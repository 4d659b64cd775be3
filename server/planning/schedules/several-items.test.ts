/** Several posts at once: each is moved to a time of its own, or taken out of its schedule. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { oneIsGone } from '#contract/base/bulk.ts';
import { messages } from '#contract/messages.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const now = new Date('2026-06-01T12:00:00Z');
const server = await aServer({ clock: () => now });
const client = await aClient(server.db, server.owner);
const account = await anAccount(server, client);

async function aPlan() {
  const stream = await aTextStream(server, ['one', 'two', 'three']);
  const { id } = await server.ask(
    'save-scheduler',
    anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
  );
  const { items } = await server.ask('fetch-scheduler', { id });
  return { id, ids: items.map((item) => item.id), items };
}
const timesOf = async (id: string) =>
  (await server.ask('fetch-scheduler', { id })).items.map(({ scheduled, done }) => [scheduled, done]);
const at = (id: string, date: string, from?: string) => ({
  id,
  date,
  time: '09:30',
  timezone: 'Europe/Berlin',
  ...(from === undefined ? {} : { from }),
});

test('several posts are moved and moved back; one that is published, moved since or in the past stays', async () => {
  const { id, ids, items } = await aPlan();
  const [one = '', two = '', three = ''] = ids;
  await settle(server, id, ['On one'], 'published');
  const moved = await server.call('move-scheduled-items', {
    posts: [
      at(one, '2026-06-09'),
      at(two, '2026-06-10', items[1]?.due_at),
      at(three, '2026-06-11', '2026-06-01T00:00:00Z'),
    ],
  });
  assert.deepEqual(
    [moved.message, moved.status && moved.data],
    [
      'Moved 1 post. 2 posts left as they are.',
      {
        done: [two],
        left: [
          { id: one, message: messages.itemOut },
          { id: three, message: messages.itemChanged },
        ],
        moved: [{ id: two, due_at: '2026-06-10T07:30:00.000Z' }],
      },
    ],
  );
  const back = await server.ask('move-scheduled-items', {
    posts: [at(two, '2026-06-03', '2026-06-10T07:30:00.000Z'), at(three, '2026-05-01')],
  });
  assert.deepEqual([back.done, back.left], [[two], [{ id: three, message: messages.pastTime }]]);
  assert.deepEqual(await timesOf(id), [
    ['2026-06-02 09:30', 1],
    ['2026-06-03 09:30', '0'],
    ['2026-06-04 09:30', '0'],
  ]);
});

test('several posts are taken out of their schedules, and posts without open deliveries stay', async () => {
  const { id, ids } = await aPlan();
  await settle(server, id, ['On one'], 'published');
  const deleted = await server.ask('delete-scheduled-items', { ids });
  assert.deepEqual(deleted, { done: ids.slice(1), left: [{ id: ids[0], message: messages.nothingToStop }] });
  assert.deepEqual(
    (await timesOf(id)).map(([, done]) => done),
    [1, '3', '3'],
  );
});

test('nothing happens if one of several posts is foreign, of a deleted schedule or does not exist', async () => {
  const { id, ids } = await aPlan();
  const before = await timesOf(id);
  const gone = await aPlan();
  await server.ask('delete-scheduler', { id: gone.id });
  const as = await anotherAgency(server.db);
  for (const [wanted, caller] of [
    [[...ids, '999999'], server.owner],
    [[...ids, ...gone.ids], server.owner],
    [ids, as],
  ] as const) {
    const deleted = await server.call('delete-scheduled-items', { ids: [...wanted] }, { as: caller });
    assert.deepEqual([deleted.code, deleted.message], [404, oneIsGone]);
    const moved = await server.call(
      'move-scheduled-items',
      { posts: wanted.map((one) => at(one, '2026-07-01')) },
      { as: caller },
    );
    assert.deepEqual([moved.code, moved.message], [404, oneIsGone]);
  }
  assert.deepEqual(await timesOf(id), before);
});

test('several missed posts are published now, and others stay as they are', async () => {
  const { id } = await aPlan();
  await settle(server, id, ['On one', 'On two'], 'missed');
  await settle(server, id, ['On three'], 'published');
  const { items } = await server.ask('fetch-scheduler', { id });
  const deliveries = items.map(({ social_networks: [delivery] }) => delivery?.delivery_id ?? '');
  const [one = '', two = '', three = ''] = deliveries;
  const answer = await server.call('publish-missed', { ids: [one, two, three, one] });
  assert.deepEqual(
    [answer.message, answer.status && answer.data],
    [
      'Publishing 2 posts. 1 post left as it is.',
      { done: [one, two], left: [{ id: three, message: messages.alreadyDecided }] },
    ],
  );
  const after = (await server.ask('fetch-scheduler', { id })).items.flatMap((item) => item.social_networks);
  assert.deepEqual(
    after.map(({ state }) => state),
    ['scheduled', 'scheduled', 'published'],
  );
  const gone = await server.call('publish-missed', { ids: [one, '999999'] });
  assert.deepEqual([gone.status, gone.message], [false, oneIsGone]);
});
