/** Pausing one schedule that shares its accounts with others. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { planRound } from '#rules/planning.ts';
import { insertRound, insertRoundRows } from '../plan/rounds.ts';
import { runIn } from '../statements.ts';
import { answers, statesOf } from '../testing.ts';
import { cancelForSchedule } from './cancel.ts';
import { resolveDelivery } from './decide.ts';
import { moveOccurrence } from './move-one.ts';
import { rewordDeliveries } from './reword.ts';
import { openPausingStages } from './testing-pausing.ts';

const { aPausingStage, db } = await openPausingStages();

type Stage = Awaited<ReturnType<typeof aPausingStage>>;
const hour = 3600;

/** A round of a stage's items, one an hour from an instant on. */
const roundOf = (
  stage: Stage,
  { scheduleId, round, origin }: { scheduleId: string; round: number; origin: string },
) => ({
  agencyId: stage.agencyId,
  scheduleId,
  round,
  itemIds: stage.itemIds,
  accountIds: stage.accountIds,
  plan: planRound({ origin, zone: 'UTC', frequency: 'hourly', firstStep: 0, count: stage.itemIds.length }),
  now: stage.clock.now(),
});

/** Another schedule of the same items to the same accounts; returns its id. */
async function anotherSchedule(stage: Stage, origin: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `with added as (
       insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
       values ($1, $2, $3, $4, 'UTC', 'hourly') returning id
     ), joined as (
       insert into schedule_accounts (schedule_id, account_id, agency_id)
       select added.id, account, $1 from added, unnest($5::bigint[]) account
     )
     select id from added`,
    [stage.agencyId, stage.clientId, stage.streamId, origin, stage.accountIds],
  );
  const scheduleId = rows[0]?.id ?? '';
  await stage.inAgency((tx) => insertRound(tx, roundOf(stage, { scheduleId, round: 1, origin })));
  return scheduleId;
}

const marksOf = async ({ scheduleId }: Stage): Promise<boolean[]> =>
  (
    await db.pool.query<{ paused: boolean }>('select paused from deliveries where schedule_id = $1 order by id', [
      scheduleId,
    ])
  ).rows.map(({ paused }) => paused);

test('other schedules publish at the pace to a paused one’s accounts, though its posts come first', async () => {
  const stage = await aPausingStage({ items: 3, frequency: 'hourly', origin: '2026-06-01 08:00', gapSeconds: 60 });
  const other = await anotherSchedule(stage, '2026-06-01 10:00');
  await stage.pause(stage.targets.schedule);
  for (const expected of [1, 2, 3]) {
    assert.equal(await stage.worker.publishDue(), 1, `the post ${expected} goes when its account is free`);
    if (expected === 2) await stage.worker.sweep();
    stage.clock.pass(60);
  }
  assert.deepEqual(
    [await stage.states(), await statesOf(db, other)],
    [
      ['scheduled', 'scheduled', 'scheduled'],
      ['published', 'published', 'published'],
    ],
  );
  await stage.worker.sweep();
  await stage.inOrder();
  assert.deepEqual(await stage.resume(stage.targets.schedule), { kind: 'resumed', count: 3 });
  for (let sent = 0; sent < 3; sent += 1) {
    assert.equal(await stage.worker.publishDue(), 1);
    stage.clock.pass(60);
  }
  assert.deepEqual(await stage.states(), ['published', 'published', 'published']);
  await stage.inOrder();
});

test('a round that begins while its schedule is paused goes out only after the pause', async () => {
  const stage = await aPausingStage({ repurpose: true, frequency: 'hourly' });
  stage.script.push(async (context, post) => {
    await context.fence({ payload: 'words' });
    await stage.pause(stage.targets.schedule);
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'scheduled']);
  stage.clock.pass(3 * 24 * hour);
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual(await stage.states(), ['published', 'scheduled'], 'and it is not missed');
  await stage.inOrder();
  await stage.resume(stage.targets.schedule);
  assert.equal(await stage.worker.publishDue(), 1);
  await stage.inOrder();
});

for (const action of ['pause', 'resume'] as const)
  test(`a request to ${action} a schedule also covers a round that is being planned concurrently`, async () => {
    const stage = await aPausingStage({ items: 2, frequency: 'hourly' });
    if (action === 'resume') await stage.pause(stage.targets.schedule);
    const { scheduleId } = stage;
    const { done } = await stage.inAgency(async (tx) => {
      const run = runIn(tx);
      await tx.selectFrom('schedules').select('id').where('id', '=', scheduleId).forNoKeyUpdate().execute();
      await insertRoundRows(run, roundOf(stage, { scheduleId, round: 2, origin: '2026-06-03 12:00' }));
      const under: Promise<unknown> = stage[action](stage.targets.schedule);
      await waitsForLock(db, under);
      return { done: under };
    });
    await done;
    assert.deepEqual(
      await marksOf(stage),
      Array.from({ length: 4 }, () => action === 'pause'),
    );
    await stage.inOrder();
  });

test('a post of a paused schedule stays held when it is moved, reworded or sent again', async () => {
  const stage = await aPausingStage({ items: 3, frequency: 'hourly', origin: '2026-06-01 11:00' });
  const { agencyId, clock } = stage;
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await stage.pause(stage.targets.schedule);
  const [failed, , last] = await stage.deliveries();
  assert.ok(failed && last);
  await stage.inAgency(async (tx) => {
    const again = {
      agencyId,
      deliveryId: failed.id,
      decision: 'publish-again',
      postUrl: '',
      now: clock.now(),
    } as const;
    assert.equal(await resolveDelivery(tx, again), 'done');
    const dueAt = new Date(clock.now().getTime() + 60_000);
    const move = { agencyId, occurrenceId: last.occurrence_id, dueAt, from: undefined, now: clock.now() };
    assert.equal(await moveOccurrence(tx, move), 'moved');
    await rewordDeliveries(tx, { agencyId, itemId: stage.itemIds[1] ?? '' });
  });
  clock.pass(2 * hour);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.worker.sweep();
  assert.deepEqual(await marksOf(stage), [true, true, true]);
  await stage.inOrder();
  assert.deepEqual(await stage.resume(stage.targets.schedule), { kind: 'resumed', count: 3 });
  while ((await stage.worker.publishDue()) > 0) clock.pass(1);
  assert.deepEqual(await stage.states(), ['published', 'published', 'published']);
});

for (const [kind, outcome] of [
  ['rate-limited', { kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'later' }],
  ['refused', { kind: 'unauthorized', message: 'who?' }],
] as const)
  test(`a post that passed the fence and is ${kind} waits until its schedule’s pause ends`, async () => {
    const stage = await aPausingStage();
    stage.script.push(async (context) => {
      await context.fence({ payload: 'words' });
      await stage.pause(stage.targets.schedule);
      return outcome;
    });
    await stage.worker.publishDue();
    await db.pool.query(`update social_accounts set status = 'connected'`);
    stage.clock.pass(3 * 24 * hour);
    await stage.worker.sweep();
    assert.equal(await stage.worker.publishDue(), 0);
    assert.deepEqual([await stage.states(), await marksOf(stage)], [['scheduled'], [true]]);
    await stage.inOrder();
    await stage.resume(stage.targets.schedule);
    assert.equal(await stage.worker.publishDue(), 1);
  });

test('the pauses of a schedule and of its client hold their posts independently', async () => {
  for (const [first, second] of [
    ['schedule', 'client'],
    ['client', 'schedule'],
  ] as const) {
    const stage = await aPausingStage();
    await stage.pause(stage.targets.schedule);
    await stage.pause(stage.targets.client);
    await stage.worker.sweep();
    assert.deepEqual(await stage.resume(stage.targets[first]), { kind: 'resumed', count: 0 });
    await stage.worker.sweep();
    assert.equal(await stage.worker.publishDue(), 0, `the ${second}’s pause holds it`);
    await stage.inOrder();
    assert.deepEqual(await stage.resume(stage.targets[second]), { kind: 'resumed', count: 1 });
    assert.equal(await stage.worker.publishDue(), 1);
    await stage.inOrder();
  }
});

test('deleting a paused schedule leaves nothing behind, and its pause can still end', async () => {
  const stage = await aPausingStage({ items: 2, frequency: 'hourly' });
  const { agencyId, scheduleId, clock } = stage;
  await stage.pause(stage.targets.schedule);
  await stage.worker.sweep();
  assert.equal(await stage.inAgency((tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })), 2);
  await stage.inOrder();
  assert.deepEqual(await stage.resume(stage.targets.schedule), { kind: 'resumed', count: 0 });
  clock.pass(48 * hour);
  assert.equal(await stage.worker.publishDue(), 0);
});
