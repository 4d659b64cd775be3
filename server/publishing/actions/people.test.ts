import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { publishDelivery } from '../engine/publish.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { cancelForAccount, cancelForClient, cancelForItems, cancelForOccurrence, cancelForStream } from './cancel.ts';
import { runOn } from '../statements.ts';
import { posts } from '../testing.ts';
import { openPersonStages } from './testing-people.ts';

const { aPersonStage, db } = await openPersonStages();

test('deleting a schedule stops its unposted posts and keeps the record of the posted ones', async () => {
  const stage = await aPersonStage({ items: 3 });
  await stage.worker.publishDue();
  assert.equal(await stage.cancel(), 2);
  assert.deepEqual(await stage.states(), ['published', 'cancelled', 'cancelled']);
  assert.deepEqual(
    (await stage.deliveries()).map(({ occurrence }) => occurrence),
    ['posted', 'cancelled', 'cancelled'],
  );
  stage.clock.pass(3 * 86_400);
  assert.equal(await stage.worker.publishDue(), 0);
});

test('a claimed delivery that is cancelled is not sent, and its account is free again', async () => {
  const stage = await aPersonStage();
  const [row] = await stage.worker.claim();
  assert.ok(row);
  await stage.cancel();
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([await stage.states(), stage.feed], [['cancelled'], []]);
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('a post cancelled while it is being sent is published if it got out, and otherwise not retried', async () => {
  const stage = await aPersonStage({ accounts: 2 });
  const cancelling = { done: false };
  stage.script.push(
    async (context, post) => {
      const outcome = await posts(context, post);
      await until(() => cancelling.done);
      return outcome;
    },
    async (context) => {
      await context.fence({ payload: '' });
      await until(async () => (await stage.states()).every((state) => state === 'sending'));
      await stage.cancel();
      cancelling.done = true;
      return { kind: 'rateLimited', retryAfterSeconds: 1, scope: 'account', message: '' };
    },
  );
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['cancelled', 'published']);
});

test('deleting an item, account, stream or client cancels its open deliveries and no others', async () => {
  const stage = await aPersonStage({ items: 2, accounts: 2 });
  const now = stage.clock.now();
  const { agencyId } = stage;
  const inAgency = <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(agencyId, work);
  assert.deepEqual(await inAgency((tx) => cancelForItems(tx, { agencyId, itemIds: stage.itemIds.slice(0, 1), now })), {
    waiting: 1,
    underWay: 0,
  });
  assert.deepEqual(await stage.states(), ['cancelled', 'cancelled', 'scheduled', 'scheduled']);
  assert.equal(
    await inAgency((tx) => cancelForAccount(tx, { agencyId, accountId: stage.accountIds[0] ?? '', now })),
    1,
  );
  assert.deepEqual((await stage.states()).filter((state) => state === 'scheduled').length, 1);
  assert.equal(await inAgency((tx) => cancelForStream(tx, { agencyId, streamId: stage.streamId, now })), 1);
  assert.equal(await inAgency((tx) => cancelForClient(tx, { agencyId, clientId: stage.clientId, now })), 0);
});

test('an occurrence can be cancelled unless it is posted or belongs to another agency', async () => {
  const stage = await aPersonStage({ items: 2 });
  await stage.worker.publishDue();
  const [posted, open] = await stage.deliveries();
  const cancel = (occurrenceId: string, agencyId = stage.agencyId) =>
    db.asAgency(agencyId, (tx) => cancelForOccurrence(tx, { agencyId, occurrenceId, now: stage.clock.now() }));
  assert.equal(await cancel(posted?.occurrence_id ?? ''), 'nothing-open');
  const {
    rows: [otherAgency],
  } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('other') returning id`);
  assert.equal(await cancel(open?.occurrence_id ?? '', otherAgency?.id), 'not-found');
  assert.equal(await cancel(open?.occurrence_id ?? ''), 'cancelled');
});

test('rescheduling moves unposted posts to the new time and zone in order, and leaves the rest', async () => {
  const stage = await aPersonStage({ items: 3 });
  await stage.worker.publishDue();
  assert.equal(await stage.move('2026-10-24 09:00', 'Europe/Berlin'), 2);
  const deliveries = await stage.deliveries();
  assert.deepEqual(
    deliveries.map(({ local_at }) => local_at),
    ['2026-06-01 12:00', '2026-10-24 09:00', '2026-10-25 09:00'],
  );
  assert.deepEqual(
    deliveries.map(({ due_at }) => due_at.toISOString().slice(0, 16)),
    ['2026-06-01T12:00', '2026-10-24T07:00', '2026-10-25T08:00'],
  );
  const {
    rows: [schedule],
  } = await db.pool.query<{ origin_local: string; timezone: string }>(
    'select origin_local, timezone from schedules where id = $1',
    [stage.scheduleId],
  );
  assert.deepEqual(schedule, { origin_local: '2026-10-24 09:00', timezone: 'Europe/Berlin' });
});

test('a claimed delivery that is rescheduled is not sent until its new time', async () => {
  const stage = await aPersonStage();
  const [row] = await stage.worker.claim();
  assert.ok(row);
  await stage.move('2026-06-01 13:00');
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([await stage.states(), stage.feed], [['scheduled'], []]);
  stage.clock.pass(3600);
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('rescheduling includes missed posts, and changes nothing if everything is posted', async () => {
  const stage = await aPersonStage({ items: 2, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed', 'missed']);
  assert.equal(await stage.move('2026-06-02 12:00'), 2);
  assert.deepEqual(
    (await stage.deliveries()).map(({ state, occurrence }) => [state, occurrence]),
    [
      ['scheduled', 'scheduled'],
      ['scheduled', 'scheduled'],
    ],
  );
  stage.clock.pass(2 * 86_400);
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.equal(await stage.move('2026-07-01 12:00'), 0);
});
