import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { publishDelivery } from '../engine/publish.ts';
import { checkLedger } from './ledger-check.ts';
import { cancelForOccurrence } from '../actions/cancel.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { goOnWithRounds } from './rounds.ts';
import { runOn } from '../statements.ts';
import { answers, aWorker, type Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase();

async function aRoundStage(planned: Planned = {}) {
  const stage = await aStage(db, planned);
  const { clock, worker } = stage;
  return {
    ...stage,
    schedule: async () =>
      (
        await db.pool.query<{ state: string; round: number }>('select state, round from schedules where id = $1', [
          stage.scheduleId,
        ])
      ).rows[0],
    /** Publishes everything that falls due until an instant, each at its time. */
    runUntil: async (instant: string) => {
      for (;;) {
        const { rows } = await db.pool.query<{ next_at: Date }>(
          `select next_at from deliveries where state = 'scheduled' and next_at <= $1 order by next_at limit 1`,
          [instant],
        );
        const next = rows[0]?.next_at;
        if (!next) return;
        if (next > clock.now()) clock.set(next);
        await worker.publishDue();
      }
    },
  };
}

test('a schedule without repurposing has one round', async () => {
  const stage = await aRoundStage({ items: 2 });
  await stage.runUntil('2026-06-10');
  assert.deepEqual(await stage.schedule(), { state: 'finished', round: 1 });
  assert.equal(stage.feed.length, 2);
});

test('a repeating schedule continues one step after its last item, in order and at the same local time', async () => {
  const stage = await aRoundStage({
    items: 3,
    accounts: 2,
    repurpose: true,
    origin: '2026-10-22 09:30',
    zone: 'Europe/Berlin',
  });
  await stage.runUntil('2026-10-28');
  const times = [...new Set((await stage.deliveries()).map(({ round, local_at }) => `${round} ${local_at}`))];
  assert.deepEqual(times, [
    '1 2026-10-22 09:30',
    '1 2026-10-23 09:30',
    '1 2026-10-24 09:30',
    '2 2026-10-25 09:30',
    '2 2026-10-26 09:30',
    '2 2026-10-27 09:30',
    '3 2026-10-28 09:30',
    '3 2026-10-29 09:30',
    '3 2026-10-30 09:30',
  ]);
  assert.deepEqual(
    stage.feed.filter((_, k) => k % 2 === 0).map(({ title }) => title),
    ['item 1', 'item 2', 'item 3', 'item 1', 'item 2', 'item 3'],
  );
  assert.deepEqual(await stage.schedule(), { state: 'active', round: 3 });
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('a repeating schedule stops after a round without a post, and continues when a person posts one', async () => {
  const stage = await aRoundStage({ items: 2, repurpose: true });
  stage.script.push(answers({ kind: 'rejected', message: 'no' }), answers({ kind: 'rejected', message: 'no' }));
  await stage.runUntil('2026-06-10');
  assert.deepEqual(await stage.schedule(), { state: 'stopped', round: 1 });
  const deliveryId = (await stage.deliveries())[0]?.id ?? '';
  await db.asAgency(stage.agencyId, (tx) =>
    resolveDelivery(tx, {
      agencyId: stage.agencyId,
      deliveryId,
      decision: 'publish-again',
      postUrl: '',
      now: stage.clock.now(),
    }),
  );
  await stage.worker.publishDue();
  assert.deepEqual(await stage.schedule(), { state: 'active', round: 2 });
  assert.deepEqual(
    (await stage.deliveries()).filter(({ round }) => round === 2).map(({ local_at }) => local_at),
    ['2026-06-03 12:00', '2026-06-04 12:00'],
  );
});

test('a round that ends late is followed by steps that are still in the future', async () => {
  const stage = await aRoundStage({ items: 2, repurpose: true, frequency: 'hourly' });
  stage.script.push(answers({ kind: 'processing', ticket: {}, checkAfterSeconds: 5 * 3600 }));
  stage.checks.push({ kind: 'published', postId: '1', postUrl: null });
  await stage.runUntil('2026-06-01T16:00Z');
  stage.clock.set(new Date('2026-06-01T17:10Z'));
  await stage.worker.settleDue();
  assert.deepEqual(
    (await stage.deliveries()).filter(({ round }) => round === 2).map(({ local_at }) => local_at),
    ['2026-06-01 18:00', '2026-06-01 19:00'],
  );
});

test('an item removed from the schedule stays out of the next round, and a new one joins it', async () => {
  const stage = await aRoundStage({ items: 3, repurpose: true });
  const second = (await stage.deliveries())[1]?.occurrence_id ?? '';
  await db.asAgency(stage.agencyId, (tx) =>
    cancelForOccurrence(tx, { agencyId: stage.agencyId, occurrenceId: second, now: stage.clock.now() }),
  );
  await db.pool.query(
    `insert into items (agency_id, stream_id, sequence, title, description) values ($1, $2, 9, 'item 9', 'words')`,
    [stage.agencyId, stage.streamId],
  );
  await db.pool.query(`update items set deleted_at = now() where id = $1`, [stage.itemIds[0]]);
  await stage.runUntil('2026-06-06');
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    ['item 1', 'item 3', 'item 3', 'item 9'],
  );
});

test('a resting item is left out of rounds that begin later, but not of the running one', async () => {
  const stage = await aRoundStage({ items: 3, repurpose: true });
  const rest = async (at: number) =>
    db.pool.query(
      `insert into resting_items (schedule_id, item_id, agency_id, rested_at, was_tired)
       values ($1, $2, $3, now(), false)`,
      [stage.scheduleId, stage.itemIds[at], stage.agencyId],
    );
  await rest(1);
  await stage.runUntil('2026-06-05');
  await rest(2);
  await db.pool.query('delete from resting_items where item_id = $1', [stage.itemIds[1]]);
  await stage.runUntil('2026-06-07T12:00Z');
  assert.deepEqual(
    (await stage.deliveries()).map(({ round, local_at }) => [round, local_at.slice(0, 10)]),
    [
      [1, '2026-06-01'],
      [1, '2026-06-02'],
      [1, '2026-06-03'],
      [2, '2026-06-04'],
      [2, '2026-06-05'],
      [3, '2026-06-06'],
      [3, '2026-06-07'],
      [4, '2026-06-08'],
      [4, '2026-06-09'],
    ],
  );
  assert.deepEqual(
    stage.feed.map(({ title }) => title.slice(-1)),
    ['1', '2', '3', '1', '3', '1', '2'],
  );
  await stage.inOrder();
});

test('a schedule whose items all rest is finished, and continues when an item is no longer resting', async () => {
  const stage = await aRoundStage({ items: 1, repurpose: true });
  await db.pool.query(
    `insert into resting_items (schedule_id, item_id, agency_id, rested_at, was_tired)
       values ($1, $2, $3, now(), false)`,
    [stage.scheduleId, stage.itemIds[0], stage.agencyId],
  );
  await stage.runUntil('2026-06-10');
  assert.deepEqual(await stage.schedule(), { state: 'finished', round: 1 });
  await db.pool.query('delete from resting_items');
  stage.clock.set(new Date('2026-06-10T12:30Z'));
  await stage.inAgency((tx) => goOnWithRounds(tx, { scheduleId: stage.scheduleId, now: stage.clock.now() }));
  assert.deepEqual(await stage.schedule(), { state: 'active', round: 2 });
  assert.deepEqual(
    (await stage.deliveries()).map(({ local_at }) => local_at),
    ['2026-06-01 12:00', '2026-06-11 12:00'],
  );
});

test('the round after one whose last item was removed early starts a step after that item', async () => {
  const stage = await aRoundStage({ items: 2, repurpose: true });
  const last = (await stage.deliveries())[1]?.occurrence_id ?? '';
  await db.asAgency(stage.agencyId, (tx) =>
    cancelForOccurrence(tx, { agencyId: stage.agencyId, occurrenceId: last, now: stage.clock.now() }),
  );
  await stage.worker.publishDue();
  assert.deepEqual(
    (await stage.deliveries()).map(({ round, local_at }) => [round, local_at]),
    [
      [1, '2026-06-01 12:00'],
      [1, '2026-06-02 12:00'],
      [2, '2026-06-03 12:00'],
    ],
  );
});

test('only one next round begins when several workers end the last one together', async () => {
  const stage = await aRoundStage({ items: 1, accounts: 10, repurpose: true });
  const workers = Array.from({ length: 3 }, () =>
    aWorker(db, { networks: { telegram: stage.network }, clock: stage.clock }),
  );
  await Promise.all(
    workers.map(async (worker) => {
      while (stage.feed.length < 10) {
        const rows = await worker.claim(1);
        await Promise.all(rows.map((row) => publishDelivery(worker.engine, row)));
      }
    }),
  );
  assert.deepEqual(await stage.schedule(), { state: 'active', round: 2 });
  assert.equal((await stage.deliveries()).length, 20);
});
