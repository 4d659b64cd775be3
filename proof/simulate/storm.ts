/** The storm of a seed: what people do at planned instants, and the faults and actions that may come at any step. */

import { mostIdleSeconds } from '#db/database.ts';
import { changeItem, drawDecision, isRewordedAt } from './approving.ts';
import { deleteOrRestore, deletionsOf } from './restoring.ts';
import type { Action } from './calling.ts';
import { composePost, composingsOf } from './composing.ts';
import { movePost, movesOf } from './moving.ts';
import { arePausedAt, pauseOrResumeSchedule, schedulePausesOf } from './pausing-schedules.ts';
import { paymentsOf, payOrNot } from './paying.ts';
import { drawAction, order } from './people.ts';
import { moveOrUndo, undosOf } from './undoing-moves.ts';
import { restItem, restsOf } from './resting.ts';
import type { Worker } from './workers.ts';
import type { World } from './world.ts';

/** Starts the workers, creates the schedules, and plans what people will do. */
export function beginStorm(world: World): void {
  const { plan } = world;
  for (let index = 0; index < plan.workers; index += 1) world.start(index);
  for (const one of plan.orders) void world.let('order', order(one));
  // NOTE The order of these lines is part of a seed's steps: the scheduler draws among equal instants.
  planActions(world, plan.actions, actByChance);
  planActions(world, paymentsOf(world), payByState);
  planActions(world, movesOf(world), doAction('move a post', movePost));
  planActions(world, undosOf(world), doAction('move a schedule, or take that back', moveOrUndo));
  planActions(world, schedulePausesOf(world), doAction('pause schedules, or resume one', pauseOrResumeSchedule));
  planActions(world, deletionsOf(world), doAction('delete items, or bring them back', deleteOrRestore));
  planActions(world, restsOf(world), doAction('let items rest', restItem));
  planActions(world, plan.approval.decisions, decideByChance);
  planActions(world, composingsOf(world), compose);
}

/** What a person does in a world. */
type Act = (world: World) => void;

function planActions(world: World, instants: readonly number[], act: Act): void {
  const people = world.scheduler.actor('people');
  for (const at of instants) world.scheduler.after(people, at, () => act(world));
}

const doAction =
  (name: string, action: Action): Act =>
  (world) =>
    void world.let(name, action);

const compose: Act = (world) =>
  void world.let(
    'write, plan or take back a single post',
    composePost((what) => world.violations.push(what)),
  );

const actByChance: Act = (world) => {
  const { name, action } = drawAction(world.random, world.plan);
  void world.let(name, action);
};

const decideByChance: Act = (world) => {
  const { name, action } = drawDecision(world.random);
  void world.let(name, action);
};

const payByState: Act = (world) => void world.let(world.snapshot().isSuspended ? 'pay again' : 'do not pay', payOrNot);

/** Lets chance decide what happens at this step: actions on deliveries in progress, then a fault of one worker. */
export function stormStep(world: World): void {
  const { deliveries } = world.snapshot();
  if (deliveries.some(({ state }) => state === 'claimed' || state === 'sending')) actOnRunning(world);
  const worker = world.random.pick([...world.workers, null]);
  if (worker === null || worker.actor.frozenUntil > world.scheduler.now()) return;
  if (world.faults.strikes('worker frozen', 0.0008)) freeze(world, worker);
  if (worker.publisher !== null && world.faults.strikes('worker stopped in good order', 0.0003)) stop(world, worker);
}

/** People rarely act on deliveries in progress by chance; here they do so often. */
function actOnRunning(world: World): void {
  const { random, plan, seed } = world;
  const pauseSchedules = doAction('pause schedules, or resume one', pauseOrResumeSchedule);
  if (plan.actions.length > 0 && random.chance(0.004)) actByChance(world);
  if (plan.approval.clients.includes(true) && random.chance(0.01)) decideByChance(world);
  if (world.isSold && random.chance(0.01)) payByState(world);
  if (world.isMoved && random.chance(0.02)) doAction('move a post', movePost)(world);
  if (isRewordedAt(seed) && random.chance(0.03)) doAction('change an item', changeItem)(world);
  if (arePausedAt(seed) && random.chance(0.02)) pauseSchedules(world);
}

/** Freezes a worker for some time; the database closes its idle connections meanwhile. */
function freeze({ random, scheduler, plan, database, trace }: World, { actor }: Worker): void {
  const milliseconds = random.pick([2000, 30_000, 70_000, 1_200_000, plan.setsClocks ? 60_000 : 10_800_000]);
  actor.frozenUntil = scheduler.now() + milliseconds;
  scheduler.after(scheduler.actor('database'), mostIdleSeconds * 1000, () => {
    if (actor.frozenUntil > scheduler.now()) void scheduler.lasting(database.endIdle(actor));
  });
  trace.push(`${''.padEnd(19)}${actor.name.padEnd(12)} FROZEN`);
}

function stop({ random, trace, kill }: World, worker: Worker): void {
  const { publisher, actor } = worker;
  if (publisher === null) return;
  worker.publisher = null;
  trace.push(`${''.padEnd(19)}${actor.name.padEnd(12)} STOPS`);
  void publisher.stop({ graceSeconds: random.pick([0, 20]) }).then(() => kill(actor));
}
