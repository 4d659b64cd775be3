import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { archiveAttempts } from './archive.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { runOn } from '../statements.ts';
import { answers, deliveriesOf, postsSilently, type Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase();
const signal = new AbortController().signal;

async function anArchiveStage(planned: Planned) {
  const stage = await aStage(db, planned);
  const count = async (table: string): Promise<number> =>
    (await db.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? -1;
  return {
    ...stage,
    count,
    counts: async () => [await count('attempts'), await count('attempts_archive'), await count('all_attempts')],
  };
}

const afterDays = (clock: { pass(seconds: number): void; now(): Date }, days: number): Date => {
  clock.pass(days * 86_400);
  return clock.now();
};

test('attempts of deliveries that ended more than 90 days ago are archived and still found', async () => {
  const { clock, worker, counts } = await anArchiveStage({ accounts: 3 });
  await worker.publishDue();
  assert.deepEqual(
    [await archiveAttempts(db.pool, { now: afterDays(clock, 90), signal }), await counts()],
    [0, [3, 0, 3]],
  );
  clock.pass(1);
  assert.deepEqual([await archiveAttempts(db.pool, { now: clock.now(), signal }), await counts()], [3, [0, 3, 3]]);
  assert.deepEqual([await archiveAttempts(db.pool, { now: clock.now(), signal }), await counts()], [0, [0, 3, 3]]);
  const { rows } = await db.pool.query<{ outcome: string; number: number; finished: boolean }>(
    'select outcome, number, finished_at is not null as finished from all_attempts',
  );
  assert.deepEqual(rows[0], { outcome: 'published', number: 1, finished: true });
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('attempts of a post that waits for a person’s decision are not archived, however old', async () => {
  const { clock, script, worker, counts } = await anArchiveStage({ accounts: 2 });
  script.push(postsSilently);
  await worker.publishDue();
  await archiveAttempts(db.pool, { now: afterDays(clock, 400), signal });
  assert.deepEqual(await counts(), [1, 1, 2]);
});

test('a delivery published again after years continues counting its attempts', async () => {
  const { clock, script, worker, scheduleId, agencyId } = await anArchiveStage({});
  script.push(answers({ kind: 'rejected', message: 'no' }));
  await worker.publishDue();
  await archiveAttempts(db.pool, { now: afterDays(clock, 400), signal });
  const [delivery] = await deliveriesOf(db, scheduleId);
  assert.ok(delivery);
  await db.asAgency(agencyId, (tx) =>
    resolveDelivery(tx, {
      agencyId,
      deliveryId: delivery.id,
      decision: 'publish-again',
      postUrl: '',
      now: clock.now(),
    }),
  );
  await worker.publishDue();
  const { rows } = await db.pool.query<{ number: number; outcome: string }>(
    'select number, outcome from all_attempts order by number',
  );
  assert.deepEqual(rows, [
    { number: 1, outcome: 'rejected' },
    { number: 2, outcome: 'published' },
  ]);
});

test('the view of all attempts shows an agency only its own attempts', async () => {
  const { worker } = await anArchiveStage({});
  await worker.publishDue();
  const {
    rows: [otherAgency],
  } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('Other') returning id`);
  const client = await db.pool.connect();
  try {
    await client.query(`begin; select set_config('app.agency_id', '${otherAgency?.id ?? ''}', true)`);
    assert.equal((await client.query('select from all_attempts')).rows.length, 0);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
