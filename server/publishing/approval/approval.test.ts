/** The approval gate: no post goes out without its client's approval, whatever else happens to it. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pausePublishing } from '../actions/pause.ts';
import { publishFailedAgain, resolveDelivery } from '../actions/decide.ts';
import { moveSchedule } from '../actions/move.ts';
import { planResume } from '../actions/resume-plan.ts';
import { resumePublishing } from '../actions/resume.ts';
import { answers } from '../testing.ts';
import { openApprovingStages } from './testing-approving.ts';

const { anApprovingStage, db, hour } = await openApprovingStages();

test('a post without approval is not published when due, nor missed a day later', async () => {
  const stage = await anApprovingStage();
  stage.clock.pass(hour);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(30 * 24 * hour);
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual([await stage.states(), stage.feed], [['scheduled'], []]);
  await stage.inOrder();
});

test('a post approved in time goes out at its own time', async () => {
  const stage = await anApprovingStage({ accounts: 2 });
  assert.deepEqual(await stage.approve(), []);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(hour);
  assert.equal(await stage.worker.publishDue(), 2);
  assert.deepEqual(await stage.states(), ['published', 'published']);
  await stage.inOrder();
});

test('posts approved too late go to the next free times of their schedule, in the order of the plan', async () => {
  const stage = await anApprovingStage({ items: 4, accounts: 2 });
  stage.clock.pass(25 * hour + 1); // the first two are due
  const rows = await stage.deliveries();
  const [first, second] = [...new Set(rows.map((row) => row.occurrence_id))];
  const moved = await stage.approve([second ?? '', first ?? '']);
  assert.deepEqual(
    moved.map(({ occurrenceId, localAt }) => [occurrenceId, localAt]),
    [
      [first, '2026-06-05 12:00'],
      [second, '2026-06-06 12:00'],
    ],
  );
  assert.equal(await stage.worker.publishDue(), 0, 'never at once');
  const after = await stage.deliveries();
  assert.deepEqual(
    after.map(({ local_at, due_at }) => [local_at, due_at.toISOString().slice(0, 10)]),
    [
      ['2026-06-05 12:00', '2026-06-05'],
      ['2026-06-05 12:00', '2026-06-05'],
      ['2026-06-06 12:00', '2026-06-06'],
      ['2026-06-06 12:00', '2026-06-06'],
      ['2026-06-03 12:00', '2026-06-03'],
      ['2026-06-03 12:00', '2026-06-03'],
      ['2026-06-04 12:00', '2026-06-04'],
      ['2026-06-04 12:00', '2026-06-04'],
    ],
  );
  await stage.inOrder();
});

test('resuming a pause releases no unapproved post, and reports how many stay', async () => {
  for (const choice of ['publish-now', 'next-free-times', 'skip'] as const) {
    const stage = await anApprovingStage({ items: 2 });
    const target = { agencyId: stage.agencyId, scope: 'everything', id: null } as const;
    await stage.inAgency((tx) => pausePublishing(tx, { ...target, userId: stage.clientId, now: stage.clock.now() }));
    stage.clock.pass(2 * hour);
    await stage.worker.sweep();
    const at = stage.clock.now();
    const plan = await stage.inAgency((tx) => planResume(tx, { ...target, at }));
    assert.deepEqual([plan.pile.length, plan.staying, plan.unapproved], [0, 0, 1]);
    await stage.inAgency((tx) =>
      resumePublishing(tx, { ...target, at, choice, fingerprint: plan.fingerprint, now: at }),
    );
    stage.clock.pass(48 * hour);
    await stage.worker.sweep();
    assert.equal(await stage.worker.publishDue(), 0);
    assert.deepEqual(await stage.states(), ['scheduled', 'scheduled']);
    await stage.inOrder();
  }
});

test('approving during a pause releases no post before the pause ends', async () => {
  const stage = await anApprovingStage();
  const target = { agencyId: stage.agencyId, scope: 'client', id: stage.clientId } as const;
  await stage.inAgency((tx) => pausePublishing(tx, { ...target, userId: stage.clientId, now: stage.clock.now() }));
  await stage.approve();
  stage.clock.pass(hour);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.worker.sweep();
  const plan = await stage.inAgency((tx) => planResume(tx, { ...target, at: stage.clock.now() }));
  assert.deepEqual([plan.pile.length, plan.unapproved], [1, 0]);
});

test('rescheduling moves posts that wait for approval but does not release them', async () => {
  const stage = await anApprovingStage({ items: 2 });
  await stage.inAgency((tx) =>
    moveSchedule(tx, {
      agencyId: stage.agencyId,
      scheduleId: stage.scheduleId,
      origin: '2026-06-01 11:30',
      zone: 'UTC',
      frequency: 'daily',
      repurpose: false,
      now: stage.clock.now(),
    }),
  );
  stage.clock.pass(hour);
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual(
    (await stage.deliveries()).map(({ local_at: local, state }) => [local, state]),
    [
      ['2026-06-01 11:30', 'scheduled'],
      ['2026-06-02 11:30', 'scheduled'],
    ],
  );
  await stage.inOrder();
});

test('a failed post whose current content is not approved cannot be published again', async () => {
  const stage = await anApprovingStage();
  await stage.approve();
  stage.clock.pass(hour);
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  assert.equal(await stage.withdraw(), 0);
  const [row] = await stage.deliveries();
  const { agencyId } = stage;
  const now = stage.clock.now();
  assert.equal(
    await stage.inAgency((tx) =>
      resolveDelivery(tx, { agencyId, deliveryId: row?.id ?? '', decision: 'publish-again', postUrl: '', now }),
    ),
    'not-approved',
  );
  assert.equal(
    await stage.inAgency((tx) => publishFailedAgain(tx, { agencyId, occurrenceId: row?.occurrence_id ?? '', now })),
    'not-approved',
  );
  await stage.approve();
  assert.deepEqual(await stage.states(), ['failed'], 'approving sends nothing');
  assert.equal(
    await stage.inAgency((tx) =>
      resolveDelivery(tx, { agencyId, deliveryId: row?.id ?? '', decision: 'publish-again', postUrl: '', now }),
    ),
    'done',
  );
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a round needs all its approvals, and the next one asks only about changed content', async () => {
  const stage = await anApprovingStage({ items: 2, repurpose: true });
  const [first] = await stage.deliveries();
  await stage.approve([first?.occurrence_id ?? '']);
  stage.clock.pass(hour);
  await stage.worker.publishDue();
  stage.clock.pass(24 * hour);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'scheduled'], 'the round is not over');
  await stage.approve();
  await db.pool.query(
    `update approvals a set fingerprint = content_fingerprint(i) from occurrences o, items i
      where o.id = a.occurrence_id and i.id = o.item_id`,
  );
  await db.pool.query(`update items set description = 'other words' where id = $1`, [stage.itemIds[1]]);
  stage.clock.pass(24 * hour);
  await stage.worker.publishDue();
  const { rows } = await db.pool.query<{ round: number; state: string; unapproved: boolean }>(
    'select o.round, a.state, d.unapproved from approvals a join occurrences o on o.id = a.occurrence_id join ' +
      'deliveries d on d.occurrence_id = o.id order by o.round, o.position',
  );
  assert.deepEqual(rows.slice(2), [
    { round: 2, state: 'approved', unapproved: false },
    { round: 2, state: 'waiting', unapproved: true },
  ]);
  await stage.inOrder();
});

test('a post by hand is handed over only once approved, and taken back if approval is withdrawn', async () => {
  const stage = await anApprovingStage();
  await db.pool.query(`update social_accounts set by_hand = true, credentials = ''`);
  stage.clock.pass(hour - 60);
  await stage.approve();
  stage.clock.pass(60);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['waiting']);
  assert.equal(await stage.withdraw(), 1);
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(hour);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.inOrder();
});
