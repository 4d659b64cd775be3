import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { runOn } from '../statements.ts';
import { aSchedule } from '../testing.ts';
import { checkLedger } from './check-ledger.job.ts';
import { listChanged, nextTask, noteChecked, slices } from './ledger-progress.ts';

const { db, services } = await aServer();
const run = runOn(db.pool);
const look = () => checkLedger(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
const hour = 3_600_000;
const start = new Date('2026-06-01T00:00:00Z');

/** The occurrences that a check at this hour looks at because something changed; the check then counts as passed. */
async function changedAt(hours: number): Promise<string[] | null> {
  const { task, next } = await nextTask(run, new Date(start.getTime() + hours * hour));
  const changed = task === null ? null : await listChanged(run, task.since);
  await noteChecked(run, next);
  return changed;
}

const idsOf = async (scheduleId: string): Promise<string[]> =>
  (
    await db.pool.query<{ id: string }>('select id from occurrences where schedule_id = $1 order by id', [scheduleId])
  ).rows.map(({ id }) => id);

test('the hourly check of the ledger accepts a sound one, and names what does not add up', async () => {
  const { scheduleId } = await aSchedule(db, { items: 2 });
  await look();
  await look();
  // The history names it, so the next check reads it, whichever slice is its turn.
  await db.pool.query(`update deliveries set state = 'failed' where schedule_id = $1`, [scheduleId]);
  const wrong = /^Error: .* add up: 2 × an occurrence whose state does not follow from its deliveries$/;
  await assert.rejects(look(), wrong);
  await db.pool.query(`update occurrences set state = 'failed' where schedule_id = $1`, [scheduleId]);
  await look();
}, 30_000);

test('what changed without a trace is found within a day, by the slices', async () => {
  const { scheduleId } = await aSchedule(db, { items: 30 });
  for (let count = 0; count < 3; count += 1) await look();
  const [, , , , middle = ''] = await idsOf(scheduleId);
  await db.pool.query(`update occurrences set state = 'posted' where id = $1`, [middle]);
  let checks = 0;
  for (let failed = false; !failed && checks <= slices; checks += 1)
    failed = await look().then(
      () => false,
      () => true,
    );
  assert.ok(checks <= slices, `${checks} checks did not find it`);
  await db.pool.query(`update occurrences set state = 'scheduled' where id = $1`, [middle]);
}, 30_000);

test('what is committed after later rows were seen is still checked', async () => {
  await aSchedule(db, { items: 1 });
  await changedAt(0);
  const late = await db.pool.connect();
  await late.query('begin');
  const { rows } = await late.query<{ id: string }>(`
    insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
    select agency_id, schedule_id, item_id, 2, position, step, local_at, due_at from occurrences
    order by id desc limit 1 returning id`);
  const lateId = rows[0]?.id ?? '';
  const { scheduleId } = await aSchedule(db, { items: 1 });
  const [laterId = ''] = await idsOf(scheduleId);
  assert.ok(BigInt(laterId) > BigInt(lateId));
  for (const hours of [1, 2, 3]) assert.ok((await changedAt(hours))?.includes(laterId));
  await late.query('commit');
  late.release();
  assert.ok((await changedAt(4))?.includes(lateId));
  // Once it was checked, neither is read again.
  await changedAt(5);
  assert.deepEqual(await changedAt(6), []);
});

test('a database that was restored, or failed over, is checked whole first', async () => {
  await changedAt(10);
  assert.notEqual(await changedAt(11), null);
  await db.pool.query(`update installation set ledger_checked = jsonb_set(ledger_checked, '{identity}', '"other"')`);
  assert.equal(await changedAt(12), null);
  assert.notEqual(await changedAt(13), null);
});

test('published posts, attempts, decisions and pauses are among what changed', async () => {
  const { scheduleId, agencyId } = await aSchedule(db, { items: 5 });
  for (const hours of [20, 21, 22]) await changedAt(hours);
  assert.deepEqual(await changedAt(23), []);
  const ids = await idsOf(scheduleId);
  const [published, attempted, decided] = ids;
  const deliveryOf = `(select id from deliveries where occurrence_id = $1)`;
  await db.pool.query(
    `update deliveries set state = 'sending', worker = 'w', lease_until = now()
    where occurrence_id = $1`,
    [published],
  );
  await db.pool.query(
    `update deliveries set state = 'published', published_at = $2, worker = null, lease_until = null
     where occurrence_id = $1`,
    [published, new Date(start.getTime() + 23.5 * hour)],
  );
  await db.pool.query(
    `insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at)
     values ($2, ${deliveryOf}, 1, 'w', '', now())`,
    [attempted, agencyId],
  );
  await db.pool.query(
    `insert into approval_events (agency_id, occurrence_id, at, kind) values ($2, $1, now(), 'approved')`,
    [decided, agencyId],
  );
  assert.deepEqual(new Set(await changedAt(24)), new Set([published, attempted, decided]));
  await db.pool.query('update schedules set paused_at = $2 where id = $1', [
    scheduleId,
    new Date(start.getTime() + 24.5 * hour),
  ]);
  assert.deepEqual((await changedAt(25))?.toSorted(), ids.toSorted());
});
