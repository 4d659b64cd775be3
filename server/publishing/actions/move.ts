/** Reschedules a schedule: all its unposted items are planned again from another time on. */

import type { Tx } from '#db/database.ts';
import { statesFor } from '#rules/delivery-states.ts';
import { planRound, type Rhythm } from '#rules/planning.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';
import { repaceAccounts } from '../repace.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { freeClaimed } from '../fragments.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';
import { keepPlan } from './keep-plan.ts';

/** The movable part of a schedule ($2) of an agency ($1): its occurrences with deliveries in these states ($3). */
export const listMovableStatement = statement({
  name: 'list-movable',
  columns: { id: 'bigint' },
  text: `
  select o.id
  from occurrences o
  where o.agency_id = $1 and o.schedule_id = $2
    and exists (select from deliveries d where d.occurrence_id = o.id and d.state = any($3))
  order by o.round, o.position`,
});

/**
 * Moves the waiting deliveries of occurrences ($1) to other steps, local times and instants; `$6` tells for each
 * whether this is a time of its own instead of its step's. As with cancelling, claimed ones are taken from their
 * worker. The tries start over.
 */
export const moveStatement = statement({
  name: 'move-deliveries',
  columns: { id: 'bigint', accountId: 'bigint' },
  text: `
  with given as (
    select * from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[]) as given (id, step, local_at, due_at)
  ), chosen as (
    select d.id, d.state, d.account_id, given.due_at
    from deliveries d
    join given on given.id = d.occurrence_id
    where d.state = any($5)
    for update of d
  ), moved as (
    update deliveries d
    set state = 'scheduled', due_at = chosen.due_at, next_at = case when d.unapproved then 'infinity'
      else chosen.due_at end, worker = null, lease_until = null, message = '',
      tries = 0, first_tried_at = null, finished_at = null, skipped_at = null
    from chosen
    where d.id = chosen.id
    returning d.occurrence_id, d.account_id
  ), freed as (${freeClaimed}
  ), replanned as (
    update occurrences o set step = given.step, local_at = given.local_at, due_at = given.due_at, moved = $6
    from given
    where o.id = given.id and o.id in (select occurrence_id from moved)
  ), told as (
    select pg_notify('due', '')
  )
  select moved.occurrence_id as id, moved.account_id as "accountId" from moved, told`,
});

const setRhythmStatement = statement({
  name: 'set-rhythm',
  columns: {},
  text: `
  update schedules set origin_local = $3, timezone = $4, frequency = $5, repurpose = $6, tzdata_version = $7
  where agency_id = $1 and id = $2`,
});

/** A new rhythm for a schedule, and whether the schedule repeats. */
export type Move = Rhythm & { agencyId: string; scheduleId: string; repurpose: boolean; now: Date };

/**
 * Moves the unposted occurrences, including missed ones and those with a time of their own, to a plan that begins at
 * the rhythm's origin: in order, one per step. Stores the rhythm for later rounds. Returns how many moved; if none did,
 * nothing changes.
 */
export async function moveSchedule(tx: Tx, { agencyId, scheduleId, repurpose, now, ...rhythm }: Move): Promise<number> {
  const run = runIn(tx);
  const states = statesFor('move');
  const occurrenceIds = (await run(listMovableStatement, [agencyId, scheduleId, states])).map(({ id }) => id);
  if (occurrenceIds.length === 0) return 0;
  await lockSchedulesOf(run, occurrenceIds);
  await keepPlan(run, { agencyId, scheduleId, occurrenceIds, now });
  const plan = planRound({ ...rhythm, firstStep: 0, count: occurrenceIds.length });
  const moved = await run(moveStatement, [
    occurrenceIds,
    plan.map(({ step }) => step),
    plan.map(({ localAt }) => localAt),
    plan.map(({ dueAt }) => dueAt),
    states,
    false,
  ]);
  await repaceAccounts(run, { accountIds: moved.map(({ accountId }) => accountId), now });
  if (moved.length > 0)
    await run(setRhythmStatement, [
      agencyId,
      scheduleId,
      rhythm.origin,
      rhythm.zone,
      rhythm.frequency,
      repurpose,
      zoneDataVersion,
    ]);
  await settleOccurrences(run, { occurrenceIds, now });
  return new Set(moved.map(({ id }) => id)).size;
}
