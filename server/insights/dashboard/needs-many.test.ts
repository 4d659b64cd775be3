/**
 * The dashboard with very many things that wait for a person: the latest ones, a count, and no more rows read than
 * needed.
 */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { beforeAll, test } from 'vitest';
import { aSchedule } from '../../publishing/testing.ts';
import { aPerson, aServer, type TestPerson } from '../../app/testing/server.ts';
import { attention } from './needs-queries.ts';

const now = new Date('2026-06-10T12:00:00Z');
const server = await aServer({ clock: () => now });
let owner: TestPerson;
let other: TestPerson;

/** Deliveries of one occurrence each minute, going back from `from`. */
async function fill({
  agencyId,
  clientId,
  streamId,
  itemId,
  accountId,
  count,
  from,
  set,
}: {
  agencyId: string;
  clientId: string;
  streamId: string;
  itemId: string;
  accountId: string;
  count: number;
  from: string;
  set: string;
}): Promise<void> {
  await server.db.pool.query(
    `
    with schedule as (
      insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency) values ($1, $2,
        $3, '2026-01-01 00:00', 'UTC', 'hourly') returning id
    ), occurrence as (
      insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
      select $1, schedule.id, $4, 1, place, place, '', $6::timestamptz - place * interval '1 second', 'failed'
        from schedule, generate_series(0, $7::int - 1) place
      returning id, schedule_id, due_at
    )
    insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, state)
    select $1, o.id, o.schedule_id, $5, o.due_at, o.due_at, 'failed' from occurrence o`,
    [agencyId, clientId, streamId, itemId, accountId, from, count],
  );
  if (set !== '')
    await server.db.pool.query(
      `update deliveries set ${set} where agency_id = $1 and state = 'failed'
        and due_at > $2::timestamptz - $3 * interval '1 second' and due_at <= $2`,
      [agencyId, from, count],
    );
}

beforeAll(async () => {
  const people: TestPerson[] = [];
  for (const many of [true, false]) {
    const {
      agencyId,
      clientId,
      streamId,
      itemIds: [itemId = ''],
      accountIds: [accountId = ''],
    } = await aSchedule(server.db, { origin: '2030-01-01 10:00' });
    people.push(await aPerson(server.db, { role: 'owner', agencyId }));
    const own = { agencyId, clientId, streamId, itemId, accountId };
    await fill({ ...own, count: many ? 10_000 : 60, from: '2026-06-10T11:00:00Z', set: '' });
    if (!many) continue;
    await fill({ ...own, count: 5000, from: '2026-06-09T11:00:00Z', set: `state = 'missed', skipped_at = now()` });
    await fill({ ...own, count: 20_000, from: '2026-05-20T11:00:00Z', set: '' });
    await fill({ ...own, count: 3, from: '2026-02-01T11:00:00Z', set: `state = 'uncertain', next_at = 'infinity'` });
  }
  [owner, other] = [people[0] ?? server.owner, people[1] ?? server.owner];
  await server.db.pool.query('analyze');
});

test('the latest fifty of ten thousand failures are listed and the others counted up to a thousand', async () => {
  const { needs_you: needs, more } = await server.ask('fetch-needs-you', {}, { as: owner });
  assert.deepEqual([needs.length, more], [50, 1000]);
  assert.deepEqual([needs[0]?.at, needs[49]?.at], ['2026-06-10T11:00:00.000Z', '2026-06-10T10:59:11.000Z']);
  assert.equal((await server.ask('fetch-needs-you', {}, { as: other })).more, 10);
});

test('an undecided post is listed, however old it is, once all later ones are decided', async () => {
  await server.db.pool.query(
    `update deliveries set skipped_at = now() where agency_id = $1 and state = 'failed' and due_at > '2026-06-01'`,
    [owner.agencyId],
  );
  await server.db.pool.query('analyze deliveries');
  const { needs_you: needs, more } = await server.ask('fetch-needs-you', {}, { as: owner });
  assert.deepEqual([needs.map(({ kind }) => kind), more], [['uncertain', 'uncertain', 'uncertain'], 0]);
  await server.db.pool.query(`update deliveries set skipped_at = null where agency_id = $1 and state = 'failed'`, [
    owner.agencyId,
  ]);
  await server.db.pool.query('analyze deliveries');
});

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

test('the latest posts are read by their index: no full table scan, no step over many rows', async () => {
  const asked = { agencyId: owner.agencyId, since: new Date(now.getTime() - 7 * 86_400_000), now, limit: 50 };
  const { rows } = await server.db.asAgency(owner.agencyId, (tx) =>
    sql<{ 'QUERY PLAN': { Plan: Node }[] }>`explain (analyze, format json) ${attention(asked)}`.execute(tx),
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flat(Plan)));
  assert.deepEqual(
    nodes
      .filter(
        (node) =>
          node['Relation Name'] === 'deliveries' &&
          node['Index Name'] !== 'deliveries_attention' &&
          node['Actual Rows'] * node['Actual Loops'] > 100,
      )
      .map((node) => node['Index Name']),
    [],
  );
  const most = Math.max(
    ...nodes.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
  );
  assert.ok(most <= 10 * asked.limit, `a step went over ${most} rows`);
});
