/** Moves a seed's virtual clock to the next instant at which something can happen. */

import type { Actor } from './scheduler.ts';
import { instantsOf, missedAfter, type AccountNow, type DeliveryNow, type Snapshot } from './snapshot.ts';
import { rhythm } from './workers.ts';
import type { World } from './world.ts';

const hour = 3_600_000;
/** How likely a worker looks for work after time has passed: when it has something to do, and when it has not. */
const looks = { busy: 0.6, idle: 0.1, sweepIdle: 0.05 };

/**
 * Advances time to the next possible event, and makes some or all of the workers look for work; false if nothing will
 * ever happen. `further` are instants at which time stops in any case.
 */
export function passTime(world: World, further: readonly number[]): boolean {
  const { scheduler, random, workers, running, database } = world;
  strikeClocks(world);
  const isBusy = (actor: Actor): boolean => (running.get(actor) ?? 0) > 0;
  const now = scheduler.now();
  const instants = nextInstants(world);
  if ([...workers].some(({ actor }) => isBusy(actor))) instants.push(now + rhythm.renew);
  const needsSweep = isSweepWorthIt(world);
  if (isWorkWaiting(world) || needsSweep) instants.push(now + random.pick([100, 1000, rhythm.sweep]));
  const moved = scheduler.advance([...instants, ...further], ({ actor, milliseconds }) =>
    milliseconds === rhythm.renew
      ? isBusy(actor)
      : random.chance(needsSweep && !database.isAway() ? looks.busy : looks.sweepIdle),
  );
  const isSoon = isWorkWaiting(world) && !database.isAway();
  for (const { wake } of workers) if (random.chance(isSoon ? looks.busy : looks.idle)) wake();
  return moved;
}

/** Sets the database's clock forward or back, or lets the machine sleep, if chance says so. */
function strikeClocks(world: World): void {
  const { plan, faults, random, scheduler } = world;
  if (plan.setsClocks && faults.strikes('clock set forward', 0.01))
    world.ahead += random.pick([5000, 600_000, 2 * hour, 26 * hour]);
  if (plan.setsClocks && faults.strikes('clock set back', 0.01)) world.ahead -= random.pick([1000, 30_000, 300_000]);
  if (faults.strikes('machine asleep', 0.003)) scheduler.sleep(random.pick([1, 10, 30]) * hour);
}

/** The instants that the rows name, in true time; some a little later, as a worker's timer would be. */
function nextInstants({ snapshot, plan, ahead, random }: World): number[] {
  return instantsOf(snapshot(), plan.lateLimitHours * hour).map(
    (instant) => instant - ahead + (random.chance(0.6) ? 0 : random.int(1, 3000)),
  );
}

const dbNow = ({ scheduler, ahead }: World): number => scheduler.now() + ahead;
const isDue = ({ nextAt }: DeliveryNow, now: number): boolean => nextAt !== null && nextAt <= now;

/** Whether a worker could claim or check something right now. */
function isWorkWaiting(world: World): boolean {
  const now = dbNow(world);
  const snapshot = world.snapshot();
  const mayClaim = (row: DeliveryNow): boolean =>
    !row.isPaused &&
    snapshot.accounts.some((account) => account.id === row.accountId && isFree(account, snapshot, now));
  return snapshot.deliveries.some(
    (row) =>
      isDue(row, now) &&
      (row.state === 'processing' || row.state === 'uncertain' || (row.state === 'scheduled' && mayClaim(row))),
  );
}

/** Whether an account can take a delivery. */
function isFree(account: AccountNow, snapshot: Snapshot, now: number): boolean {
  const { isHeld, freeAt, status, isPaused, isDeleted, userId, network } = account;
  const { waits, pausedClients, isAgencyPaused, isSuspended } = snapshot;
  const isStopped = isPaused || isAgencyPaused || isSuspended || pausedClients.includes(userId);
  const networkWaits = waits.some((wait) => wait.network === network && wait.until > now);
  return !isHeld && (freeAt ?? 0) <= now && status === 'connected' && !isDeleted && !isStopped && !networkWaits;
}

/** Whether a sweep has something to do right now: an expired lease, an account to wait for, or a missed delivery. */
function isSweepWorthIt(world: World): boolean {
  const now = dbNow(world);
  const snapshot = world.snapshot();
  const { deliveries, accounts } = snapshot;
  const isAccountLost = ({ accountId }: DeliveryNow): boolean =>
    accounts.some(({ id, status }) => id === accountId && status !== 'connected');
  const isMissed = (row: DeliveryNow): boolean =>
    row.firstTriedAt === null && missedAfter(snapshot, row, world.plan.lateLimitHours * hour) < now;
  return deliveries.some((row) => {
    if (row.state === 'claimed' || row.state === 'sending') return (row.leaseUntil ?? 0) < now;
    if (row.state === 'waiting') return (row.nextAt ?? now) <= now;
    return row.state === 'scheduled' && isDue(row, now) && (isAccountLost(row) || isMissed(row));
  });
}
