/** Free slots in a client's plan. */
import { localToInstant } from './planning.ts';

/** A day of a plan, 'YYYY-MM-DD', with how many posts it has. */
export type PlannedDay = { date: string; posts: number };

/** A proposal: a day, a time of day 'HH:mm', and how many posts the day has already. */
export type FreeSlot = PlannedDay & { time: string };

const mostSlots = 3;
/** How long before its slot a draft should be seen by somebody, ms. */
const leastAheadMs = 3_600_000;

/** The first three slots to propose: empty days in their order, then those with the fewest posts. */
export function freeSlots(
  days: readonly PlannedDay[],
  { time, zone, now }: { time: string; zone: string; now: Date },
): FreeSlot[] {
  return days
    .filter(({ date }) => localToInstant(`${date} ${time}`, zone).getTime() - now.getTime() >= leastAheadMs)
    .toSorted((a, b) => a.posts - b.posts || a.date.localeCompare(b.date))
    .slice(0, mostSlots)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((day) => ({ ...day, time }));
}
