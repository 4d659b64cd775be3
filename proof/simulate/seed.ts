/**
 * Plays one seed: a storm of faults and people over some virtual days, then calm, in which every delivery must reach a
 * final state.
 */

import { mostIdleSeconds } from '#db/database.ts';
import { addsUp } from '#rules/ledger.ts';
import { fetchLedger } from '#server/publishing/plan/ledger.ts';
import type { FaultCounts } from './faults.ts';
import { deleteSchedule, drawAction, order, pausesOf, reconnect, resume } from './people.ts';
import type { Action } from './calling.ts';
import { movePost, movesOf } from './moving.ts';
import { payAgain, payOrNot, paymentsOf } from './paying.ts';
import { deleteOrBringBack, deletionsOf } from './bringing-back.ts';
import { arePausedAt, pauseOrResumeSchedule, schedulePausesOf } from './pausing-schedules.ts';
import { moveOrPutBack, putBacksOf } from './putting-back.ts';
import { restItem, restsOf } from './resting.ts';
import { approveAll, changeItem, drawDecision, isRewordedAt } from './approving.ts';
import { isKeptBack, isLeft } from './checker.ts';
import type { Actor } from './scheduler.ts';
import { instantsOf, missedAfter, type DeliveryNow } from './snapshot.ts';
import { rhythm } from './workers.ts';
import { openWorld, type SeedOptions, type World } from './world.ts';

/** The result of a seed; `trace` is its timeline, one line a step. */
export type Played = {
  seed: number;
  steps: number;
  faults: FaultCounts;
  violations: string[];
  trace: string[];
  states: Record<string, number>;
};

const mostSteps = 40_000;
const hour = 3_600_000;

/** Plays a seed. With the same code, a seed always takes the same steps. */
export async function playSeed(options: SeedOptions): Promise<Played> {
  const world = await openWorld(options);
  const { plan, scheduler, violations } = world;
  begin(world);
  // All planned actions have requested their first step before time moves on: otherwise time may pass their schedules.
  await scheduler.settle();
  const horizon = plan.start + plan.horizonMs;
  let isCalm = false;
  while (violations.length === 0) {
    if (await scheduler.take()) {
      if (!isCalm) befall(world);
      await world.look();
      if (scheduler.steps() > mostSteps) violations.push(`it does not come to rest within ${mostSteps} steps`);
      continue;
    }
    if (!isCalm && scheduler.now() >= horizon) {
      isCalm = true;
      calm(world);
      continue;
    }
    if (isCalm && isAtRest(world)) break;
    if (!passTime(world, isCalm ? [] : [horizon])) break;
  }
  if (violations.length === 0) {
    world.checker.lookAtEnd(world.snapshot());
    await world.checkLedger();
    await addUp(world);
  }
  const ended = {
    seed: options.seed,
    steps: scheduler.steps(),
    faults: world.faults.counts,
    violations,
    trace: world.trace,
    states: countStates(world),
  };
  for (const { actor } of world.workers) scheduler.kill(actor);
  await world.database.end();
  return ended;
}

function begin(world: World): void {
  const { plan, scheduler } = world;
  for (let index = 0; index < plan.workers; index += 1) world.start(index);
  for (const one of plan.orders) void world.let('order', order(one));
  const people = scheduler.actor('people');
  const letAt = (instants: readonly number[], happen: (world: World) => void) => {
    for (const at of instants)
      scheduler.after(people, at, () => {
        happen(world);
      });
  };
  letAt(plan.actions, letSomebody);
  letAt(paymentsOf(world), letPayOrNot);
  const habits: readonly (readonly [number[], string, Action])[] = [
    [movesOf(world), 'move a post', movePost],
    [putBacksOf(world), 'move a schedule, or take that back', moveOrPutBack],
    [schedulePausesOf(world), 'pause schedules, or resume one', pauseOrResumeSchedule],
    [deletionsOf(world), 'delete items, or bring them back', deleteOrBringBack],
    [restsOf(world), 'let items rest', restItem],
  ];
  for (const [instants, name, action] of habits)
    for (const at of instants) scheduler.after(people, at, () => void world.let(name, action));
  letAt(plan.approval.decisions, letDecide);
}

function letSomebody({ random, plan, let: letPerson }: World): void {
  const { name, action } = drawAction(random, plan);
  void letPerson(name, action);
}

function letDecide({ random, let: letPerson }: World): void {
  const { name, action } = drawDecision(random);
  void letPerson(name, action);
}

function letPayOrNot({ snapshot, let: letPerson }: World): void {
  const { isSuspended } = snapshot();
  void letPerson(isSuspended ? 'pay again' : 'do not pay', payOrNot);
}

/** The events that may happen at any step. */
function befall(world: World): void {
  const { faults, random, scheduler, workers, kill, plan, trace, database } = world;
  const isUnderWay = world.snapshot().deliveries.some(({ state }) => state === 'claimed' || state === 'sending');
  // People rarely act on deliveries in progress by chance; here they do so often.
  if (isUnderWay && plan.actions.length > 0 && random.chance(0.004)) letSomebody(world);
  if (isUnderWay && plan.approval.clients.includes(true) && random.chance(0.01)) letDecide(world);
  if (isUnderWay && world.isSold && random.chance(0.01)) letPayOrNot(world);
  if (isUnderWay && world.isMoved && random.chance(0.02)) void world.let('move a post', movePost);
  if (isUnderWay && isRewordedAt(world.seed) && random.chance(0.03)) void world.let('change an item', changeItem);
  if (isUnderWay && arePausedAt(world.seed) && random.chance(0.02))
    void world.let('pause schedules, or resume one', pauseOrResumeSchedule);
  const worker = random.pick([...workers, null]);
  if (worker === null || worker.actor.frozenUntil > scheduler.now()) return;
  if (faults.strikes('worker frozen', 0.0008)) {
    worker.actor.frozenUntil =
      scheduler.now() + random.pick([2000, 30_000, 70_000, 1_200_000, plan.setsClocks ? 60_000 : 10_800_000]);
    scheduler.after(scheduler.actor('database'), mostIdleSeconds * 1000, () => {
      if (worker.actor.frozenUntil > scheduler.now()) void scheduler.lasting(database.endIdle(worker.actor));
    });
    trace.push(`${''.padEnd(19)}${worker.actor.name.padEnd(12)} FROZEN`);
  }
  if (worker.publisher !== null && faults.strikes('worker stopped in good order', 0.0003)) {
    const { publisher } = worker;
    worker.publisher = null;
    trace.push(`${''.padEnd(19)}${worker.actor.name.padEnd(12)} STOPS`);
    void publisher.stop({ graceSeconds: random.pick([0, 20]) }).then(() => kill(worker.actor));
  }
}

/**
 * Advances time to the next possible event, and makes some or all of the workers look for work; false if nothing will
 * ever happen.
 */
function passTime(world: World, further: readonly number[]): boolean {
  const { scheduler, random, plan, faults, workers, running } = world;
  if (plan.setsClocks && faults.strikes('clock set forward', 0.01))
    world.ahead += random.pick([5000, 600_000, 2 * hour, 26 * hour]);
  if (plan.setsClocks && faults.strikes('clock set back', 0.01)) world.ahead -= random.pick([1000, 30_000, 300_000]);
  if (faults.strikes('machine asleep', 0.003)) scheduler.sleep(random.pick([1, 10, 30]) * hour);
  const snapshot = world.snapshot();
  const isBusy = (actor: Actor): boolean => (running.get(actor) ?? 0) > 0;
  const now = scheduler.now();
  const instants = instantsOf(snapshot, plan.lateLimitHours * hour).map(
    (instant) => instant - world.ahead + (random.chance(0.6) ? 0 : random.int(1, 3000)),
  );
  if ([...workers].some(({ actor }) => isBusy(actor))) instants.push(now + rhythm.renew);
  const [isWaiting, needsSweep] = [isWorkWaiting(world), isSweepWorthIt(world)];
  if (isWaiting || needsSweep) instants.push(now + random.pick([100, 1000, rhythm.sweep]));
  const moved = scheduler.advance([...instants, ...further], ({ actor, milliseconds }) =>
    milliseconds === rhythm.renew ? isBusy(actor) : random.chance(needsSweep && !world.database.isAway() ? 0.6 : 0.05),
  );
  const isSoon = isWorkWaiting(world) && !world.database.isAway();
  for (const { wake } of workers) if (random.chance(isSoon ? 0.6 : 0.1)) wake();
  return moved;
}

const dbNow = ({ scheduler, ahead }: World): number => scheduler.now() + ahead;

/** Whether a worker could claim or check something right now. */
function isWorkWaiting(world: World): boolean {
  const now = dbNow(world);
  const { deliveries, accounts, waits, pausedClients, isAgencyPaused, isSuspended } = world.snapshot();
  const isFree = ({ accountId }: DeliveryNow): boolean =>
    accounts.some(
      ({ id, isHeld, freeAt, status, isPaused, isDeleted, userId, network }) =>
        id === accountId &&
        !isHeld &&
        (freeAt ?? 0) <= now &&
        status === 'connected' &&
        !isPaused &&
        !isDeleted &&
        !isAgencyPaused &&
        !isSuspended &&
        !pausedClients.includes(userId) &&
        !waits.some((wait) => wait.network === network && wait.until > now),
    );
  return deliveries.some(
    (row) =>
      row.nextAt !== null &&
      row.nextAt <= now &&
      (row.state === 'processing' ||
        row.state === 'uncertain' ||
        (row.state === 'scheduled' && !row.isPaused && isFree(row))),
  );
}

/** Whether a sweep has something to do right now. */
function isSweepWorthIt(world: World): boolean {
  const now = dbNow(world);
  const snapshot = world.snapshot();
  const { deliveries, accounts } = snapshot;
  const isLost = ({ accountId }: DeliveryNow): boolean =>
    accounts.some(({ id, status }) => id === accountId && status !== 'connected');
  return deliveries.some(
    (row) =>
      ((row.state === 'claimed' || row.state === 'sending') && (row.leaseUntil ?? 0) < now) ||
      (row.state === 'waiting' && (row.nextAt ?? now) <= now) ||
      (row.state === 'scheduled' &&
        row.nextAt !== null &&
        row.nextAt <= now &&
        (isLost(row) ||
          (row.firstTriedAt === null && missedAfter(snapshot, row, world.plan.lateLimitHours * hour) < now))),
  );
}

/** Ends all faults and does what a reasonable owner would: reconnects, resumes, ends endless schedules. */
function calm(world: World): void {
  const { faults, scheduler, workers, trace } = world;
  trace.push('--- calm ---');
  faults.end();
  for (const { actor } of workers) actor.frozenUntil = 0;
  const people = scheduler.actor('people');
  const tidy = async (): Promise<void> => {
    const { accounts, schedules } = world.snapshot();
    if (world.snapshot().isSuspended) await world.let('pay again', payAgain);
    for (const target of pausesOf(world.snapshot(), world.rows)) await world.let('resume', resume(target));
    for (const { id } of accounts.filter(({ status, isDeleted }) => status !== 'connected' && !isDeleted))
      await world.let('connect an account again', reconnect(id));
    for (const { id } of schedules.filter(
      ({ repurpose, state, isDeleted }) => repurpose && state === 'active' && !isDeleted,
    ))
      await world.let('delete a schedule', deleteSchedule(id));
    if (world.plan.approval.isDoneInTheEnd)
      for (const clientId of world.rows.clientIds) await world.let('approve everything', approveAll(clientId));
    const isTidy =
      isApproved(world) &&
      !world.snapshot().isSuspended &&
      pausesOf(world.snapshot(), world.rows).length === 0 &&
      !world
        .snapshot()
        .schedules.some(({ repurpose, state, isDeleted }) => repurpose && state === 'active' && !isDeleted);
    // Somebody may still be about to pause, so the check is repeated.
    scheduler.after(people, isTidy ? 6 * hour : 60_000, () => {
      void tidy();
    });
  };
  scheduler.after(people, 1, () => {
    void tidy();
  });
  if (workers.size === 0) world.start(0);
}

/** Whether no delivery waits for an approval that will still come. */
const isApproved = ({ plan, snapshot }: World): boolean =>
  !plan.approval.isDoneInTheEnd || !snapshot().deliveries.some(isKeptBack);

function isAtRest(world: World): boolean {
  const { snapshot, running, workers, rows } = world;
  const now = snapshot();
  return (
    isApproved(world) &&
    [...workers].every(({ actor }) => (running.get(actor) ?? 0) === 0) &&
    !now.isSuspended &&
    pausesOf(now, rows).length === 0 &&
    now.deliveries.every(
      (row) => isLeft(row) || isKeptBack(row) || row.state === 'published' || row.state === 'cancelled',
    )
  );
}

/** Reads the ledger as its page does, and compares it with the plan. */
async function addUp({ scheduler, snapshot, violations, let: letPerson, rows }: World): Promise<void> {
  const asking = letPerson('see the ledger', async ({ transaction }) => {
    const { total } = await transaction((tx) => fetchLedger(tx, { agencyId: rows.agencyId, from: null, to: null }));
    const { length } = snapshot().deliveries;
    const waiting = snapshot().deliveries.filter(isKeptBack).length;
    if (!addsUp(total) || total.planned !== length || total.waiting !== waiting)
      violations.push(`the ledger of ${length} deliveries says ${JSON.stringify(total)}`);
  });
  await scheduler.settle();
  while (await scheduler.take());
  await asking;
}

function countStates(world: World): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(world.snapshot().deliveries, ({ state }) => state)].map(([state, { length }]) => [state, length]),
  );
}
