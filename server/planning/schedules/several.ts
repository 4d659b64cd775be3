/** Actions on several schedules at once, each by the rules of the call for one. */
import { sql } from 'kysely';
import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { planRound } from '#rules/planning.ts';
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
  if (next === null) throw new UserError(messages.nothingToMove);
  const rhythm = {
    origin: `${dateAfter(next.slice(0, 10), days)}${next.slice(10)}`,
    zone: schedule.timezone,
    frequency: schedule.frequency,
  };
  checkTimes(rhythm.origin, planRound({ ...rhythm, firstStep: 0, count: 1 })[0], now);
  const { repurpose } = schedule;
  if ((await moveSchedule(tx, { agencyId, scheduleId: id, ...rhythm, repurpose, now })) === 0)
    throw new UserError(messages.nothingToMove);
}

/** When the next post of a schedule goes out, in the schedule's local time; null if there is none. */
async function findNext(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(o.local_at collate "C") as next from occurrences o
    where o.agency_id = ${agencyId} and o.schedule_id = ${id} and o.state = 'scheduled'`.execute(tx);
  return rows[0]?.next ?? null;
}
