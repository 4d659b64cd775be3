/** Pausing schedules, one or several at once. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { oneIsGone } from '#contract/base/bulk.ts';
import { aMember, anotherAgency } from '../../app/testing/server.ts';
import { aPausingServer } from './testing-pausing.ts';

const { aPlannedClient, clock, resume, server, worker } = await aPausingServer();

const pausedIds = async () => (await server.ask('fetch-pauses', {})).schedules.map(({ id }) => id);

test('a paused schedule says so on every screen, and is resumed as shown', async () => {
  const { client, schedule: id } = await aPlannedClient('Orchard');
  const target = { scope: 'schedule', id } as const;
  assert.equal((await server.call('pause-publishing', target)).message, messages.schedulePaused);
  clock.pass(3600);
  await worker.sweep();
  assert.equal(await worker.publishDue(), 0);
  const { schedules, piled_up: all } = await server.ask('fetch-pauses', {});
  assert.deepEqual(
    [schedules.map(({ paused_at: _, ...rest }) => rest), all],
    [[{ id, title: 'Daily', client_id: client.id, client: 'Orchard', paused_by: server.owner.name, piled_up: 1 }], 1],
  );
  const { schedule: row, items } = await server.ask('fetch-scheduler', { id });
  assert.deepEqual([row.paused, typeof row.paused_at], ['schedule', 'string']);
  assert.deepEqual(
    items.map(({ social_networks: [one] }) => one?.paused),
    ['schedule', null, null],
  );
  assert.match(items[0]?.social_networks[0]?.message ?? '', /^This schedule is paused\./);
  const listed = await server.ask('fetch-schedulers', { status: 'paused' });
  assert.deepEqual(
    listed.items.map((found) => found.id),
    [id],
  );
  const day = clock.now().toISOString().slice(0, 10);
  const next = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const { events } = await server.ask('fetch-calendar', { from: day, to: next, timezone: 'UTC', client_id: client.id });
  assert.equal(events[0]?.attention, 'paused');
  const { items: planned } = await server.ask('fetch-planned', {}, { as: client });
  assert.deepEqual(
    planned.map(({ paused }) => paused),
    [true, true, true],
  );
  assert.equal((await resume(target, 'publish-now')).message, messages.resumedPublishing);
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual(await pausedIds(), []);
  await server.ask('delete-scheduler', { id });
});

test('several schedules are paused and resumed; the others stay as they are; each change is audited', async () => {
  const ids = [(await aPlannedClient('Port')).schedule, (await aPlannedClient('Pier')).schedule];
  const [first = ''] = ids;
  const as = { as: await aMember(server.db, server.owner) };
  await server.ask('pause-publishing', { scope: 'schedule', id: first }, as);
  const paused = await server.call('pause-schedulers', { ids, paused: true }, as);
  assert.deepEqual(
    [paused.message, paused.status && paused.data],
    [
      'Paused 1 schedule. 1 schedule left as it is.',
      { done: ids.slice(1), left: [{ id: first, message: messages.alreadyPaused }] },
    ],
  );
  assert.deepEqual((await pausedIds()).toSorted(), ids.toSorted());
  assert.deepEqual((await server.ask('pause-schedulers', { ids, paused: false }, as)).done, ids);
  assert.deepEqual(await pausedIds(), []);
  assert.deepEqual(
    (await server.ask('pause-schedulers', { ids, paused: false }, as)).left.map(({ message }) => message),
    [messages.notPaused, messages.notPaused],
  );
  const { rows } = await server.db.pool.query<{ action: string }>(
    `select action from audit_entries where subject_id = $1 and subject_kind = 'schedule' order by id`,
    [first],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['publishing-paused', 'publishing-resumed'],
  );
  for (const id of ids) await server.ask('delete-scheduler', { id });
});

test('a schedule with posts that fell due during the pause stays paused until a person decides', async () => {
  const { schedule: id } = await aPlannedClient('Mill');
  await server.ask('pause-schedulers', { ids: [id], paused: true });
  clock.pass(3600);
  assert.deepEqual((await server.ask('pause-schedulers', { ids: [id], paused: false })).left, [
    { id, message: messages.postsHeld },
  ]);
  assert.equal(await worker.publishDue(), 0);
  assert.equal((await resume({ scope: 'schedule', id }, 'skip')).message, messages.resumedSkipping);
  await server.ask('delete-scheduler', { id });
});

test('a schedule that has ended cannot be paused', async () => {
  const { schedule: id } = await aPlannedClient('Forge');
  for (const { id: item } of (await server.ask('fetch-scheduler', { id })).items)
    await server.ask('delete-scheduled-item', { id: item });
  assert.equal((await server.call('pause-publishing', { scope: 'schedule', id })).message, messages.scheduleOver);
  assert.deepEqual((await server.ask('pause-schedulers', { ids: [id], paused: true })).left, [
    { id, message: messages.scheduleOver },
  ]);
});

test('no schedule is paused if one is deleted, of another agency or unknown; a client cannot pause any', async () => {
  const { client, schedule: id } = await aPlannedClient('Quarry');
  const { schedule: gone } = await aPlannedClient('Tavern');
  await server.ask('delete-scheduler', { id: gone });
  for (const other of [gone, '999999']) {
    const refused = await server.call('pause-schedulers', { ids: [id, other], paused: true });
    assert.deepEqual([refused.code, refused.message], [404, oneIsGone]);
  }
  const otherAgency = { as: await anotherAgency(server.db) };
  assert.equal((await server.call('pause-schedulers', { ids: [id], paused: true }, otherAgency)).code, 404);
  assert.equal((await server.call('pause-publishing', { scope: 'schedule', id }, otherAgency)).code, 404);
  assert.equal((await server.call('pause-schedulers', { ids: [id], paused: true }, { as: client })).code, 403);
  assert.deepEqual(await pausedIds(), []);
});
