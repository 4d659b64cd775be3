/**
 * Plays one seed: a storm of faults and people over some virtual days, then calm, in which every delivery must reach a
 * final state.
 */

import { addsUp } from '#rules/ledger.ts';
import { fetchLedger } from '#server/publishing/plan/ledger.ts';
import { beginCalm, isAtRest } from './calm.ts';
import { isKeptBack } from './check-rows.ts';
import type { FaultCounts } from './faults.ts';
import { passTime } from './pass-time.ts';
import { beginStorm, stormStep } from './storm.ts';
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

/** Plays a seed. With the same code, a seed always takes the same steps. */
export async function playSeed(options: SeedOptions): Promise<Played> {
  const world = await openWorld(options);
  const { scheduler, violations } = world;
  beginStorm(world);
  // All planned actions have requested their first step before time moves on: otherwise time may pass their schedules.
  await scheduler.settle();
  await playToTheEnd(world);
  if (violations.length === 0) await checkTheEnd(world);
  const played = {
    seed: options.seed,
    steps: scheduler.steps(),
    faults: world.faults.counts,
    violations,
    trace: world.trace,
    states: countStates(world),
  };
  for (const { actor } of world.workers) scheduler.kill(actor);
  await world.database.end();
  return played;
}

/** Takes steps, and lets time pass where none is left, until the first violation or until the calm has come to rest. */
async function playToTheEnd(world: World): Promise<void> {
  const { plan, scheduler, violations } = world;
  const stormEndsAt = plan.start + plan.horizonMs;
  let isCalm = false;
  while (violations.length === 0) {
    if (await scheduler.take()) {
      if (!isCalm) stormStep(world);
      await world.look();
      await world.loss?.step(world);
      if (scheduler.steps() > mostSteps) violations.push(`it does not come to rest within ${mostSteps} steps`);
    } else if (!isCalm && scheduler.now() >= stormEndsAt) {
      isCalm = true;
      beginCalm(world);
    } else {
      if (isCalm && isAtRest(world)) return;
      if (!passTime(world, isCalm ? [] : [stormEndsAt])) return;
    }
  }
}

async function checkTheEnd(world: World): Promise<void> {
  world.checker.lookAtEnd(world.snapshot());
  await world.checkLedger();
  await checkLedgerPage(world);
}

/** Reads the ledger as its page does, and compares it with the plan. */
async function checkLedgerPage({ scheduler, snapshot, violations, let: letPerson, rows }: World): Promise<void> {
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
