/**
 * The pause of a schedule, of which each of its deliveries carries a mark, as it may share its accounts with schedules
 * that publish: claim and fence look at the mark alone. Whoever plans a round holds the schedule's row, so it sees the
 * pause, or the pause sees the round.
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

// As for the pause of an account: waits for the claims under way, and keeps further ones away until the commit.
const stopClaimsStatement = statement({
  name: 'stop-claims-of-schedule',
  columns: { id: 'bigint' },
  text: `
  select a.id from social_accounts a
  where a.id in (select sa.account_id from schedule_accounts sa where sa.schedule_id = $1)
  order by a.id
  for key share of a`,
});

// What is cancelled may be brought back, so it carries the mark as well.
// Whoever is just passing the fence holds the row: it goes first and finishes, or it finds its delivery taken back.
// NOTE the state is the locked row's: that of `d` may be what it was before the lock, which the table would refuse.
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

/** Pauses a schedule: nothing of it that is planned now, or later, passes the fence. False as for `pausePublishing`. */
export async function pauseSchedule(run: Run, { agencyId, id, userId, now }: Paused): Promise<boolean> {
  if ((await run(pauseStatement, [agencyId, now, userId, id])).length === 0) return false;
  await run(stopClaimsStatement, [id]);
  await run(markStatement, [id]);
  return true;
}

/** Holds a schedule's row, so that a round that is just planned is seen when the marks are taken away. */
export const lockToLiftStatement = statement({
  name: 'lock-to-lift',
  columns: { id: 'bigint' },
  text: `select id from schedules where agency_id = $1 and id = $2 for no key update`,
});

/** Lifts a schedule's pause, and takes the marks of its deliveries away. */
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
