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
const second = await anAccount(server, client, 'wordpress', 'blog');

async function aSchedule(
  texts: readonly string[],
  change: { accounts?: string[]; title?: string; repurpose?: 0 | 1; timezone?: string } = {},
) {
  const stream = await aTextStream(server, texts, change.title);
  const order = anOrder({
    user_client_id: client.id,
    content_stream_id: stream.id,
    social_accounts: change.accounts ?? [account],
  });
  const { id } = await server.ask('save-scheduler', {
    ...order,
    re_purpose: change.repurpose ?? 0,
    timezone: change.timezone ?? order.timezone,
  });
  return { id, streamId: stream.id };
}
const itemsOf = async (id: string, search?: string) =>
  (await server.ask('fetch-scheduler', { id, ...(search !== undefined && { search }) })).items;
const donesOf = async (id: string) => (await itemsOf(id)).map((item) => [item.title, item.scheduled, item.done]);

test('the list shows the progress of each schedule, and is searched by the title of its stream', async () => {
  const { id } = await aSchedule(['one', 'two', 'three', 'four'], {
    title: 'Autumn_leaves',
    accounts: [account, second],
  });
  await settle(server, id, ['On one'], 'published');
  await settle(server, id, ['On two'], 'failed');
  const { items, total } = await server.ask('fetch-schedulers', { search: 'n_LEAV' });
  assert.equal(total, 1);
  const { client: whose, accounts, posted_count, failed_count, item_count, schedule_date, next_at } = items[0] ?? {};
  assert.deepEqual(
    { whose, accounts, posted_count, failed_count, item_count, schedule_date, next_at },
    {
      whose: { id: client.id, name: 'Corner Shop', image: null },
      accounts: ['telegram', 'wordpress'],
      posted_count: 1,
      failed_count: 1,
      item_count: 4,
      schedule_date: '2026-06-04 09:30',
      next_at: '2026-06-04T07:30:00.000Z',
    },
  );
});

test('a schedule carries the id and title of its items in order, unless the request says brief', async () => {
  const { id } = await aSchedule(['one', 'two', 'three'], { title: 'Carried' });
  const [first, second, third] = await itemsOf(id);
  await server.ask('delete-scheduled-item', { id: second?.id ?? '' });
  const carried = JSON.stringify([first, third].map((item) => ({ id: item?.id, title: item?.title })));
  assert.equal((await server.ask('fetch-schedulers', { search: 'Carried' })).items[0]?.streams, carried);
  assert.equal((await server.ask('fetch-scheduler', { id })).schedule.streams, carried);
  assert.equal('streams' in (await server.ask('fetch-scheduler', { id, brief: true })).schedule, false);
  assert.equal('streams' in ((await server.ask('fetch-schedulers', { brief: true })).items[0] ?? {}), false);
});

test('a schedule that ended counts posts missing at some accounts, and names each account’s problem', async () => {
  const accounts = [
    await anAccount(server, client, 'telegram', 'troubled-1'),
    await anAccount(server, client, 'telegram', 'troubled-2'),
  ];
  const { id } = await aSchedule(['one', 'two'], { accounts });
  const facts = async () => {
    const {
      schedule: { partly_count: partly, paused_accounts: paused, lost_accounts: lost, paused: whole },
    } = await server.ask('fetch-scheduler', { id });
    return { partly, paused, lost, whole };
  };
  await settle(server, id, ['On one', 'On two'], 'published');
  await server.db.pool.query(`update deliveries set state = 'failed' where schedule_id = $1 and account_id = $2`, [
    id,
    accounts[0],
  ]);
  assert.deepEqual(await facts(), { partly: 0, paused: 0, lost: 0, whole: null }, 'while it runs, its items tell');
  await server.db.pool.query(`update schedules set state = 'finished' where id = $1`, [id]);
  await server.db.pool.query(
    `update social_accounts set status = 'needs-reconnecting', paused_at = now() where id = $1`,
    [accounts[0]],
  );
  assert.deepEqual(await facts(), { partly: 2, paused: 1, lost: 1, whole: null });
});

test('an item published to only some of its accounts says so, and the failed ones can be published again', async () => {
  const { id } = await aSchedule(['one'], { accounts: [account, second] });
  await settle(server, id, ['On one'], 'published');
  await server.db.pool.query(
    `update deliveries set state = 'failed', message = 'No', post_url = null where schedule_id = $1
      and account_id = $2`,
    [id, second],
  );
  const [item] = await itemsOf(id);
  assert.deepEqual([item?.done, item?.note], [1, 'Posted 1 of 2']);
  assert.deepEqual(
    item?.social_networks.map(({ type, status, post_url, message, actions }) => ({
      type,
      status,
      post_url,
      message,
      actions,
    })),
    [
      { type: 'telegram', status: true, post_url: 'https://t.me/feed/1', message: '', actions: [] },
      { type: 'wordpress', status: false, post_url: null, message: 'No', actions: ['publish-again'] },
    ],
  );
  const failed = item?.social_networks[1]?.delivery_id ?? '';
  const reply = await server.call('resolve-delivery', { delivery_id: failed, decision: 'publish-again' });
  assert.equal(reply.message, messages.publishAgainStarted);
  assert.deepEqual(
    (await itemsOf(id))[0]?.social_networks.map((network) => network.state),
    ['published', 'scheduled'],
  );
  assert.equal((await server.call('resolve-delivery', { delivery_id: failed, decision: 'it-is-there' })).code, 409);
});

test('rescheduling moves the unpublished posts, in their order, to the new time and zone', async () => {
  const { id } = await aSchedule(['one', 'two', 'three']);
  await settle(server, id, ['On one'], 'published');
  await server.ask('reschedule', {
    id,
    schedule_date: '2026-07-01',
    hours: '18',
    minutes: '0',
    timezone: 'America/New_York',
    re_purpose: 1,
  });
  assert.deepEqual(await donesOf(id), [
    ['On one', '2026-06-02 09:30', 1],
    ['On two', '2026-07-01 18:00', '0'],
    ['On three', '2026-07-02 18:00', '0'],
  ]);
  const { schedule } = await server.ask('fetch-scheduler', { id });
  assert.deepEqual(
    [schedule.timezone, schedule.schedule_date, schedule.next_at, schedule.re_purpose],
    ['America/New_York', '2026-07-01 18:00', '2026-07-01T22:00:00.000Z', '1'],
  );
});

test('a schedule cannot move to the past, and one with no posts left cannot move at all', async () => {
  const { id } = await aSchedule(['one']);
  const move = { id, schedule_date: '2026-06-01', hours: '9', minutes: '0', timezone: 'UTC', re_purpose: 0 } as const;
  assert.equal((await server.call('reschedule', move)).message, messages.pastTime);
  await settle(server, id, ['On one'], 'published');
  assert.equal(
    (await server.call('reschedule', { ...move, schedule_date: '2026-06-09' })).message,
    messages.nothingToMove,
  );
  assert.deepEqual(await donesOf(id), [['On one', '2026-06-02 09:30', 1]]);
});

test('a deleted item stays on record as deleted and is not counted', async () => {
  const { id } = await aSchedule(['one', 'two']);
  const [item] = await itemsOf(id);
  assert.equal(
    (await server.call('delete-scheduled-item', { id: item?.id ?? '' })).message,
    messages.scheduledItemDeleted,
  );
  assert.equal((await server.call('delete-scheduled-item', { id: item?.id ?? '' })).message, messages.nothingToStop);
  assert.deepEqual(
    (await itemsOf(id)).map((each) => each.done),
    ['3', '0'],
  );
  assert.equal((await server.ask('fetch-scheduler', { id })).schedule.item_count, 1);
});

test('deleting a schedule stops its open posts and keeps the record of published ones', async () => {
  const { id } = await aSchedule(['one', 'two'], { title: 'Doomed', repurpose: 1 });
  await settle(server, id, ['On one'], 'published');
  await server.ask('delete-scheduler', { id });
  assert.equal((await server.ask('fetch-schedulers', { search: 'Doomed' })).total, 0);
  assert.deepEqual(
    (await itemsOf(id)).map((item) => item.done),
    [1, '3'],
  );
  assert.equal((await server.call('delete-scheduler', { id })).code, 404);
  assert.equal(
    (
      await server.call('reschedule', {
        id,
        schedule_date: '2026-06-09',
        hours: '1',
        minutes: '0',
        timezone: 'UTC',
        re_purpose: 0,
      })
    ).code,
    404,
  );
});

test('deleting a stream ends its schedules, and no further round begins', async () => {
  const { id, streamId } = await aSchedule(['one', 'two'], { repurpose: 1 });
  await settle(server, id, ['On one'], 'published');
  await server.ask('delete-stream', { id: streamId });
  const { schedule, items } = await server.ask('fetch-scheduler', { id });
  assert.deepEqual([schedule.state === 'active', schedule.round, items.map((item) => item.done)], [false, 1, [1, '3']]);
});

test('deleting an item of a stream takes it out of the schedules', async () => {
  const { id, streamId } = await aSchedule(['one', 'two']);
  const {
    items: [first],
  } = await server.ask('fetch-stream', { id: streamId });
  await server.ask('delete-stream-file', { id: first?.id ?? '' });
  assert.deepEqual(
    (await itemsOf(id)).map((item) => item.done),
    ['3', '0'],
  );
});

test('deleting a client ends its schedules, also one that repeats', async () => {
  const leaving = await aClient(server.db, server.owner);
  const stream = await aTextStream(server, ['one', 'two']);
  const order = anOrder({
    user_client_id: leaving.id,
    content_stream_id: stream.id,
    social_accounts: [await anAccount(server, leaving)],
  });
  const { id } = await server.ask('save-scheduler', { ...order, re_purpose: 1 });
  await settle(server, id, ['On one'], 'published');
  await server.ask('delete-client', { client_id: leaving.id });
  assert.deepEqual(
    (await itemsOf(id)).map((item) => item.done),
    [1, '3'],
  );
});

test('the items of a schedule come in pages and are searched by title', async () => {
  const { id } = await aSchedule(Array.from({ length: 60 }, (_, n) => `text ${n + 1}`));
  const first = await server.ask('fetch-scheduler', { id });
  const rest = await server.ask('fetch-scheduler', { id, cursor: first.next ?? '' });
  assert.deepEqual(
    [first.items.length, rest.items.length, rest.items[0]?.title, rest.next],
    [50, 10, 'On text 51', null],
  );
  assert.deepEqual(
    (await itemsOf(id, 'TEXT 60')).map((item) => item.title),
    ['On text 60'],
  );
  assert.equal((await server.call('fetch-scheduler', { id, cursor: 'x' })).code, 422);
});

test('another agency cannot find a schedule', async () => {
  const otherAgency = { as: await anotherAgency(server.db) };
  const { id } = await aSchedule(['one']);
  const [item] = await itemsOf(id);
  const delivery = item?.social_networks[0]?.delivery_id ?? '';
  const replies = [
    await server.call('fetch-scheduler', { id }, otherAgency),
    await server.call(
      'reschedule',
      { id, schedule_date: '2026-06-09', hours: '1', minutes: '0', timezone: 'UTC', re_purpose: 0 },
      otherAgency,
    ),
    await server.call('delete-scheduler', { id }, otherAgency),
    await server.call('delete-scheduled-item', { id: item?.id ?? '' }, otherAgency),
    await server.call('resolve-delivery', { delivery_id: delivery, decision: 'it-is-there' }, otherAgency),
    await server.call('best-time', { client_id: client.id }, otherAgency),
  ];
  assert.deepEqual(
    replies.map((reply) => [reply.code, reply.message]),
    replies.map(() => [404, messages.notFound]),
  );
  assert.equal((await server.ask('fetch-schedulers', {}, otherAgency)).total, 0);
  assert.deepEqual(await itemsOf(id), [item]);
});
