/** The list of clients, filtered by state. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ClientState } from '#contract/base/list-options.ts';
import { anAccount, anOrder, settle } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

let now = new Date('2026-06-01T12:00:00Z');
const server = await aServer({ clock: () => now });

async function aPublishing(name: string): Promise<{ id: string; account: string; schedule: string }> {
  const client = await aClient(server.db, server.owner, { name });
  const account = await anAccount(server, client, 'telegram', name);
  const stream = await aTextStream(server, ['one', 'two']);
  const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
  return { id: client.id, account, schedule: (await server.ask('save-scheduler', order)).id };
}
const found = async (state: ClientState, further: { search?: string; sort?: 'connected' } = {}) => {
  const page = await server.ask('fetch-app-client', { state, ...further });
  assert.equal(page.total, page.items.length, 'the total counts the clients found');
  return page.items.map(({ name }) => name);
};

test('clients can be filtered by publishing, paused, no accounts and needing attention', async () => {
  const [ada, bea, cleo] = [await aPublishing('Ada'), await aPublishing('Bea'), await aPublishing('Cleo')];
  await aClient(server.db, server.owner, { name: 'Dora' });
  assert.deepEqual(await found('publishing'), ['Cleo', 'Bea', 'Ada']);
  assert.deepEqual(await found('no-accounts'), ['Dora']);
  assert.deepEqual([await found('paused'), await found('needs-you')], [[], []]);

  await server.ask('pause-publishing', { scope: 'client', id: ada.id });
  assert.deepEqual([await found('paused'), await found('publishing')], [['Ada'], ['Cleo', 'Bea']]);
  await server.db.pool.query(`update social_accounts set status = 'needs-reconnecting' where id = $1`, [bea.account]);
  await settle(server, cleo.schedule, ['On one'], 'failed');
  assert.deepEqual(await found('needs-you'), ['Cleo', 'Bea']);
  assert.deepEqual(await found('needs-you', { sort: 'connected', search: 'e' }), ['Bea', 'Cleo']);

  now = new Date('2026-06-12T12:00:00Z');
  assert.deepEqual(await found('needs-you'), ['Bea'], 'failures older than a week do not count');
});

test('the filtered list does not contain clients of another agency', async () => {
  const as = await anotherAgency(server.db);
  await aClient(server.db, as, { name: 'Elsewhere' });
  assert.deepEqual(await found('no-accounts'), ['Dora']);
  assert.deepEqual(
    (await server.ask('fetch-app-client', { state: 'needs-you' }, { as })).items.map(({ name }) => name),
    [],
  );
});
