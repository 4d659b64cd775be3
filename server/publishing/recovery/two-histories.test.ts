/** Two databases that both call themselves current: what one of them sent is not known to the other. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { answers, aWorker, postsSilently } from '../testing.ts';
import { runOn, type Connections } from '../statements.ts';
import { takeBack } from '../engine/fence.ts';
import { letGoLost } from '../engine/release.ts';
import { journalledOn } from './testing-journalled.ts';

const db = await testDatabase({ max: 20 });
const aJournalled = journalledOn(db);
const change = (what: string, values: unknown[] = []) => db.pool.query<Record<string, unknown>>(what, values);
const attempts = async () => (await change('select worker, outcome from attempts order by id')).rows;

test('what another database sent is not sent again, even before the journal is compared', async () => {
  const stage = await aJournalled();
  await stage.dump();
  await stage.worker.publishDue();
  await stage.restore();
  stage.clock.pass(1);
  const worker = stage.another();
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
  assert.ok(worker.events.includes('attempt-elsewhere'));
  await stage.inOrder();
});

test('what another database may have sent becomes uncertain', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  stage.clock.pass(1);
  await stage.another().publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['uncertain'], 1]);
  await stage.inOrder();
});

test('two databases whose workers send at the same instant do not both send', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(async (context, post) => {
    await context.fence({ payload: 'words' });
    // The other database, at the same millisecond of its clock.
    await stage.restore();
    await stage.another().publishDue();
    return post();
  });
  await stage.worker.publishDue();
  assert.equal(stage.feed.length, 1);
});

test('an attempt elsewhere that posted nothing does not stop a post', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(answers({ kind: 'unreachable', message: 'no' }));
  await stage.worker.publishDue();
  await stage.restore();
  stage.clock.pass(1);
  await stage.another().publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('an attempt at a lost delivery does not stop another one that has its id', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  await change(`update deliveries set marker = 'ar-another'`);
  stage.clock.pass(1);
  await stage.another().publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 2]);
});

test('attempts that the database knows do not stop a later one', async () => {
  const stage = await aJournalled();
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 5, scope: 'account', message: 'later' }));
  await stage.worker.publishDue();
  stage.clock.pass(60);
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
  assert.equal((await attempts()).length, 2);
});

test('a worker claims nothing from, and passes no fence of, a database that it has not compared', async () => {
  const stage = await aJournalled();
  const { engine } = stage.worker;
  await engine.watch?.look();
  const [row] = await stage.worker.claim();
  assert.ok(row);
  const passage = { deliveryId: row.id, claim: row.claim, fingerprint: '', remoteIds: {}, now: stage.clock.now() };
  // It calls itself compared: its rows are as they were when it was primary.
  await change('vacuum full attempts');
  await change('update installation set identity = database_identity()');
  assert.equal(await engine.records.passFence({ ...passage, leaseUntil: engine.leaseUntil() }), null);
  await change(`update deliveries set state = 'scheduled'`);
  await change(`update social_accounts set free_at = '-infinity'`);
  assert.equal(await stage.worker.publishDue(), 0);
  await engine.watch?.look();
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an attempt that becomes no question is asked about once, and is on record', async () => {
  const stage = await aJournalled({ items: 2, frequency: 'hourly' });
  await stage.worker.engine.watch?.look();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  await change(
    `update deliveries set state = 'cancelled', next_at = 'infinity' where id = (select min(id) from deliveries)`,
  );
  const worker = stage.another();
  await worker.engine.watch?.look();
  assert.deepEqual(await attempts(), [{ worker: 'journal', outcome: 'unknown' }]);
  stage.clock.pass(3600);
  await stage.another().engine.watch?.compare();
  assert.deepEqual(await stage.states(), ['cancelled', 'scheduled']);
});

test('attempts at deliveries that are gone are asked about once', async () => {
  const stage = await aJournalled({ items: 2, frequency: 'hourly' });
  await stage.worker.engine.watch?.look();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  await change(`update deliveries set marker = 'ar-another' where id = (select min(id) from deliveries)`);
  const worker = stage.another();
  await worker.engine.watch?.look();
  await change('update installation set identity_since = $1', [stage.clock.now()]);
  stage.clock.pass(3600);
  await worker.engine.watch?.compare();
  assert.deepEqual(worker.events.filter((event) => event === 'attempts-unknown').length, 1);
  assert.equal((await stage.states())[1], 'scheduled');
});

for (const [marker, recorded] of [
  ['marker', [{ worker: 'journal', outcome: 'unreachable' }]],
  [`'ar-another'`, []],
] as const)
  test(`a lost attempt without a post is on record ${recorded.length} times if the marker is ${marker}`, async () => {
    const stage = await aJournalled();
    await stage.dump();
    stage.script.push(answers({ kind: 'unreachable', message: 'no' }));
    await stage.worker.publishDue();
    await stage.restore();
    await change(`update deliveries set marker = ${marker}, next_at = 'infinity', due_at = due_at + interval '1 day'`);
    await stage.another().engine.watch?.look();
    assert.deepEqual(await attempts(), recorded);
  });

/** Connections on which a statement runs, and its answer is lost. */
function losing(name: string): Connections {
  return {
    connect: () => db.pool.connect(),
    end: () => Promise.resolve(),
    query: async (query) => {
      const answer = await db.pool.query(query);
      if (typeof query === 'object' && query.name === name)
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return answer;
    },
  };
}

test('a post whose fence was passed without an answer goes out again at once', async () => {
  const stage = await aJournalled();
  const { networks, clock, journal } = stage;
  await aWorker(db, { networks, clock, journal, pool: losing('pass-fence') }).publishDue();
  assert.deepEqual([await stage.states(), await attempts(), stage.feed.length], [['scheduled'], [], 0]);
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

for (const [what, left] of [
  ['worker = worker', 1],
  [`worker = 'another'`, 2],
  ['claim = claim + 1', 2],
  [`state = 'uncertain'`, 2],
] as const)
  test(`an unanswered passage of a delivery with “${what}” leaves ${left} attempts`, async () => {
    const stage = await aJournalled();
    const { engine } = stage.worker;
    const [row] = await stage.worker.claim();
    assert.ok(row);
    const key = { deliveryId: row.id, claim: row.claim };
    await change(
      `insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at)
       values ($1, $2, 1, $3, '', now())`,
      [row.agencyId, row.id, engine.worker],
    );
    const now = stage.clock.now();
    await engine.records.passFence({ ...key, fingerprint: '', remoteIds: {}, now, leaseUntil: engine.leaseUntil() });
    await change(`update deliveries set ${what}`);
    await takeBack(runOn(db.pool), { ...key, worker: engine.worker });
    const { rows } = await change('select number from attempts order by number');
    assert.equal(rows.length, left);
    assert.equal(rows[0]?.['number'], 1);
  });

test('a worker gives back what was claimed in its name without an answer, and nothing else', async () => {
  const stage = await aJournalled({ accounts: 4 });
  const { engine } = stage.worker;
  const rows = await stage.worker.claim();
  const [atWork, lost, others, sending] = rows.map(({ id }) => id);
  await change(`update deliveries set worker = 'another' where id = $1`, [others]);
  await change(`update deliveries set state = 'sending' where id = $1`, [sending]);
  await letGoLost(runOn(db.pool), { worker: engine.worker, atWork: [atWork ?? ''], now: stage.clock.now() });
  const { rows: left } = await change(`select id from deliveries where state <> 'scheduled'`);
  assert.deepEqual(new Set(left.map(({ id }) => String(id))), new Set([atWork, others, sending]));
  assert.equal((await stage.another().claim())[0]?.id, lost);
});
