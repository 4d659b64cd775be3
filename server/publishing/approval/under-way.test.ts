import assert from 'node:assert/strict';
import { test } from 'vitest';
import { publishDelivery } from '../engine/publish.ts';
import { openApprovingStages } from './testing-approving.ts';

const { anApprovingStage, db, hour } = await openApprovingStages();

test('a claimed post whose approval is withdrawn is not sent, as if it had not been claimed', async () => {
  const stage = await anApprovingStage();
  await stage.approve();
  stage.clock.pass(hour);
  const [row] = await stage.worker.claim();
  assert.ok(row);
  assert.equal(await stage.withdraw(), 1);
  await publishDelivery(stage.worker.engine, row);
  const [delivery] = await stage.deliveries();
  assert.deepEqual([delivery?.state, delivery?.tries, stage.feed], ['scheduled', 0, []]);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.inOrder();
});

test('an approval withdrawn while the post is being prepared stops it at the fence', async () => {
  const stage = await anApprovingStage();
  await stage.approve();
  stage.clock.pass(hour);
  stage.script.push(async (context, post) => {
    await stage.withdraw();
    await context.fence({ payload: 'words' });
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed], [['scheduled'], []]);
  await stage.inOrder();
});

test('the fence refuses an unapproved delivery even from the worker that holds it', async () => {
  const stage = await anApprovingStage();
  await stage.approve();
  stage.clock.pass(hour);
  const [row] = await stage.worker.claim();
  // The table refuses a withdrawal that does not take the delivery back; without the constraint, the fence is the last
  // barrier.
  await assert.rejects(db.pool.query('update deliveries set unapproved = true'), /deliveries_unapproved_is_held/);
  await db.pool.query(
    'begin; alter table deliveries drop constraint deliveries_unapproved_is_held; update deliveries set unapproved = ' +
      'true; commit',
  );
  const { engine } = stage.worker;
  assert.equal(
    await engine.records.passFence({
      deliveryId: row?.id ?? '',
      claim: row?.claim ?? 0,
      fingerprint: '',
      remoteIds: {},
      now: stage.clock.now(),
      leaseUntil: engine.leaseUntil(),
    }),
    null,
  );
  await db.pool.query(`update deliveries set unapproved = false;
    alter table deliveries add constraint deliveries_unapproved_is_held check (not unapproved
      or state not in ('claimed', 'waiting') and (state <> 'scheduled' or next_at = 'infinity'))`);
});

test('a post past the fence when its approval is withdrawn finishes, and is held if it is absent', async () => {
  for (const [outcome, state] of [
    ['posted', 'published'],
    ['unreachable', 'scheduled'],
    ['unauthorized', 'scheduled'],
    ['rateLimited', 'scheduled'],
  ] as const) {
    const stage = await anApprovingStage();
    await stage.approve();
    stage.clock.pass(hour);
    stage.script.push(async (context, post) => {
      await context.fence({ payload: 'words' });
      assert.equal(await stage.withdraw(), 0);
      if (outcome === 'posted') return post();
      return outcome === 'rateLimited'
        ? { kind: outcome, retryAfterSeconds: 60, scope: 'account', message: '' }
        : { kind: outcome, message: 'no' };
    });
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), [state]);
    stage.clock.pass(10 * hour);
    await stage.worker.sweep();
    assert.equal(await stage.worker.publishDue(), 0, outcome);
    assert.equal(stage.feed.length, outcome === 'posted' ? 1 : 0);
    await stage.inOrder();
  }
});

test('a post whose answer was lost is searched for, but not sent again without approval', async () => {
  const stage = await anApprovingStage();
  await stage.approve();
  stage.clock.pass(hour);
  stage.script.push(async (context) => {
    await context.fence({ payload: 'words' });
    return { kind: 'unknown', message: 'cut off' };
  });
  await stage.worker.publishDue();
  assert.equal(await stage.withdraw(), 0);
  for (const seconds of [5, 30, 120, 600, 1800]) {
    stage.clock.pass(seconds);
    await stage.worker.settleDue();
  }
  const [row] = await stage.deliveries();
  assert.equal(row?.state, 'scheduled');
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual(stage.feed, []);
  await stage.inOrder();
});
