import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import { instantOfStep, instantToLocal, localToInstant, planRound, type Rhythm } from '#rules/planning.ts';
import { checkLedger } from './ledger-check.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { moveSchedule } from '../actions/move.ts';
import { moveOccurrence } from '../actions/move-one.ts';
import { replanOutdated, type ZoneData } from './replan.ts';
import { runOn } from '../statements.ts';
import { answers, aSchedule, type Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';

const db = await testDatabase();
const hour = 3_600_000;

/**
 * Time-zone data of a later version in which, from an instant on, Berlin's clocks are so many hours behind today's
 * data.
 */
const laterBy = (hours: number, { version = '2999a', from = '2026-06-03T00:00Z' } = {}): ZoneData => {
  const since = new Date(from);
  return {
    version,
    instantOfStep: (rhythm: Rhythm, step: number) => {
      const old = instantOfStep(rhythm, step);
      return rhythm.zone === 'Europe/Berlin' && old >= since ? new Date(old.getTime() + hours * hour) : old;
    },
    instantToLocal: (instant, zone) =>
      instantToLocal(
        zone === 'Europe/Berlin' && instant >= since ? new Date(instant.getTime() - hours * hour) : instant,
        zone,
      ),
    localToInstant: (local, zone) => {
      const old = localToInstant(local, zone);
      return zone === 'Europe/Berlin' && old >= since ? new Date(old.getTime() + hours * hour) : old;
    },
  };
};

async function aReplanStage(planned: Planned = {}) {
  const stage = await aStage(db, { zone: 'Europe/Berlin', origin: '2026-06-01 18:00', items: 4, ...planned });
  await setVersion('2020a', stage.scheduleId);
  return {
    ...stage,
    replan: (data: ZoneData) => replanOutdated(db, { data, now: stage.clock.now }),
    dueTimes: async () => (await stage.deliveries()).map(({ due_at }) => due_at.toISOString().slice(5, 16)),
  };
}

const setVersion = (version: string, scheduleId: string) =>
  db.pool.query('update schedules set tzdata_version = $1 where id = $2', [version, scheduleId]);
const versions = async (): Promise<string[]> =>
  (await db.pool.query<{ version: string }>('select tzdata_version as version from schedules order by id')).rows.map(
    ({ version }) => version,
  );
const auditEntries = async () =>
  (
    await db.pool.query<{ action: string; subject_id: string; details: unknown }>(
      'select action, subject_id, details from audit_entries order by id',
    )
  ).rows;

test('a plan follows newer time-zone data: its instants move, its wall-clock times stay', async () => {
  const stage = await aReplanStage();
  const before = await stage.deliveries();
  assert.deepEqual(await stage.replan(laterBy(1)), { schedules: 1, items: 2 });
  const after = await stage.deliveries();
  assert.deepEqual(await stage.dueTimes(), ['06-01T16:00', '06-02T16:00', '06-03T17:00', '06-04T17:00']);
  assert.deepEqual(
    after.map(({ next_at }) => next_at),
    after.map(({ due_at }) => due_at),
  );
  assert.deepEqual(
    after.map(({ local_at }) => local_at),
    before.map(({ local_at }) => local_at),
  );
  assert.deepEqual(await versions(), ['2999a']);
  assert.deepEqual(await auditEntries(), [
    { action: 'plan-timed-anew', subject_id: stage.scheduleId, details: { items: 2, from: '2020a', to: '2999a' } },
  ]);
  const {
    rows: [occurrence],
  } = await db.pool.query<{ due_at: Date }>('select due_at from occurrences order by position desc limit 1');
  assert.equal(occurrence?.due_at.toISOString(), '2026-06-04T17:00:00.000Z');
});

test('newer time-zone data without differences only updates the plan’s version', async () => {
  const stage = await aReplanStage({ zone: 'UTC' });
  const rowsOf = async () =>
    (
      await db.pool.query<{ xmin: string }>(
        'select xmin::text from deliveries union all select xmin::text from occurrences',
      )
    ).rows;
  const before = await rowsOf();
  assert.deepEqual(await stage.replan(laterBy(1)), { schedules: 1, items: 0 });
  assert.deepEqual([await rowsOf(), await versions(), await auditEntries()], [before, ['2999a'], []]);
  assert.deepEqual(await stage.replan(laterBy(1)), { schedules: 0, items: 0 });
});

test('replanning with older or the same time-zone data changes nothing', async () => {
  const stage = await aReplanStage();
  assert.deepEqual(await stage.replan(laterBy(1, { version: '2019z' })), { schedules: 0, items: 0 });
  assert.deepEqual(await stage.replan(laterBy(1, { version: '2020a' })), { schedules: 0, items: 0 });
  assert.deepEqual(await versions(), ['2020a']);
});

test('a held post gets its new instant and stays held', async () => {
  const stage = await aReplanStage({ items: 1, origin: '2026-06-03 18:00' });
  await db.pool.query(`update deliveries set next_at = 'infinity'`);
  assert.deepEqual(await stage.replan(laterBy(1)), { schedules: 1, items: 1 });
  const {
    rows: [held],
  } = await db.pool.query<{ due: string; next: string }>(
    `select (due_at at time zone 'UTC')::text as due, next_at::text as next from deliveries`,
  );
  assert.deepEqual(held, { due: '2026-06-03 17:00:00', next: 'infinity' });
});

test('replanning leaves posts alone that are claimed, posted, cancelled or already due', async () => {
  const stage = await aReplanStage({ items: 4, frequency: 'hourly', origin: '2026-06-01 14:00' });
  await stage.worker.publishDue(); // the first
  stage.clock.set(new Date('2026-06-01T13:00Z'));
  const [claimed] = await stage.worker.claim();
  assert.ok(claimed);
  await db.pool.query(
    `update deliveries set state = 'cancelled' where occurrence_id = (select id from occurrences where position = 3)`,
  );
  const before = await stage.dueTimes();
  stage.clock.set(new Date('2026-06-01T14:00Z')); // the third is due now
  assert.deepEqual(await stage.replan(laterBy(1, { from: '2026-06-01T00:00Z' })), { schedules: 1, items: 0 });
  assert.deepEqual(await stage.dueTimes(), before);
});

test('a post that is claimed while it is being replanned is not moved', async () => {
  const stage = await aReplanStage({ items: 1, origin: '2026-06-03 18:00' });
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query(`select from deliveries for update`);
  const replanned = stage.replan(laterBy(1));
  await waitsForLock(db, replanned);
  await holder.query(
    `update deliveries set state = 'claimed', worker = 'other', lease_until = now(), first_tried_at = now(), tries = 1`,
  );
  await holder.query('commit');
  holder.release();
  assert.deepEqual([await replanned, await stage.dueTimes()], [{ schedules: 1, items: 0 }, ['06-03T16:00']]);
});

test('an item whose new instant has just passed goes out at once', async () => {
  const stage = await aReplanStage({ items: 2, origin: '2026-06-01 15:00' });
  stage.clock.set(new Date('2026-06-01T12:30Z')); // due at 13:00, with the newer data at 12:00
  assert.deepEqual(await stage.replan(laterBy(-1, { from: '2026-06-01T00:00Z' })), { schedules: 1, items: 2 });
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published', 'scheduled']);
});

test('an item whose new instant passed long ago is missed', async () => {
  const stage = await aReplanStage({ items: 1, origin: '2026-06-02 15:00' });
  stage.clock.set(new Date('2026-06-02T12:30Z'));
  await stage.replan(laterBy(-26, { from: '2026-06-01T00:00Z' }));
  await stage.worker.sweep();
  assert.deepEqual([await stage.states(), await checkLedger(runOn(db.pool))], [['missed'], []]);
});

test('a delivery that a person moved away from its item keeps its time', async () => {
  const stage = await aReplanStage({ items: 1, accounts: 2, origin: '2026-05-30 18:00' });
  const { agencyId } = stage;
  stage.clock.set(new Date('2026-05-30T16:00Z'));
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 600, scope: 'account', message: '' }));
  await stage.worker.publishDue();
  const index = (await stage.states()).indexOf('scheduled');
  await db.pool.query(`update deliveries set state = 'missed', next_at = 'infinity' where state = 'scheduled'`);
  const deliveryId = (await stage.deliveries())[index]?.id ?? '';
  assert.equal(
    await db.asAgency(agencyId, (tx) =>
      resolveDelivery(tx, { agencyId, deliveryId, decision: 'next-free-time', postUrl: '', now: stage.clock.now() }),
    ),
    'done',
  );
  const before = await stage.dueTimes();
  assert.deepEqual(await stage.replan(laterBy(1, { from: '2026-05-01T00:00Z' })), { schedules: 1, items: 0 });
  assert.deepEqual(await stage.dueTimes(), before);
});

test('a moved or continued plan has the version of the data that it was made with', async () => {
  const stage = await aReplanStage({ items: 1, origin: '2026-06-01 14:00', repurpose: true });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), await versions()], [['published', 'scheduled'], [zoneDataVersion]]);
  await setVersion('2020a', stage.scheduleId);
  await db.asAgency(stage.agencyId, (tx) =>
    moveSchedule(tx, {
      agencyId: stage.agencyId,
      scheduleId: stage.scheduleId,
      origin: '2026-07-01 09:00',
      zone: 'Asia/Kathmandu',
      frequency: 'daily',
      repurpose: true,
      now: stage.clock.now(),
    }),
  );
  assert.deepEqual(await versions(), [zoneDataVersion]);
});

test('two concurrent workers replan a thousand schedules in batches, each once', async () => {
  await db.pool.query('delete from agencies');
  const { agencyId, scheduleId } = await aSchedule(db, { zone: 'Europe/Berlin', origin: '2026-06-03 18:00' });
  await db.pool.query(
    `with s as (
       insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency, tzdata_version)
       select agency_id, user_client_id, stream_id, origin_local, timezone, frequency, '2020a' from schedules,
         generate_series(1, 999) where id = $1
       returning id
     ), o as (
       insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
       select o.agency_id, s.id, o.item_id, 1, 0, 0, o.local_at, o.due_at from s, occurrences o where o.schedule_id = $1
       returning id, schedule_id, due_at
     )
     insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at)
     select $2, o.id, o.schedule_id, (select id from social_accounts), o.due_at, o.due_at from o`,
    [scheduleId, agencyId],
  );
  await setVersion('2020a', scheduleId);
  const now = () => new Date('2026-06-01T12:00Z');
  const both = await Promise.all([
    replanOutdated(db, { data: laterBy(1), now }),
    replanOutdated(db, { data: laterBy(1), now }),
  ]);
  assert.equal(
    both.reduce((sum, { items }) => sum + items, 0),
    1000,
  );
  const {
    rows: [counted],
  } = await db.pool.query<{ moved: number }>(
    `select count(*)::int as moved from deliveries where due_at = '2026-06-03T17:00Z' and next_at = due_at`,
  );
  assert.equal(counted?.moved, 1000);
  assert.deepEqual(new Set(await versions()), new Set(['2999a']));
});

test('a post with a time of its own keeps that wall-clock time instead of its step’s', async () => {
  const stage = await aReplanStage();
  const { agencyId, clock } = stage;
  for (const [index, at] of [
    [2, '2026-06-02T05:30Z'],
    [3, '2026-06-08T05:30Z'],
  ] as const) {
    const occurrenceId = (await stage.deliveries())[index]?.occurrence_id ?? '';
    await stage.inAgency((tx) =>
      moveOccurrence(tx, { agencyId, occurrenceId, dueAt: new Date(at), from: undefined, now: clock.now() }),
    );
  }
  assert.deepEqual(await stage.replan(laterBy(1)), { schedules: 1, items: 1 });
  assert.deepEqual(await stage.dueTimes(), ['06-01T16:00', '06-02T16:00', '06-02T05:30', '06-08T06:30']);
  assert.deepEqual(
    (await stage.deliveries()).map(({ local_at }) => local_at),
    ['2026-06-01 18:00', '2026-06-02 18:00', '2026-06-02 07:30', '2026-06-08 07:30'],
  );
});

test('replanning that is stopped leaves the rest for the next start', async () => {
  const stage = await aReplanStage();
  assert.deepEqual(await replanOutdated(db, { data: laterBy(1), now: stage.clock.now, signal: AbortSignal.abort() }), {
    schedules: 0,
    items: 0,
  });
  assert.deepEqual(await versions(), ['2020a']);
});

test('replanning with the same time-zone data moves nothing', async () => {
  const stage = await aReplanStage({ items: 30, origin: '2026-03-10 02:30' });
  stage.clock.set(new Date('2026-03-01T00:00Z'));
  const { version } = laterBy(0);
  assert.deepEqual(await stage.replan({ version, instantOfStep, instantToLocal, localToInstant }), {
    schedules: 1,
    items: 0,
  });
  const plan = planRound({
    origin: '2026-03-10 02:30',
    zone: 'Europe/Berlin',
    frequency: 'daily',
    firstStep: 0,
    count: 30,
  });
  assert.deepEqual(
    (await stage.deliveries()).map(({ due_at }) => due_at),
    plan.map(({ dueAt }) => dueAt),
  );
});
