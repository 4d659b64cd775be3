/** The list of schedules, filtered by client, network and status. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Sent } from '#contract/index.ts';
import { keepBack } from '../approvals/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T12:00:00Z') });
const bakery = await aClient(server.db, server.owner, { name: 'Bakery' });
const lake = await aClient(server.db, server.owner, { name: 'Lake' });
const telegram = await anAccount(server, bakery, 'telegram', 'bread');
const medium = await anAccount(server, bakery, 'medium', 'words');
const twitter = await anAccount(server, lake, 'twitter', 'water');

/** A schedule of a stream of texts with that title. */
async function aSchedule(title: string, accounts: readonly string[], client = bakery): Promise<string> {
  const stream = await aTextStream(server, ['one', 'two'], title);
  const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [...accounts] });
  return (await server.ask('save-scheduler', order)).id;
}
const found = async (filter: Sent<'fetch-schedulers'>) => {
  const page = await server.ask('fetch-schedulers', filter);
  assert.equal(page.total, page.items.length, 'the count is of what is found');
  return page.items.map((row) => row.content_stream.title);
};

test('the list is filtered by client and network, alone, together and with a search', async () => {
  await aSchedule('Bread', [telegram]);
  await aSchedule('Cakes', [telegram, medium]);
  await aSchedule('Waves', [twitter], lake);
  assert.deepEqual(await found({ client_id: bakery.id }), ['Cakes', 'Bread']);
  assert.deepEqual(await found({ network: 'telegram' }), ['Cakes', 'Bread']);
  assert.deepEqual(await found({ network: 'medium', brief: true }), ['Cakes']);
  assert.deepEqual(await found({ client_id: lake.id, network: 'telegram' }), []);
  assert.deepEqual(await found({ search: 'BREA', client_id: bakery.id, network: 'telegram' }), ['Bread']);
  assert.deepEqual(await found({ search: '%', network: 'telegram' }), []);
});

test('a status finds schedules that run, are paused, wait for approval, need a person or have ended', async () => {
  const failed = await aSchedule('Failed', [telegram]);
  await settle(server, failed, ['On one'], 'failed');
  const asking = await aSchedule('Asking', [telegram]);
  const { items } = await server.ask('fetch-scheduler', { id: asking });
  await keepBack(server.db, { occurrenceId: items[0]?.id ?? '', state: 'waiting' });
  const ended = await aSchedule('Over', [telegram]);
  await settle(server, ended, ['On one', 'On two'], 'published');
  await server.db.pool.query(`update schedules set state = 'finished' where id = $1`, [ended]);
  await server.ask('pause-publishing', { scope: 'client', id: lake.id });

  assert.deepEqual(await found({ status: 'running' }), ['Asking', 'Failed', 'Waves', 'Cakes', 'Bread']);
  assert.deepEqual(await found({ status: 'paused' }), ['Waves']);
  assert.deepEqual(await found({ status: 'approval' }), ['Asking']);
  assert.deepEqual(await found({ status: 'needs-you' }), ['Failed']);
  assert.deepEqual(await found({ status: 'ended', client_id: bakery.id }), ['Over']);

  await server.db.pool.query(`update social_accounts set status = 'needs-reconnecting' where id = $1`, [medium]);
  assert.deepEqual(await found({ status: 'needs-you' }), ['Failed', 'Cakes']);
  await server.ask('pause-publishing', { scope: 'account', id: medium });
  assert.deepEqual(await found({ status: 'paused' }), ['Waves'], 'its other account still gets posts');
});

test('filtered pages follow each other without a gap or a duplicate, and keep their count', async () => {
  const as = await anotherAgency(server.db);
  const [one, other] = [await aClient(server.db, as), await aClient(server.db, as)];
  await server.db.pool.query(
    `with stream as (
       insert into streams (agency_id, type, title) values ($1, 'text', 'Many') returning id
     )
     insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
     select $1, case number % 2 when 0 then $2::bigint else $3::bigint end, stream.id, '2026-06-02 09:30', 'UTC',
       'daily'
     from stream, generate_series(1, 60) number`,
    [as.agencyId, one.id, other.id],
  );
  const filter = { client_id: one.id, status: 'running', brief: true } as const;
  const first = await server.ask('fetch-schedulers', filter, { as });
  const second = await server.ask('fetch-schedulers', { ...filter, cursor: first.next ?? '' }, { as });
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  assert.deepEqual([first.items.length, ids.length, new Set(ids).size], [25, 30, 30]);
  assert.deepEqual([first.total, second.total, second.next], [30, 30, null]);
  assert.deepEqual((await server.ask('fetch-schedulers', { client_id: one.id })).items, [], 'nothing of theirs');
});

test('invalid filters are refused', async () => {
  for (const filter of [{ client_id: 'x' }, { client_id: "1' or true" }, { network: 'myspace' }, { status: '\0' }]) {
    const response = await server.send('/api/fetch-schedulers', {
      method: 'POST',
      body: JSON.stringify(filter),
      headers: { 'content-type': 'application/json', authorization: server.owner.token },
    });
    assert.equal(response.status, 422, JSON.stringify(filter));
  }
});
