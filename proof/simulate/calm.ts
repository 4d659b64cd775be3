/** The calm after the storm of a seed: faults end, the owner tidies up, and every delivery must reach a final state. */

import { approveAll } from './approving.ts';
import { isKeptBack, isLeft } from './check-rows.ts';
import { payAgain } from './paying.ts';
import { deleteSchedule, pausesOf, reconnect, resume } from './people.ts';
import type { ScheduleNow } from './snapshot.ts';
import type { World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Ends all faults and lets the owner tidy up until nothing is left to do. */
export function beginCalm(world: World): void {
  const { faults, scheduler, workers, trace } = world;
  trace.push('--- calm ---');
  faults.end();
  for (const { actor } of workers) actor.frozenUntil = 0;
  const people = scheduler.actor('people');
  const lookAround = async (): Promise<void> => {
    await tidy(world);
    // Somebody may still be about to pause, so the owner looks again even when everything is tidy.
    scheduler.after(people, isTidy(world) ? 6 * hour : minute, () => void lookAround());
  };
  scheduler.after(people, 1, () => void lookAround());
  if (workers.size === 0) world.start(0);
}

/** Does what a reasonable owner would: pays, resumes, reconnects, ends endless schedules, has everything approved. */
async function tidy(world: World): Promise<void> {
  const { rows, plan } = world;
  const { accounts, schedules } = world.snapshot();
  if (world.snapshot().isSuspended) await world.let('pay again', payAgain);
  for (const target of pausesOf(world.snapshot(), rows)) await world.let('resume', resume(target));
  for (const { id } of accounts.filter(({ status, isDeleted }) => status !== 'connected' && !isDeleted))
    await world.let('connect an account again', reconnect(id));
  for (const { id } of schedules.filter(isEndless)) await world.let('delete a schedule', deleteSchedule(id));
  if (plan.approval.isDoneInTheEnd)
    for (const clientId of rows.clientIds) await world.let('approve everything', approveAll(clientId));
}

const isEndless = ({ repurpose, state, isDeleted }: ScheduleNow): boolean =>
  repurpose && state === 'active' && !isDeleted;

const isTidy = (world: World): boolean =>
  isApproved(world) && !isStopped(world) && !world.snapshot().schedules.some(isEndless);

/** Whether no delivery waits for an approval that will still come. */
const isApproved = ({ plan, snapshot }: World): boolean =>
  !plan.approval.isDoneInTheEnd || !snapshot().deliveries.some(isKeptBack);

/** Whether the agency is suspended or something is paused. */
const isStopped = ({ snapshot, rows }: World): boolean =>
  snapshot().isSuspended || pausesOf(snapshot(), rows).length > 0;

/** Whether nothing will change any more. */
export function isAtRest(world: World): boolean {
  const { snapshot, running, workers } = world;
  return (
    isApproved(world) &&
    [...workers].every(({ actor }) => (running.get(actor) ?? 0) === 0) &&
    !isStopped(world) &&
    snapshot().deliveries.every(
      (row) => isLeft(row) || isKeptBack(row) || row.state === 'published' || row.state === 'cancelled',
    )
  );
}
