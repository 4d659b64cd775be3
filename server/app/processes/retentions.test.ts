import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Database } from '#db/database.ts';
import { testDatabase } from '#db/testing.ts';
import { deleteOld } from '../../base/retention/testing.ts';
import { oldEntries } from '../../base/audit/index.ts';
import { oldReadings } from '../../insights/engagement/index.ts';
import { oldHistory } from '../../publishing/index.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { aSchedule } from '../../publishing/testing.ts';
import kept from './kept-tables.json' with { type: 'json' };
import { retentions } from './retentions.ts';

const db = await testDatabase();
const day = 86_400_000;
const now = new Date('2030-06-01T03:17:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * day);

const count = async (of: Pick<Database, 'pool'>, table: string): Promise<number> =>
  (await of.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0;

test('each table either loses its old rows, or a reason says why they stay', () => {
  const schema = readFileSync(new URL('../../../db/schema.sql', import.meta.url), 'utf8');
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name);
  const named = [...retentions.map(({ table }) => table), ...Object.values(kept).flat()];
  assert.deepEqual(named.toSorted(), tables.toSorted());
});

test('old entries of the activity are deleted in batches; those that a suggestion depends on stay', async () => {
  const { agencyId } = await aSchedule(db, { items: 1 });
  await db.pool.query('truncate audit_entries');
  await db.pool.query(
    `insert into audit_entries (agency_id, action, created_at)
     select $1::bigint, case when n = 7 then 'reseller-added' else 'client-added' end, $2::timestamptz
     from generate_series(1, 4500) n
     union all select $1::bigint, 'client-added', $3::timestamptz from generate_series(1, 10)`,
    [agencyId, ago(1096), ago(1094)],
  );
  assert.equal(await deleteOld(db, { retention: oldEntries, now }), 4499);
  assert.equal(await deleteOld(db, { retention: oldEntries, now }), 0);
  assert.equal(await count(db, 'audit_entries'), 11);
});

/** A post that went out long ago, another one that a person moved, and one that still waits; each with its history. */
async function threePosts() {
  const { scheduleId, agencyId } = await aSchedule(db, { items: 3 });
  const { rows } = await db.pool.query<{ id: string }>('select id from deliveries where schedule_id = $1 order by id', [
    scheduleId,
  ]);
  const [machine = '', moved = '', open = ''] = rows.map(({ id }) => id);
  await db.pool.query(
    `update deliveries set state = 'published', published_at = $2, finished_at = $2 where id = any($1::bigint[])`,
    [[machine, moved], ago(1200)],
  );
  await db.pool.query(`update occurrences o set state = 'posted' from deliveries d where d.occurrence_id = o.id
    and d.state = 'published'`);
  await db.pool.query('truncate delivery_events');
  const { rows: people } = await db.pool.query<{ id: string }>('select id from users where agency_id = $1', [agencyId]);
  const event = (delivery: string, userId: string | null) =>
    db.pool.query(
      `insert into delivery_events (agency_id, delivery_id, at, user_id, from_state, to_state, message, note,
         due_before, due_at, next_at, tries, settle_reads, cancel_asked)
       values ($1, $2, $3, $4, 'scheduled', 'scheduled', '', '', $3, $3, $3, 0, 0, false)`,
      [agencyId, delivery, ago(1201), userId],
    );
  for (const delivery of [machine, moved, open]) await event(delivery, null);
  await event(moved, people[0]?.id ?? null);
  return { agencyId, machine, moved, open };
}

test('the history of a post goes only if the post ended and no person acted on it', async () => {
  const { moved, open } = await threePosts();
  assert.equal(await deleteOld(db, { retention: oldHistory, now }), 1);
  const { rows } = await db.pool.query<{ id: string }>('select delivery_id as id from delivery_events order by id');
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), [moved, moved, open].toSorted());
});

test('of the readings of an old post the last one stays, and the ledger is as it was', async () => {
  const { agencyId, machine, moved } = await threePosts();
  const before = await checkLedger(runOn(db.pool));
  await db.pool.query(`update deliveries set published_at = $2 where id = $1`, [moved, ago(1000)]);
  const { rows: earlier } = await db.pool.query<{ all: number }>(
    `select count(*)::int as all from deliveries where state = 'published' and published_at < $1`,
    [ago(1095)],
  );
  assert.ok((earlier[0]?.all ?? 0) >= 1);
  await db.pool.query(
    `insert into engagement_progress (taken_until) values (now()) on conflict (is_only) do update
       set thinned_until = '-infinity'`,
  );
  await db.pool.query(
    `insert into engagement_readings (delivery_id, agency_id, at, likes)
     select id, $2, $3::timestamptz + n * interval '1 day', n from unnest($1::bigint[]) id, generate_series(1, 6) n`,
    [[machine, moved], agencyId, ago(1200)],
  );
  assert.equal(await deleteOld(db, { retention: oldReadings, now }), 5);
  const { rows } = await db.pool.query<{ id: string; likes: string }>(
    'select delivery_id as id, max(likes) as likes from engagement_readings group by 1 having count(*) = 1',
  );
  assert.deepEqual(rows, [{ id: machine, likes: '6' }]);
  // What is thinned is not read again, and the other post's turn comes with its age.
  assert.equal(await deleteOld(db, { retention: oldReadings, now }), 0);
  assert.equal(await deleteOld(db, { retention: oldReadings, now: new Date(now.getTime() + 96 * day) }), 5);
  assert.deepEqual(await checkLedger(runOn(db.pool)), before);
});
