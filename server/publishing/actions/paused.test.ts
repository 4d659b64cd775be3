import assert from 'node:assert/strict';
import { test } from 'vitest';
import { holdPausedOf } from '../plan/holds.ts';
import { cancelForSchedule } from './cancel.ts';
import { resolveDelivery } from './decide.ts';
import { moveSchedule } from './move.ts';
import { releaseWaiting } from './reconnect.ts';
import { answers, posts } from '../testing.ts';
import { openPausingStages } from './testing-pausing.ts';

const { aPausingStage, db } = await openPausingStages();

const hour = 3600;

test('claims skip a post that falls due during a pause, and it is neither missed nor failed', async () => {
  const stage = await aPausingStage({ items: 3 });
  await stage.pause(stage.targets.client);
  stage.clock.pass(60 * 24 * hour);
  await stage.worker.sweep();
  const due = await db.pool.query(`select from deliveries where state = 'scheduled' and next_at <= $1`, [
    stage.clock.now(),
  ]);
  assert.deepEqual([await stage.states(), due.rowCount], [['scheduled', 'scheduled', 'scheduled'], 0]);
  await stage.inOrder();
});

test('a post that waits for reconnection when it is paused does not reach its deadline', async () => {
  const stage = await aPausingStage();
  stage.script.push(answers({ kind: 'unauthorized', message: 'who?' }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['waiting']);
  await stage.pause(stage.targets.client);
  stage.clock.pass(3 * 24 * hour);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['scheduled']);
  await stage.resume(stage.targets.client);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting'], 'its account is still lost, and its day of waiting starts again');
  await db.pool.query(`update social_accounts set status = 'connected'`);
  await stage.inAgency((tx) =>
    releaseWaiting(tx, { agencyId: stage.agencyId, accountId: stage.targets.account.id, now: stage.clock.now() }),
  );
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an account that is reconnected while it is paused does not send', async () => {
  const stage = await aPausingStage();
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  await stage.worker.sweep();
  await stage.pause(stage.targets.account);
  await db.pool.query(`update social_accounts set status = 'connected'`);
  await stage.inAgency((tx) =>
    releaseWaiting(tx, { agencyId: stage.agencyId, accountId: stage.targets.account.id, now: stage.clock.now() }),
  );
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.resume(stage.targets.account);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a paused schedule can be moved and deleted like any other', async () => {
  const stage = await aPausingStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 10:00' });
  await stage.pause(stage.targets.everything);
  await stage.worker.sweep();
  const { agencyId, scheduleId, clock } = stage;
  await stage.inAgency((tx) =>
    moveSchedule(tx, {
      agencyId,
      scheduleId,
      origin: '2026-06-02 09:00',
      zone: 'UTC',
      frequency: 'hourly',
      repurpose: false,
      now: clock.now(),
    }),
  );
  assert.deepEqual(
    (await stage.deliveries()).map(({ next_at }) => next_at.toISOString().slice(0, 13)),
    ['2026-06-02T09', '2026-06-02T10'],
  );
  assert.equal((await stage.resume(stage.targets.everything)).kind, 'resumed');
  assert.equal(await stage.worker.publishDue(), 0, 'its time has not come');
  await stage.pause(stage.targets.everything);
  assert.equal(await stage.inAgency((tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })), 2);
  await stage.resume(stage.targets.everything);
  clock.pass(48 * hour);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.inOrder();
});

test('a post that a person sends again during a pause waits until the pause ends', async () => {
  const stage = await aPausingStage();
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await stage.pause(stage.targets.client);
  const [failed] = await stage.deliveries();
  const decision = {
    agencyId: stage.agencyId,
    deliveryId: failed?.id ?? '',
    decision: 'publish-again',
    postUrl: '',
    now: stage.clock.now(),
  } as const;
  assert.equal(await stage.inAgency((tx) => resolveDelivery(tx, decision)), 'done');
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.resume(stage.targets.client);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(stage.feed.length, 1);
});

test('a post whose retry falls into a pause is retried afterwards, with a new time limit', async () => {
  const stage = await aPausingStage();
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'later' }));
  await stage.worker.publishDue();
  await stage.pause(stage.targets.account);
  stage.clock.pass(24 * hour);
  await stage.worker.sweep();
  await stage.resume(stage.targets.account);
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'later' }), posts);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(60);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

test('holding posts while a pause ends concurrently leaves no post held', async () => {
  const stage = await aPausingStage({ items: 30, frequency: 'hourly', origin: '2026-06-01 01:00' });
  for (let round = 0; round < 8; round += 1) {
    await stage.pause(stage.targets.everything);
    const [resumed] = await Promise.all([
      stage.resume(stage.targets.everything),
      stage.worker.sweep(),
      stage.worker.sweep(),
    ]);
    assert.equal(resumed.kind, 'resumed');
    await stage.inOrder();
    await db.pool.query(`update deliveries set next_at = due_at`);
  }
  await stage.pause(stage.targets.everything);
  const { agencyId, clock } = stage;
  assert.ok((await stage.inAgency((tx) => holdPausedOf(tx, { agencyId, now: clock.now() }))) > 0);
});
