/** Rounds of a schedule: writes a round, and begins the next one when one is over. */

import { afterRound } from '#rules/delivery-states.ts';
import { firstStepAfter, frequencies, planRound, type PlannedOccurrence } from '#rules/planning.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';
import { isOfRounds } from '../fragments.ts';
import { askForRound } from './ask-for-round.ts';
import type { Tx } from '#db/database.ts';
import { oneOf, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

/** A round to write: its items in order, one per occurrence of the plan, each for every account. */
export type NewRound = {
  agencyId: string;
  scheduleId: string;
  /** From 1. */
  round: number;
  itemIds: readonly string[];
  accountIds: readonly string[];
  plan: readonly PlannedOccurrence[];
  now: Date;
};

// Two triggers complete this insert: `deliveries_network` (copy_network) gives each delivery its account's network, and
// `deliveries_inserted` (notify_due) wakes the workers at commit.
const insertRoundStatement = statement({
  name: 'insert-round',
  columns: {},
  text: `
  with o as (
    insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
    select $1, $2, given.item_id, $3, given.position, given.step, given.local_at, given.due_at
    from unnest($4::bigint[], $5::int[], $6::int[], $7::text[], $8::timestamptz[]) as given (item_id, position, step,
      local_at, due_at)
    order by given.position
    returning id, position, due_at
  )
  insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at, paused)
  select $1, o.id, $2, a.id, o.due_at, o.due_at, s.paused_at is not null
  from o
  join schedules s on s.id = $2
  cross join unnest($9::bigint[]) with ordinality as a (id, place)
  order by o.position, a.place`,
});

/**
 * Writes a round's occurrences and deliveries: held if its schedule needs approval, marked if it is paused. Throws if
 * plan and items differ in length.
 */
export async function insertRoundRows(
  run: Run,
  { agencyId, scheduleId, round, itemIds, accountIds, plan, now }: NewRound,
): Promise<void> {
  if (plan.length !== itemIds.length) throw new Error(`${plan.length} occurrences for ${itemIds.length} items`);
  await run(insertRoundStatement, [
    agencyId,
    scheduleId,
    round,
    itemIds,
    plan.map(({ position }) => position),
    plan.map(({ step }) => step),
    plan.map(({ localAt }) => localAt),
    plan.map(({ dueAt }) => dueAt),
    accountIds,
  ]);
  await askForRound(run, { scheduleId, round, now });
}

/**
 * Writes a round in the caller's transaction: an occurrence per item of the plan, with a delivery per account. The
 * commit wakes the worker.
 */
export const insertRound = (tx: Tx, round: NewRound): Promise<void> => insertRoundRows(runIn(tx), round);

const overStatement = statement({
  name: 'find-rounds-over',
  columns: {
    id: 'bigint',
    agencyId: 'bigint',
    streamId: 'bigint',
    round: 'int',
    repurpose: 'bool',
    state: 'text',
    origin: 'text',
    zone: 'text',
    frequency: oneOf(frequencies),
    lastStep: 'int',
    open: 'int',
    posted: 'int',
  },
  text: `
  select s.id, s.agency_id as "agencyId", s.stream_id as "streamId", s.round, s.repurpose, s.state,
    s.origin_local as origin, s.timezone as zone, s.frequency,
    max(o.step) as "lastStep",
    count(*) filter (where o.state = 'scheduled')::int as open,
    count(*) filter (where o.state = 'posted')::int as posted
  from schedules s
  join occurrences o on o.schedule_id = s.id and o.round = s.round
  where s.id = any($1::bigint[]) and s.deleted_at is null and s.state <> 'deleted'
  group by s.id`,
});

type RoundStand = Row<typeof overStatement>;

const setScheduleStatement = statement({
  name: 'set-schedule-state',
  columns: {},
  text: `update schedules set state = $2, round = $3, tzdata_version = coalesce($4, tzdata_version) where id = $1`,
});

/** Ends rounds without open deliveries; if the schedule repeats, the next one begins a step after the last item. */
export async function continueRounds(
  run: Run,
  { scheduleIds, now }: { scheduleIds: readonly string[]; now: Date },
): Promise<void> {
  for (const stand of await run(overStatement, [scheduleIds])) {
    const follows = stand.open > 0 ? 'active' : await followsRound(run, stand);
    const begun = follows === 'next-round' && (await beginRound(run, stand, now));
    const state = begun ? 'active' : follows === 'next-round' ? 'finished' : follows;
    const round = begun ? stand.round + 1 : stand.round;
    if (state !== stand.state || round !== stand.round)
      await run(setScheduleStatement, [stand.id, state, round, begun ? zoneDataVersion : null]);
  }
}

/**
 * Begins the next round of a repeating schedule that ended for lack of items, if it has an item now. Lock the schedule
 * first.
 */
export const goOnWithRounds = (tx: Tx, { scheduleId, now }: { scheduleId: string; now: Date }): Promise<void> =>
  continueRounds(runIn(tx), { scheduleIds: [scheduleId], now });

const skippedStatement = statement({
  name: 'count-skipped-of-round',
  columns: { skipped: 'int' },
  text: `
  select count(*)::int as skipped
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  where o.schedule_id = $1 and o.round = $2 and d.state = 'missed' and d.skipped_at is not null`,
});

/** The next step by the rules; counts skipped items only if nothing was posted. */
async function followsRound(run: Run, stand: RoundStand): Promise<ReturnType<typeof afterRound>> {
  const follows = afterRound(stand);
  if (follows !== 'stopped') return follows;
  const [counted] = await run(skippedStatement, [stand.id, stand.round]);
  return afterRound({ ...stand, ...counted });
}

// Items that a person removed from the schedule or paused stay out; items added to the stream join in stream order. The
// locks (here and below) make concurrent deletions of an item or account wait; they then stop what this round has
// planned for it.
const roundItemsStatement = statement({
  name: 'list-round-items',
  columns: { id: 'bigint' },
  text: `
  select i.id
  from items i
  where i.stream_id = $1 and ${isOfRounds('$2')}
    and not exists (select from resting_items r where r.schedule_id = $2 and r.item_id = i.id)
  order by i.sequence, i.id
  for share of i`,
});

const roundAccountsStatement = statement({
  name: 'list-round-accounts',
  columns: { id: 'bigint' },
  text: `
  select a.id
  from schedule_accounts sa
  join social_accounts a on a.id = sa.account_id
  where sa.schedule_id = $1 and a.deleted_at is null
  order by a.id
  for share of a`,
});

/** Writes the next round; returns false if no item or no account is left for one. */
async function beginRound(run: Run, stand: RoundStand, now: Date): Promise<boolean> {
  const items = await run(roundItemsStatement, [stand.streamId, stand.id]);
  const accounts = await run(roundAccountsStatement, [stand.id]);
  if (items.length === 0 || accounts.length === 0) return false;
  const firstStep = firstStepAfter({ ...stand, instant: now, from: stand.lastStep + 1 });
  await insertRoundRows(run, {
    agencyId: stand.agencyId,
    scheduleId: stand.id,
    round: stand.round + 1,
    itemIds: items.map(({ id }) => id),
    accountIds: accounts.map(({ id }) => id),
    plan: planRound({ ...stand, firstStep, count: items.length }),
    now,
  });
  return true;
}
