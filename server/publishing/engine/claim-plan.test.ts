/** PostgreSQL's plan of a claim among many rows: always by index, never a full scan. */

import assert from 'node:assert/strict';
import pg from 'pg';
import { beforeAll, test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { claimDue, claimExpired, claimReads, findNextDue } from './claim.ts';
import { openEnginePool, type Run } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker } from '../testing.ts';

const db = await testDatabase();
const planned = 100_000;
const now = new Date('2026-06-01T12:00:00Z');
const claim = { worker: 'planner', now, leaseUntil: now, limit: 50 };

beforeAll(async () => {
  const { agencyId, clientId, streamId, itemIds, accountIds } = await aSchedule(db, {
    origin: '2026-06-01 11:59',
    accounts: 50,
  });
  // One more schedule, whose round is as long as all the others' together: the claim looks rows up by time, not by
  // schedule.
  await db.pool.query(
    `
    with schedule as (
      insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
      values ($1, $2, $3, '2030-01-01 00:00', 'UTC', 'hourly') returning id
    ), occurrence as (
      insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
      select $1, schedule.id, $4, 1, place, place, '', '2030-01-01'::timestamptz + place * interval '1 minute'
        from schedule, generate_series(0, $6::int / 50 - 1) place
      returning id, schedule_id, due_at
    )
    insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at)
    select $1, o.id, o.schedule_id, account, o.due_at, o.due_at from occurrence o, unnest($5::bigint[]) account`,
    [agencyId, clientId, streamId, itemIds[0], accountIds, planned],
  );
  await db.pool.query('analyze');
});

/** A node of a plan: its kind, table and index, and the number of rows it actually read. */
type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/** Explains the statements of a function as the engine's connections plan them, and rolls them back. */
async function planOf(ask: (run: Run) => Promise<unknown>): Promise<Node[]> {
  const pool = openEnginePool(db.pool, { max: 1, durable: false });
  const nodes: Node[] = [];
  const explain: Run = async ({ text }, values) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>({
        text: `explain (analyze, format json) ${text}`,
        values: [...values],
      });
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) nodes.push(...flat(Plan));
      await client.query('rollback');
    } finally {
      client.release();
    }
    return [];
  };
  await ask(explain);
  await pool.end();
  return nodes;
}

/** Explains a statement whose plan this connection has kept since its first run. */
async function planSince(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  values: readonly (string | null)[],
): Promise<Node[]> {
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ');
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, format json) execute "${name}" (${given})`,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flat(Plan)));
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];
const rowsOf = (node: Node): number => node['Actual Rows'] * node['Actual Loops'];
const removedBy = (node: Node): number => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
const indexesOf = (nodes: readonly Node[], table: string): string[] =>
  [
    ...new Set(
      nodes
        .filter((node) => node['Relation Name'] === table && node['Index Name'] !== undefined)
        .map((node) => node['Index Name'] ?? ''),
    ),
  ].toSorted();

/** The scan of due deliveries reads only the index. */
const walked = 'deliveries_due_network';
const statements: [name: string, ask: (run: Run) => Promise<unknown>, indexes: string[]][] = [
  [
    'a claim',
    (run) =>
      claimDue(run, {
        ...claim,
        rooms: new Map([
          ['telegram', 100],
          ['medium', 10],
        ]),
      }),
    ['deliveries_account_due', 'deliveries_due_network', 'deliveries_pkey'],
  ],
  ['a claim of reads', (run) => claimReads(run, claim), ['deliveries_pkey', 'deliveries_reads']],
  [
    'the search for expired leases',
    (run) => claimExpired(run, { ...claim, except: [] }),
    ['deliveries_one_running', 'deliveries_pkey'],
  ],
  ['the search for the next due instant', (run) => findNextDue(run, now), ['deliveries_due', 'deliveries_reads']],
];
for (const [name, ask, indexes] of statements) {
  test(`${name} among ${planned} planned deliveries uses partial indexes and reads no more than it takes`, async () => {
    const nodes = await planOf(ask);
    assert.deepEqual(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
      [],
    );
    assert.deepEqual(indexesOf(nodes, 'deliveries'), indexes);
    assert.deepEqual(
      nodes.filter((node) => node['Index Name'] === walked && node['Node Type'] !== 'Index Only Scan'),
      [],
    );
    const most = Math.max(...nodes.map(rowsOf));
    assert.ok(most <= 2 * claim.limit, `a step went over ${most} rows`);
  });
}

test('a claim skips due deliveries of a network without room', async () => {
  await db.pool.query(
    `update deliveries set next_at = '2026-06-01 11:00' where id in (select id from deliveries order by id desc
      limit 10000)`,
  );
  await db.pool.query('analyze deliveries');
  const nodes = await planOf((run) =>
    claimDue(run, {
      ...claim,
      rooms: new Map([
        ['telegram', 0],
        ['medium', 10],
      ]),
    }),
  );
  const most = Math.max(...nodes.map((node) => rowsOf(node) + removedBy(node)));
  assert.ok(most <= 2 * claim.limit, `a step went over ${most} rows`);
});

test('query plans made on empty tables scan none of these tables once they are full', async () => {
  const young = await testDatabase();
  const pool = openEnginePool(young.pool, { max: 1, durable: false });
  const clock = aClock();
  const { network } = aNetwork();
  const worker = aWorker({ pool }, { networks: { telegram: network }, clock });
  await aSchedule(young, { accounts: 1, gapSeconds: 1 });
  await worker.publishDue();
  const { scheduleId } = await aSchedule(young, { accounts: 200, items: 20, frequency: 'hourly' });
  // A realistic number of attempts, without fresh statistics.
  await young.pool.query(
    `insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at)
     select agency_id, id, 1, 'another', '', now() from deliveries where schedule_id = $1`,
    [scheduleId],
  );
  const later = '2026-06-01T12:10:00Z';
  const outcome =
    '[{"id": 50, "from_state": "sending", "attempt_id": 50, "outcome": "published", "detail": {}, "state": ' +
    '"published", "free_at": "2026-06-01T12:00:00Z"}]';
  const plans = {
    'claim-due': await planSince(pool, 'claim-due', [
      '2026-06-01T12:00:00Z',
      'planner',
      later,
      '10',
      '{telegram}',
      '{10}',
      null,
    ]),
    'pass-fence': await planSince(pool, 'pass-fence', [
      '{50,60}',
      '{a,b}',
      '{"{}","{}"}',
      'planner',
      later,
      later,
      '{1,1}',
      null,
    ]),
    'store-post': await planSince(pool, 'store-post', ['{50,60}', '{50,60}', '{a,b}', '{a,b}']),
    'finish-deliveries': await planSince(pool, 'finish-deliveries', [outcome, 'planner', later]),
    'line-up-account': await planSince(pool, 'line-up-account', ['{2,3}', `{"${later}","${later}"}`]),
  };
  await pool.end();
  for (const [name, nodes] of Object.entries(plans)) {
    const widest = nodes.toSorted((a, b) => rowsOf(b) + removedBy(b) - rowsOf(a) - removedBy(a))[0];
    assert.ok(widest && rowsOf(widest) + removedBy(widest) <= 50, `${name} goes over ${JSON.stringify(widest)}`);
  }
});
