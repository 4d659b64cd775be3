/** Actions on several schedules at once, each by the rules of the call for one. */
import { sql } from 'kysely';
import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { planRound, plannedLocalOf, type LocalTime, type Rhythm } from '#rules/planning.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { dateAfter } from '../../base/lib/days.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { cancelForSchedule, moveSchedule, undoScheduleMove } from '../../publishing/index.ts';
import { countLiving, deleteScheduleRow, lockSchedule } from './queries.ts';
import { checkTimes } from './save.ts';

type Key = { agencyId: string; id: string; now: Date };
const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Deletes a schedule: its unpublished items are stopped. Throws a UserError (404) if there is none. */
export async function deleteSchedule(tx: Tx, { agencyId, id, now }: Key): Promise<void> {
  if (!(await deleteScheduleRow(tx, { agencyId, id, now }))) throw notFound();
  await cancelForSchedule(tx, { agencyId, scheduleId: id, now });
}

/** Answers `delete-schedulers`. */
export async function deleteSchedules(
  { ids }: Input<'delete-schedulers'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'delete-schedulers'>>> {
  const data = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countLiving(tx, { agencyId, ids: some })),
    work: (id) => transaction((tx) => deleteSchedule(tx, { agencyId, id, now })),
  });
  return { message: bulkWords('Deleted', data, 'schedule'), data };
}

/** Answers `move-schedulers`. */
export async function moveSchedules(
  { ids, days, back }: Input<'move-schedulers'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'move-schedulers'>>> {
  const outcome = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countLiving(tx, { agencyId, ids: some })),
    work: (id) =>
      transaction((tx) =>
        back === undefined
          ? moveByDays(tx, { agencyId, id, days: days ?? 0, now })
          : undoMove(tx, { agencyId, id, at: new Date(back), now }),
      ),
  });
  return {
    message: bulkWords(back === undefined ? 'Moved' : 'Put back', outcome, 'schedule'),
    data: { ...outcome, moved_at: now.toISOString() },
  };
}

async function undoMove(tx: Tx, { agencyId, id, at, now }: Key & { at: Date }): Promise<void> {
  if ((await lockSchedule(tx, { agencyId, id })) === undefined) throw notFound();
  const outcome = await undoScheduleMove(tx, { agencyId, scheduleId: id, at, now });
  switch (outcome) {
    case 'undone':
      return;
    case 'changed':
      throw new UserError(messages.planChanged);
    case 'past':
      throw new UserError(messages.pastBefore);
    default:
      return outcome satisfies never;
  }
}

async function moveByDays(tx: Tx, { agencyId, id, days, now }: Key & { days: number }): Promise<void> {
  const schedule = await lockSchedule(tx, { agencyId, id });
  if (schedule === undefined) throw notFound();
  const next = await findNext(tx, { agencyId, id });
  if (next === undefined) throw new UserError(messages.nothingToMove);
  const { origin_local: origin, timezone: zone, frequency } = schedule;
  const local = nextOfRhythm({ origin, zone, frequency }, next);
  const rhythm = { origin: `${dateAfter(local.slice(0, 10), days)}${local.slice(10)}`, zone, frequency };
  checkTimes(rhythm.origin, planRound({ ...rhythm, firstStep: 0, count: 1 })[0], now);
  const { repurpose } = schedule;
  if ((await moveSchedule(tx, { agencyId, scheduleId: id, ...rhythm, repurpose, now })) === 0)
    throw new UserError(messages.nothingToMove);
}

type Next = { step: number; local_at: LocalTime; moved: boolean };

/**
 * The wall-clock time from which a schedule moves on: that of its next post, but at the schedule's own time of day,
 * which a clock change or a move of that one post may have replaced for it.
 */
function nextOfRhythm(rhythm: Rhythm, { step, local_at: local, moved }: Next): LocalTime {
  if (!moved) return plannedLocalOf(rhythm, step);
  return rhythm.frequency === 'hourly' ? local : `${local.slice(0, 10)}${rhythm.origin.slice(10)}`;
}

/** The next post of a schedule, in the schedule's local time; undefined if there is none. */
async function findNext(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<Next | undefined> {
  const { rows } = await sql<Next>`
    select o.step, o.local_at, o.moved from occurrences o
    where o.agency_id = ${agencyId} and o.schedule_id = ${id} and o.state = 'scheduled'
    order by o.due_at, o.id
    limit 1`.execute(tx);
  return rows[0];
}
