import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder } from './testing.ts';

test('a schedule that is read while its post goes out shows the item and its delivery at one instant', async () => {
  const server = await aServer({ clock: () => new Date('2026-06-01T12:00:00Z') });
  const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
  const stream = await aTextStream(server, ['one']);
  const order = anOrder({
    user_client_id: client.id,
    content_stream_id: stream.id,
    social_accounts: [await anAccount(server, client)],
  });
  const { id } = await server.ask('save-scheduler', order);

  const connection = await server.db.pool.connect();
  await connection.query('begin; lock table deliveries in access exclusive mode');
  const reading = server.ask('fetch-scheduler', { id });
  await waitsForLock(server.db, reading);
  await connection.query(`update deliveries set state = 'published'; update occurrences set state = 'posted'; commit`);
  connection.release();

  const [item] = (await reading).items;
  assert.deepEqual([item?.done, item?.social_networks.map(({ state }) => state)], ['0', ['scheduled']]);
});
