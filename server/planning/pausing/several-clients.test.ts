/** Pausing several clients at once, and ending their pauses. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aMember } from '../../app/testing/server.ts';
import { aPausingServer } from './testing-pausing.ts';

const { aPlannedClient, clock, resume, server, worker } = await aPausingServer();

const pausedIds = async () => (await server.ask('fetch-pauses', {})).clients.map(({ id }) => id);

test('several clients are paused and resumed; the others stay as they are; each change is audited', async () => {
  const ids = [(await aPlannedClient('Port')).client.id, (await aPlannedClient('Pier')).client.id];
  const [first = ''] = ids;
  const as = { as: await aMember(server.db, server.owner) };
  await server.ask('pause-clients', { ids: [first], paused: true }, as);
  const paused = await server.call('pause-clients', { ids, paused: true }, as);
  assert.deepEqual(
    [paused.message, paused.status && paused.data],
    [
      'Paused 1 client. 1 client left as it is.',
      { done: ids.slice(1), left: [{ id: first, message: messages.alreadyPaused }] },
    ],
  );
  const resumed = await server.call('pause-clients', { ids, paused: false }, as);
  assert.deepEqual(
    [resumed.message, resumed.status && resumed.data, await pausedIds()],
    ['Resumed 2 clients.', { done: ids, left: [] }, []],
  );
  assert.deepEqual(
    (await server.ask('pause-clients', { ids, paused: false }, as)).left.map(({ message }) => message),
    [messages.notPaused, messages.notPaused],
  );
  const { rows } = await server.db.pool.query<{ action: string }>(
    `select action from audit_entries where subject_id = $1 and subject_kind = 'client' and action like 'publishing%'
    order by id`,
    [first],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['publishing-paused', 'publishing-resumed'],
  );
});

test('a client with posts that fell due during the pause stays paused until a person decides', async () => {
  const { client } = await aPlannedClient('Mill');
  const { client: free } = await aPlannedClient('Farm');
  await server.ask('pause-clients', { ids: [client.id], paused: true });
  clock.pass(3600);
  await server.ask('pause-clients', { ids: [free.id], paused: true });
  await resume({ scope: 'client', id: free.id }, 'skip');
  await server.ask('pause-clients', { ids: [free.id], paused: true });
  assert.deepEqual(await server.ask('pause-clients', { ids: [client.id, free.id], paused: false }), {
    done: [free.id],
    left: [{ id: client.id, message: messages.postsHeld }],
  });
  await worker.publishDue();
  assert.deepEqual(await pausedIds(), [client.id]);
});
