import {
  crossesOffsetChange,
  planRound,
  type Frequency,
  type PlannedOccurrence,
  type Rhythm,
} from '#rules/planning.ts';
import { dayIn, sayDay } from '../../../../lib/dates.ts';
import { zoneLabel } from '../../../../lib/when.ts';

/** The display names of the frequencies. */
export const frequencyNames: Readonly<Record<Frequency, string>> = {
  hourly: 'Hourly',
  daily: 'Daily',
  weekdays: 'Weekdays',
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  monthly: 'Monthly',
};

/** A frequency in a sentence: '3 posts, one a day'. */
export const paceWords: Readonly<Record<Frequency, string>> = {
  hourly: 'one an hour',
  daily: 'one a day',
  weekdays: 'one every weekday, Monday to Friday',
  weekly: 'one a week',
  biweekly: 'one every two weeks',
  monthly: 'one a month',
};

/** How many occurrences are searched for a change of clocks; a year of daily posts contains every one. */
const searched = 400;

/** A plan as the preview shows it: the first occurrences, the last one, and the change of clocks in between. */
export type PlanPreview = {
  first: readonly PlannedOccurrence[];
  last: PlannedOccurrence;
  count: number;
  note: string | null;
};

/**
 * One round of `count` items (at least 1) as it would be planned now, with its first `shown` occurrences. Throws a
 * RangeError like planRound.
 */
export function previewPlan({ count, shown = 5, ...rhythm }: Rhythm & { count: number; shown?: number }): PlanPreview {
  const plan = planRound({ ...rhythm, firstStep: 0, count: Math.min(count, searched) });
  const [last] = count > plan.length ? planRound({ ...rhythm, firstStep: count - 1, count: 1 }) : plan.slice(-1);
  if (!last) throw new RangeError('a plan needs at least one item');
  return { first: plan.slice(0, shown), last: { ...last, position: count - 1 }, count, note: clockNote(plan, rhythm) };
}

function clockNote(plan: readonly PlannedOccurrence[], { zone, frequency, origin }: Rhythm): string | null {
  const change = crossesOffsetChange(plan, zone);
  if (!change) return null;
  const on = sayDay(dayIn(change.changesAt, zone), 'full');
  const way = change.minutes > 0 ? 'forward' : 'back';
  const by = Math.abs(change.minutes) === 60 ? 'an hour' : `${Math.abs(change.minutes)} minutes`;
  const so =
    frequency === 'hourly'
      ? 'Posts stay an hour apart, so the clock time moves.'
      : `Posts still go out at ${origin.slice(11)} local time.`;
  return `Clocks in ${zoneLabel(zone)} go ${way} ${by} on ${on}. ${so}`;
}
