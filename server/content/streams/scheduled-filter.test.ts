import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Sent } from '#contract/index.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { aTextStream } from './testing.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T12:00:00Z') });
const client = await aClient(server.db, server.owner);
const account = await anAccount(server, client);
const running = await aTextStream(server, ['one']);
const idle = await aTextStream(server, ['two']);
const ended = await aTextStream(server, ['three']);
const orderOf = (id: string) =>
  anOrder({ user_client_id: client.id, content_stream_id: id, social_accounts: [account] });
await server.ask('save-scheduler', orderOf(running.id));
const past = await server.ask('save-scheduler', orderOf(ended.id));
await server.db.pool.query(`update schedules set state = 'finished' where id = $1`, [past.id]);

const found = async (input: Sent<'fetch-streams'>) => {
  const { items, total } = await server.ask('fetch-streams', { sort: 'created', ...input });
  assert.equal(items.length, total);
  return items.map(({ id }) => id);
};

test('streams can be filtered by whether a running schedule publishes them, not an ended one', async () => {
  assert.deepEqual(await found({ state: 'scheduled' }), [running.id]);
  assert.deepEqual(await found({ state: 'not-scheduled' }), [idle.id, ended.id]);
  assert.deepEqual(await found({}), [running.id, idle.id, ended.id]);
});

test('the filter counts a paused schedule but not a deleted one', async () => {
  const { id } = await server.ask('save-scheduler', orderOf(idle.id));
  await server.ask('pause-publishing', { scope: 'schedule', id });
  assert.deepEqual(await found({ state: 'not-scheduled' }), [ended.id]);
  await server.ask('delete-scheduler', { id });
  assert.deepEqual(await found({ state: 'not-scheduled' }), [idle.id, ended.id]);
});

test('the filter can be combined with type, search and order', async () => {
  assert.deepEqual(await found({ state: 'not-scheduled', type: 'text', sort: '-created' }), [ended.id, idle.id]);
  assert.deepEqual(await found({ state: 'not-scheduled', type: 'video' }), []);
  assert.deepEqual(await found({ state: 'scheduled', search: 'no such title' }), []);
});
