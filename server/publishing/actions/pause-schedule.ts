/**
 * Pauses a schedule. Each of its deliveries has a mark, since its accounts may be shared with other schedules: claim
 * and fence check only the mark. Planning a round locks the schedule's row, so either the round sees the pause, or the
 * pause sees the round.
 */

import { freeClaimed, uncountTry } from '../fragments.ts';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

const pauseStatement = statement({
  name: 'pause-schedule',
  columns: { id: 'bigint' },
  text: `
  update schedules set paused_at = $2, paused_by = $3
  where agency_id = $1 and id = $4 and deleted_at is null and paused_at is null
  returning id`,
});

// As for the pause of an account: waits for concurrent claims, and blocks further ones until the commit.
const stopClaimsStatement = statement({
  name: 'stop-claims-of-schedule',
  columns: { id: 'bigint' },
  text: `
  select a.id from social_accounts a
  where a.id in (select sa.account_id from schedule_accounts sa where sa.schedule_id = $1)
  order by a.id
  for key share of a`,
});

// Cancelled deliveries may be restored, so they get the mark as well. A delivery that is passing the fence locks its
// row: it either comes first and finishes, or finds itself taken back. NOTE the state is the locked row's: the state of
// `d` may be the one before the lock, which the table would refuse.
const markStatement = statement({
  name: 'mark-paused',
  columns: {},
  text: `
  with chosen as (
    select d.id, d.state, d.account_id
    from deliveries d
    where d.schedule_id = $1 and d.state <> 'published'
    order by d.id
    for update of d
  ), marked as (
    update deliveries d
    set paused = true, state = case when chosen.state = 'claimed' then 'scheduled' else chosen.state end,
      ${uncountTry("chosen.state = 'claimed'")},
      worker = case when chosen.state <> 'claimed' then d.worker end,
      lease_until = case when chosen.state <> 'claimed' then d.lease_until end
    from chosen
    where d.id = chosen.id
  )${freeClaimed}`,
});

type Paused = { agencyId: string; id: string; userId: string; now: Date };

/**
 * Pauses a schedule: none of its deliveries, planned now or later, passes the fence. Returns false in the same cases as
 * `pausePublishing`.
 */
export async function pauseSchedule(run: Run, { agencyId, id, userId, now }: Paused): Promise<boolean> {
  if ((await run(pauseStatement, [agencyId, now, userId, id])).length === 0) return false;
  await run(stopClaimsStatement, [id]);
  await run(markStatement, [id]);
  return true;
}

/** Locks a schedule's row, so that a concurrently planned round is seen when the marks are removed. */
export const lockToLiftStatement = statement({
  name: 'lock-to-lift',
  columns: { id: 'bigint' },
  text: `select id from schedules where agency_id = $1 and id = $2 for no key update`,
});

/** Ends a schedule's pause, and removes the marks of its deliveries. */
export const liftScheduleStatement = statement({
  name: 'lift-schedule',
  columns: { id: 'bigint' },
  text: `
  with lifted as (
    update schedules set paused_at = null, paused_by = null where agency_id = $1 and id = $2 and paused_at is not null
    returning id
  ), unmarked as (
    update deliveries d set paused = false from lifted where d.schedule_id = lifted.id and d.paused
  )
  select id from lifted`,
});
