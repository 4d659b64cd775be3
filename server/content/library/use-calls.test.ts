/** The uses of an object that a person is about to change or delete. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Uses } from '#contract/content/library-uses.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { anAccount } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer({ networks: { telegram: aNetwork().network } });
const nothing: Uses = { items: 0, accounts: 0, schedules: 0, waiting: 0, kept: 0 };
const client = await aClient(server.db, server.owner, { name: 'Bakery' });
const other = await aClient(server.db, server.owner, { name: 'Other' });
const accounts = [
  await anAccount(server, client, 'telegram', 'feed-1'),
  await anAccount(server, client, 'telegram', 'feed-2'),
];
const [first = '', second = ''] = accounts;
const stream = await aTextStream(server, ['One', 'Two', 'Three'], 'Tips');
const { items } = await server.ask('fetch-stream', { id: stream.id });
const item = items[0]?.id ?? '';
const plan = {
  user_client_id: client.id,
  content_stream_id: stream.id,
  hours: '10',
  minutes: '00',
  timezone: 'UTC',
  schedule_type: 'daily' as const,
};
const { id: once } = await server.ask('save-scheduler', {
  ...plan,
  social_accounts: [first, second],
  schedule_date: '2034-01-01',
  re_purpose: 0,
});
const { id: again } = await server.ask('save-scheduler', {
  ...plan,
  social_accounts: [second],
  schedule_date: '2034-02-01',
  re_purpose: 1,
});
const postsOf = async (id: string) => (await server.ask('fetch-scheduler', { id })).items;
const [post] = await postsOf(once);
const ask = (of: 'stream' | 'stream-item' | 'schedule' | 'scheduled-item' | 'client' | 'account', id: string) =>
  server.ask('fetch-uses', { of, id });

test('each object lists its contents, its uses and its waiting posts', async () => {
  assert.deepEqual(await ask('stream', stream.id), { ...nothing, items: 3, schedules: 2, waiting: 6 });
  assert.deepEqual(await ask('stream-item', item), { ...nothing, schedules: 2, waiting: 2 });
  assert.deepEqual(await ask('schedule', once), { ...nothing, accounts: 2, waiting: 3 });
  assert.deepEqual(await ask('scheduled-item', post?.id ?? ''), { ...nothing, accounts: 2 });
  assert.deepEqual(await ask('client', client.id), { ...nothing, accounts: 2, schedules: 2, waiting: 6 });
  assert.deepEqual(await ask('account', first), { ...nothing, schedules: 1, waiting: 3 });
  assert.deepEqual(await ask('account', second), { ...nothing, schedules: 2, waiting: 6 });
});

test('an unused file is reported as unused', async () => {
  const { id } = await aTextStream(server, ['Four'], 'Unused');
  assert.deepEqual(await ask('stream', id), { ...nothing, items: 1 });
  assert.deepEqual(await ask('client', other.id), nothing);
});

test('an item removed from a schedule is no longer counted there, although the schedule repeats', async () => {
  const two = items[1]?.id ?? '';
  for (const id of [once, again]) await server.ask('delete-scheduled-item', { id: (await postsOf(id))[1]?.id ?? '' });
  assert.deepEqual(await ask('stream-item', two), nothing);
});

test('posts that keep an earlier text of an item are counted with the item', async () => {
  await server.ask('update-stream', { id: item, title: 'New', description: 'New', planned_posts: 'keep' });
  assert.deepEqual(await ask('stream-item', item), { ...nothing, schedules: 2, waiting: 2, kept: 2 });
});

test('a client account sees uses of its own accounts only, and another agency sees none', async () => {
  assert.equal((await server.ask('fetch-uses', { of: 'account', id: first }, { as: client })).schedules, 1);
  assert.equal((await server.call('fetch-uses', { of: 'account', id: first }, { as: other })).code, 404);
  assert.equal((await server.call('fetch-uses', { of: 'client', id: client.id }, { as: client })).code, 404);
  const otherAgency = { as: await anotherAgency(server.db) };
  const things = [
    ['stream', stream.id],
    ['stream-item', item],
    ['schedule', once],
    ['scheduled-item', post?.id ?? ''],
    ['client', client.id],
    ['account', first],
  ] as const;
  for (const [of, id] of things) assert.equal((await server.call('fetch-uses', { of, id }, otherAgency)).code, 404, of);
});
