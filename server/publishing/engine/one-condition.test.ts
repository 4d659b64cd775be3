/** Conditions of the engine's statements: in each case everything but one lets the statement act, and it does not. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { aStage } from '../testing-stage.ts';
import { runOn } from '../statements.ts';
import { claimExpired, claimReads, findNextDue, renewLeases } from './claim.ts';
import { FenceRefused, noteRefused, remember } from './fence.ts';
import { endWaiting, markMissed } from './late.ts';
import { healTokens, letGo } from './release.ts';

const db = await testDatabase({ max: 20 });
const run = runOn(db.pool);
/** The clock of every test here, when its first delivery is due. */
const now = "'2026-06-01T12:00:00Z'::timestamptz";
const change = (what: string) => db.pool.query(what);
const aClaimAt = (at: Date) => ({ worker: 'other', now: at, leaseUntil: at, limit: 9 });

/** All pauses of an account, and an agency that has not paid. */
const pauses = [
  ...['social_accounts', 'users', 'agencies'].map((table) => `update ${table} set paused_at = now()`),
  'update agencies set suspended_at = now()',
];

for (const what of [
  ...pauses,
  'update deliveries set paused = true',
  "update deliveries set state = 'waiting'",
  `update deliveries set next_at = ${now} + interval '1 second'`,
  `update social_accounts set free_at = ${now} + interval '1 second'`,
  "update social_accounts set status = 'needs-reconnecting'",
  'update social_accounts set deleted_at = now()',
  `insert into network_waits (network, until) values ('telegram', ${now} + interval '1 second')`,
])
  test(`a due delivery is not claimed after “${what}”`, async () => {
    const { worker } = await aStage(db);
    await change(what);
    assert.deepEqual(await worker.claim(), []);
  });

for (const what of [
  `update deliveries set next_at = ${now}`,
  `update social_accounts set free_at = ${now}`,
  `insert into network_waits (network, until) values ('telegram', ${now})`,
])
  test(`a due delivery is claimed after “${what}”`, async () => {
    const { worker } = await aStage(db);
    await change(what);
    assert.equal((await worker.claim()).length, 1);
  });

for (const [what, claimed] of [
  ['state = state', 'item 1'],
  ['paused = true', 'item 2'],
  ["state = 'failed', next_at = 'infinity'", 'item 2'],
  [`next_at = ${now} + interval '2 hours'`, 'item 2'],
] as const)
  test(`of an account’s two due deliveries, “${claimed}” is claimed if the first has “${what}”`, async () => {
    const { worker, clock } = await aStage(db, { items: 2, frequency: 'hourly' });
    clock.pass(3600);
    await change(`update deliveries set ${what} where id = (select min(id) from deliveries)`);
    assert.deepEqual(
      (await worker.claim()).map(({ title }) => title),
      [claimed],
    );
  });

/** What takes a claimed delivery from its worker, one fact at a time. */
const taken = [
  "update deliveries set worker = 'another'",
  'update deliveries set claim = claim + 1',
  "update deliveries set state = 'processing'",
];

/** A claimed delivery. */
async function aClaim() {
  const stage = await aStage(db);
  const [row] = await stage.worker.claim();
  assert.ok(row);
  const { engine } = stage.worker;
  const key = { deliveryId: row.id, worker: engine.worker, claim: row.claim };
  const passFence = () =>
    engine.records.passFence({
      ...key,
      fingerprint: '',
      remoteIds: {},
      now: stage.clock.now(),
      leaseUntil: engine.leaseUntil(),
    });
  const stored = async () => (await db.pool.query<Record<string, unknown>>('select * from deliveries')).rows;
  return { ...stage, row, engine, key, passFence, stored };
}

for (const what of [
  ...pauses,
  ...taken,
  `update deliveries set lease_until = ${now}`,
  'update deliveries set cancel_asked = true',
  'update social_accounts set deleted_at = now()',
])
  test(`the fence refuses a delivery after “${what}”`, async () => {
    const { passFence } = await aClaim();
    await change(what);
    assert.equal(await passFence(), null);
  });

for (const what of taken)
  test(`after “${what}” its worker neither records an outcome nor ids, nor gives the delivery back`, async () => {
    const { row, engine, key, stored, clock } = await aClaim();
    await change(what);
    const before = await stored();
    const finish = { row, from: 'claimed', attemptId: null, conclusion: { kind: 'missed' } } as const;
    assert.equal(await engine.records.finish(finish), false);
    await letGo(run, { ...key, now: clock.now() });
    await assert.rejects(remember(run, { ...key, remoteIds: { upload: '1' } }), FenceRefused);
    assert.deepEqual(await stored(), before);
  });

test('an outcome of an attempt that was refused or recorded before stays', async () => {
  const { row, engine, passFence, clock } = await aClaim();
  const attemptId = await passFence();
  assert.ok(attemptId);
  const outcomes = async () => (await db.pool.query<{ outcome: string }>('select outcome from attempts')).rows;
  await change("update attempts set outcome = 'rejected'");
  await noteRefused(run, { attemptId, deliveryId: row.id, now: clock.now() });
  assert.deepEqual(await outcomes(), [{ outcome: 'rejected' }]);
  const outcome = { kind: 'unknown', message: '' } as const;
  await engine.records.finish({ row, from: 'sending', attemptId, conclusion: { kind: 'outcome', outcome } });
  assert.deepEqual(await outcomes(), [{ outcome: 'rejected' }]);
});

test('the id of a post is stored only for a delivery that may have been sent, and its own attempt', async () => {
  const { row, engine, passFence } = await aClaim();
  const attemptId = await passFence();
  const post = { deliveryId: row.id, attemptId, postId: '7', postUrl: null };
  const ids = async () =>
    (
      await db.pool.query<Record<string, unknown>>(
        'select d.post_id as of_delivery, t.post_id as of_attempt from deliveries d, attempts t',
      )
    ).rows;
  await engine.records.storePost({ ...post, attemptId: null });
  assert.deepEqual(await ids(), [{ of_delivery: '7', of_attempt: null }]);
  await change("update deliveries set state = 'scheduled', post_id = null");
  await engine.records.storePost(post);
  assert.deepEqual(await ids(), [{ of_delivery: null, of_attempt: '7' }]);
});

for (const [what, count] of [
  ["state = 'uncertain'", 1],
  ["state = 'processing'", 1],
  ["state = 'scheduled'", 0],
  [`state = 'uncertain', next_at = ${now} + interval '1 second'`, 0],
] as const)
  test(`${count === 1 ? 'a' : 'no'} post is checked of a delivery with “${what}”`, async () => {
    const { clock } = await aStage(db);
    await change(`update deliveries set ${what}`);
    assert.equal((await claimReads(run, aClaimAt(clock.now()))).length, count);
  });

test('no post is checked of an agency whose processing is stopped', async () => {
  const { clock } = await aStage(db);
  await change("update deliveries set state = 'uncertain'; update agencies set processing_stopped_at = now()");
  assert.deepEqual(await claimReads(run, aClaimAt(clock.now())), []);
});

for (const [what, isExcepted] of [
  [`lease_until = ${now}`, false],
  [`lease_until = ${now} - interval '1 second', state = 'processing'`, false],
  [`lease_until = ${now} - interval '1 second'`, true],
] as const)
  test(`a delivery with “${what}” is not taken over${isExcepted ? ' by its own process' : ''}`, async () => {
    const { row, clock } = await aClaim();
    await change(`update deliveries set ${what}`);
    const except = isExcepted ? [row.id] : [];
    assert.deepEqual(await claimExpired(run, { ...aClaimAt(clock.now()), except }), []);
    await change(`update deliveries set state = 'claimed', lease_until = ${now} - interval '1 second'`);
    assert.equal((await claimExpired(run, { ...aClaimAt(clock.now()), except: [] })).length, 1);
  });

for (const what of ["worker = 'another'", "state = 'processing'"])
  for (const isLocked of [false, true])
    test(`a lease is not renewed after “${what}”${isLocked ? ', while it waits' : ''}`, async () => {
      const { row, engine, stored } = await aClaim();
      const person = await db.pool.connect();
      await person.query('begin');
      await person.query(`update deliveries set ${what}`);
      if (!isLocked) await person.query('commit');
      const renewing = renewLeases(run, { worker: engine.worker, leaseUntil: new Date(0), ids: [row.id] });
      if (isLocked) {
        await waitsForLock(db, renewing);
        await person.query('commit');
      }
      person.release();
      await renewing;
      assert.notDeepEqual((await stored())[0]?.['lease_until'], new Date(0));
    });

test('a lease is renewed of the named deliveries alone', async () => {
  const { worker } = await aStage(db, { accounts: 2 });
  const { engine } = worker;
  const [one, other] = await worker.claim();
  assert.ok(one && other);
  await renewLeases(run, { worker: engine.worker, leaseUntil: new Date(0), ids: [one.id] });
  const { rows } = await db.pool.query('select id from deliveries where lease_until = $1', [new Date(0)]);
  assert.deepEqual(rows, [{ id: one.id }]);
});

test('the next instant is that of a delivery which is due later, in a state in which it can be taken', async () => {
  const { clock } = await aStage(db);
  const next = () => findNextDue(run, clock.now());
  assert.equal(await next(), null, 'due now, not later');
  const later = `next_at = ${now} + interval '1 minute'`;
  for (const [state, isNext] of [
    ['scheduled', true],
    ['processing', true],
    ['uncertain', true],
    ['waiting', false],
  ] as const) {
    await change(`update deliveries set state = '${state}', ${later}`);
    assert.equal((await next())?.toISOString(), isNext ? '2026-06-01T12:01:00.000Z' : undefined, state);
  }
  await change(`update deliveries set state = 'uncertain', next_at = ${now}`);
  assert.equal(await next(), null);
});

/** A delivery that is due since a day and a second, and is not missed because of one fact. */
const late = `due_at = ${now} - interval '24 hours 1 second', next_at = ${now}`;
for (const what of [
  "state = 'waiting'",
  `next_at = ${now} + interval '1 second'`,
  'first_tried_at = now()',
  `due_at = ${now} - interval '24 hours'`,
])
  test(`a late delivery with “${what}” is not missed`, async () => {
    const stage = await aStage(db);
    await change(`update deliveries set ${late}`);
    await change(`update deliveries set ${what}`);
    assert.equal(await markMissed(stage.worker.engine), 0);
    await change(`update deliveries set state = 'scheduled', first_tried_at = null, ${late}`);
    assert.equal(await markMissed(stage.worker.engine), 1);
  });

for (const what of [
  "state = 'waiting'",
  "next_at = 'infinity'",
  'first_tried_at = now()',
  `due_at = ${now} - interval '24 hours'`,
])
  test(`a late delivery that gets “${what}” in the last moment is not missed`, async () => {
    const stage = await aStage(db);
    await change(`update deliveries set ${late}`);
    const person = await db.pool.connect();
    await person.query('begin; select from schedules for update');
    await person.query(`update deliveries set ${what}`);
    const missing = markMissed(stage.worker.engine);
    await waitsForLock(db, missing);
    await person.query('commit');
    person.release();
    await missing;
    assert.notDeepEqual(await stage.states(), ['missed']);
  });

for (const what of [
  ...pauses,
  "update social_accounts set status = 'connected'",
  'update deliveries set paused = true',
  "update deliveries set state = 'processing'",
  `update deliveries set next_at = ${now} + interval '1 second'`,
])
  test(`a due delivery of a disconnected account does not begin to wait for it after “${what}”`, async () => {
    const stage = await aStage(db);
    await change("update social_accounts set status = 'needs-reconnecting'");
    await change(what);
    await endWaiting(stage.worker.engine);
    assert.notDeepEqual(await stage.states(), ['waiting']);
  });

test('deliveries begin to wait and end waiting only with their own account and at their own time', async () => {
  const stage = await aStage(db, { accounts: 2 });
  await change(`update social_accounts set status = 'needs-reconnecting' where id = ${stage.accountIds[0]}`);
  await endWaiting(stage.worker.engine);
  assert.deepEqual(await stage.states(), ['waiting', 'scheduled']);
  stage.clock.pass(24 * 3600 - 1);
  assert.equal(await endWaiting(stage.worker.engine), 0);
  stage.clock.pass(1);
  assert.equal(await endWaiting(stage.worker.engine), 1);
});

for (const what of [
  `update deliveries set state = 'failed'; update social_accounts set free_at = ${now} + interval '1 hour'`,
  "update deliveries set state = 'sending'",
  "update deliveries set state = 'claimed'",
])
  test(`an account is not freed after “${what}”`, async () => {
    const { clock } = await aClaim();
    await change(what);
    assert.equal(await healTokens(run, clock.now()), 0);
  });
