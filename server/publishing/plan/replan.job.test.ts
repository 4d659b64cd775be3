import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openLog } from '../../app/http/log.ts';
import { aServer } from '../../app/testing/server.ts';
import { startWorker } from '../../worker.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';
import { replanSchedules } from './replan.job.ts';
import { aSchedule, deliveriesOf } from '../testing.ts';

const now = new Date('2026-06-01T12:00:00Z');
const { db, services } = await aServer({ clock: () => now });

/** A schedule planned by a process whose data had New York's clocks an hour off. */
async function anOutdatedPlan(): Promise<string> {
  const { scheduleId } = await aSchedule(db, { items: 2, zone: 'America/New_York', origin: '2026-06-03 09:00' });
  await db.pool.query(`update schedules set tzdata_version = '2019c' where id = $1`, [scheduleId]);
  await db.pool.query(`update occurrences set due_at = due_at - interval '1 hour' where schedule_id = $1`, [
    scheduleId,
  ]);
  await db.pool.query(
    `update deliveries set due_at = due_at - interval '1 hour', next_at = next_at - interval '1 hour'
      where schedule_id = $1`,
    [scheduleId],
  );
  return scheduleId;
}

async function assertTimedAnew(scheduleId: string): Promise<void> {
  assert.deepEqual(
    (await deliveriesOf(db, scheduleId)).map(({ due_at }) => due_at.toISOString()),
    ['2026-06-03T13:00:00.000Z', '2026-06-04T13:00:00.000Z'],
  );
  const {
    rows: [row],
  } = await db.pool.query<{ version: string }>('select tzdata_version as version from schedules where id = $1', [
    scheduleId,
  ]);
  assert.equal(row?.version, zoneDataVersion);
}

test('a worker recomputes plans with older time-zone data before it publishes', async () => {
  const scheduleId = await anOutdatedPlan();
  const worker = await startWorker(services, openLog('error'), { clock: { now: () => now } });
  await worker.stop();
  await assertTimedAnew(scheduleId);
});

test('the hourly job recomputes plans that an older process has made since', async () => {
  const scheduleId = await anOutdatedPlan();
  await replanSchedules(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  await assertTimedAnew(scheduleId);
});
