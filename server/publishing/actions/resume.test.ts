/** The end of a pause: each choice does what its plan has shown, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { pausePublishing, type PauseTarget } from './pause.ts';
import { cancelForOccurrence } from './cancel.ts';
import { planResume } from './resume-plan.ts';
import { resumePublishing } from './resume.ts';
import { runOn } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, statesOf } from '../testing.ts';

const db = await testDatabase({ max: 20 });
const hour = 3600;

/** A schedule whose first items fell due under a pause of its client; it is noon on 1 June. */
async function aPausedStage(planned: Parameters<typeof aSchedule>[1] = {}) {
  await db.pool.query('delete from agencies');
  const clock = aClock('2026-06-01T00:00:00Z');
  const outside = aNetwork();
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const schedule = await aSchedule(db, { items: 4, frequency: 'hourly', origin: '2026-06-01 10:30', ...planned });
  const { agencyId, clientId, scheduleId, accountIds } = schedule;
  const client: PauseTarget = { agencyId, scope: 'client', id: clientId };
  const account: PauseTarget = { agencyId, scope: 'account', id: accountIds[0] ?? '' };
  const everything: PauseTarget = { agencyId, scope: 'everything', id: null };
  const pause = (target: PauseTarget) =>
    db.asAgency(agencyId, (tx) => pausePublishing(tx, { ...target, userId: clientId, now: clock.now() }));
  const plan = (target: PauseTarget, at = clock.now()) =>
    db.asAgency(agencyId, (tx) => planResume(tx, { ...target, at }));
  const confirm = (
    target: PauseTarget,
    {
      choice,
      fingerprint,
      at = clock.now(),
    }: { choice: 'publish-now' | 'next-free-times' | 'skip'; fingerprint: string; at?: Date },
  ) => db.asAgency(agencyId, (tx) => resumePublishing(tx, { ...target, at, choice, fingerprint, now: clock.now() }));
  const resume = async (target: PauseTarget, choice: 'publish-now' | 'next-free-times' | 'skip') =>
    confirm(target, { choice, ...(await plan(target)) });
  await pause(client);
  clock.pass(12 * hour);
  await worker.sweep();
  return {
    clock,
    ...outside,
    worker,
    ...schedule,
    client,
    account,
    everything,
    pause,
    plan,
    confirm,
    resume,
    states: () => statesOf(db, scheduleId),
    deliveries: () => deliveriesOf(db, scheduleId),
    inOrder: async () => assert.deepEqual(await checkLedger(runOn(db.pool)), []),
  };
}

test("resuming with 'publish-now' sends the oldest first, at the account’s pace, as shown", async () => {
  const stage = await aPausedStage({ items: 3, gapSeconds: 900, origin: '2026-06-01 09:30' });
  const plan = await stage.plan(stage.client);
  assert.deepEqual(
    plan.pile.map(({ id }) => plan.sendAt.get(id)?.toISOString().slice(11, 16)),
    ['12:00', '12:15', '12:30'],
  );
  assert.deepEqual(await stage.resume(stage.client, 'publish-now'), { kind: 'resumed', count: 3 });
  const publishedAt: string[] = [];
  for (let minutes = 0; minutes <= 30; minutes += 5) {
    if ((await stage.worker.publishDue()) > 0) publishedAt.push(stage.clock.now().toISOString().slice(11, 16));
    stage.clock.pass(300);
  }
  assert.deepEqual(publishedAt, ['12:00', '12:15', '12:30']);
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    ['item 1', 'item 2', 'item 3'],
  );
  await stage.inOrder();
});

test("resuming with 'publish-now' after weeks misses no post for its age", async () => {
  const stage = await aPausedStage();
  stage.clock.pass(20 * 24 * hour);
  await stage.worker.sweep();
  await stage.resume(stage.client, 'publish-now');
  await stage.worker.sweep();
  for (let round = 0; round < 4; round += 1) {
    await stage.worker.publishDue();
    stage.clock.pass(1);
  }
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    ['item 1', 'item 2', 'item 3', 'item 4'],
  );
});

test("resuming with 'next-free-times' moves each post to the next free time, in the order of the plan", async () => {
  const stage = await aPausedStage();
  const plan = await stage.plan(stage.client);
  // 10:30 and 11:30 piled up; 12:30 and 13:30 are taken.
  assert.deepEqual(
    plan.pile.map(({ id }) => plan.moveTo.get(id)?.localAt),
    ['2026-06-01 14:30', '2026-06-01 15:30'],
  );
  await stage.resume(stage.client, 'next-free-times');
  assert.deepEqual(
    (await stage.deliveries()).map(({ local_at, due_at, next_at }) => [
      local_at.slice(11),
      due_at.getUTCHours(),
      next_at.getUTCHours(),
    ]),
    [
      ['14:30', 14, 14],
      ['15:30', 15, 15],
      ['12:30', 12, 12],
      ['13:30', 13, 13],
    ],
  );
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.inOrder();
});

test("resuming with 'skip' marks posts as missed with a reason, and each can still be published", async () => {
  const stage = await aPausedStage();
  await stage.resume(stage.client, 'skip');
  const [first, , third] = await stage.deliveries();
  assert.deepEqual([first?.state, first?.occurrence, third?.state], ['missed', 'failed', 'scheduled']);
  assert.match(first?.message ?? '', /^Skipped: /);
  stage.clock.pass(3600);
  assert.equal(await stage.worker.publishDue(), 1);
  await stage.inOrder();
});

test('a repeating schedule whose whole round is skipped continues with the next round', async () => {
  const stage = await aPausedStage({ items: 2, repurpose: true });
  await stage.resume(stage.client, 'skip');
  const deliveries = await stage.deliveries();
  assert.deepEqual(
    deliveries.map(({ round, state }) => [round, state]),
    [
      [1, 'missed'],
      [1, 'missed'],
      [2, 'scheduled'],
      [2, 'scheduled'],
    ],
  );
  assert.ok(deliveries.slice(2).every(({ due_at }) => due_at > stage.clock.now()));
});

test('if one account has already posted an item, only the paused account’s part of it moves', async () => {
  const stage = await aPausedStage({ accounts: 2, items: 1, frequency: 'daily' });
  await stage.pause(stage.account);
  await stage.resume(stage.client, 'publish-now');
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled', 'published']);
  await stage.resume(stage.account, 'next-free-times');
  const [paused] = await stage.deliveries();
  assert.deepEqual([paused?.local_at, paused?.due_at.toISOString().slice(0, 10)], ['2026-06-01 10:30', '2026-06-02']);
});

test('resuming one of two nested pauses leaves the posts that the other holds', async () => {
  const stage = await aPausedStage({ accounts: 2, items: 2 });
  await stage.pause(stage.account);
  await stage.pause(stage.everything);
  assert.deepEqual([(await stage.plan(stage.client)).pile.length, (await stage.plan(stage.client)).staying], [0, 4]);
  await stage.resume(stage.client, 'publish-now');
  assert.equal(await stage.worker.publishDue(), 0);
  const everything = await stage.plan(stage.everything);
  assert.deepEqual([everything.pile.length, everything.staying], [2, 2]);
  await stage.resume(stage.everything, 'publish-now');
  while ((await stage.worker.publishDue()) > 0) stage.clock.pass(1);
  assert.deepEqual(
    (await stage.deliveries()).filter(({ state }) => state === 'published').map(({ account_id }) => account_id),
    [stage.accountIds[1], stage.accountIds[1]],
  );
  await stage.worker.sweep();
  await stage.resume(stage.account, 'publish-now');
  while ((await stage.worker.publishDue()) > 0) stage.clock.pass(1);
  assert.deepEqual(await stage.states(), ['published', 'published', 'published', 'published']);
  await stage.inOrder();
});

test('two nested pauses that end concurrently leave no post held', async () => {
  const stage = await aPausedStage();
  await stage.pause(stage.everything);
  const inner = await stage.plan(stage.client);
  const outer = await stage.plan(stage.everything);
  const ended = await Promise.all([
    stage.confirm(stage.client, { choice: 'publish-now', ...inner }).catch(() => null),
    stage.confirm(stage.everything, { choice: 'publish-now', ...outer }).catch(() => null),
  ]);
  assert.ok(ended.some((end) => end?.kind === 'resumed'));
  await stage.inOrder();
});

test('a change since the preview is shown again before anything is resumed', async () => {
  const stage = await aPausedStage();
  const { fingerprint, pile } = await stage.plan(stage.client);
  await db.asAgency(stage.agencyId, (tx) =>
    cancelForOccurrence(tx, {
      agencyId: stage.agencyId,
      occurrenceId: pile[0]?.occurrenceId ?? '',
      now: stage.clock.now(),
    }),
  );
  assert.deepEqual(await stage.confirm(stage.client, { choice: 'publish-now', fingerprint }), { kind: 'changed' });
});

test('a post that falls due after the preview does not change it, and goes out at its own time', async () => {
  const stage = await aPausedStage({ origin: '2026-06-01 10:01' });
  const at = stage.clock.now();
  const { fingerprint, pile } = await stage.plan(stage.client);
  assert.equal(pile.length, 2);
  stage.clock.pass(120); // 12:01 falls due and is held
  await stage.worker.sweep();
  assert.deepEqual(await stage.confirm(stage.client, { choice: 'skip', fingerprint, at }), {
    kind: 'resumed',
    count: 2,
  });
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['missed', 'missed', 'published', 'scheduled']);
  await stage.inOrder();
});
