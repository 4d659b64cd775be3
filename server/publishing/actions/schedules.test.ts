import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { threeSchedules } from '../approval/testing-schedules.ts';
import { deleteSchedulesOfClient, stopSchedulesOfStream } from './schedules.ts';

const db = await testDatabase();
const now = new Date('2026-06-01T12:00:00Z');

/** What a schedule with this state becomes, beside one of another client and stream. */
async function after(state: string, work: (ids: Awaited<ReturnType<typeof threeSchedules>>) => Promise<void>) {
  const stage = await threeSchedules(db);
  await db.pool.query(
    `update schedules set state = $1, deleted_at = case $1 when 'deleted' then timestamptz '2026-05-01' end
     where id = any($2)`,
    [state, [stage.scheduleId, stage.second]],
  );
  await db.pool.query(
    `with other as (
       insert into streams (agency_id, type, title) select agency_id, type, title from streams returning id
     )
     update schedules set stream_id = other.id from other where schedules.id = $1`,
    [stage.foreign],
  );
  await work(stage);
  const { rows } = await db.pool.query<{ said: string }>(
    `select state || coalesce(' ' || to_char(deleted_at at time zone 'UTC', 'MM-DD'), '') as said
     from schedules order by id`,
  );
  return rows.map(({ said }) => said);
}

for (const [state, stopped, deleted] of [
  ['active', 'stopped', 'deleted 06-01'],
  ['finished', 'finished', 'deleted 06-01'],
  ['stopped', 'stopped', 'deleted 06-01'],
  ['deleted', 'deleted 05-01', 'deleted 05-01'],
] as const) {
  test(`deleting its stream leaves a schedule that is ${state} ${stopped}`, async () => {
    const work = ({ agencyId, streamId, inAgency }: Awaited<ReturnType<typeof threeSchedules>>) =>
      inAgency((tx) => stopSchedulesOfStream(tx, { agencyId, streamId }));
    assert.deepEqual(await after(state, work), [stopped, stopped, 'active']);
  });

  test(`deleting its client leaves a schedule that is ${state} ${deleted}`, async () => {
    const work = ({ agencyId, clientId, inAgency }: Awaited<ReturnType<typeof threeSchedules>>) =>
      inAgency((tx) => deleteSchedulesOfClient(tx, { agencyId, clientId, now }));
    assert.deepEqual(await after(state, work), [deleted, deleted, 'active']);
  });
}
