/**
 * When the items of a stream go out: steps of a frequency from a first wall-clock time, kept at that time in its zone.
 */

import { findOffsetChange, formatLocal, instantToLocal, localToInstant, offsetAt, parseLocal } from './zones.ts';
import type { LocalTime, OffsetChange } from './zones.ts';

export { clockChangeAt, instantToLocal, isLocalTime, isZone, listZones, localToInstant, zoneName } from './zones.ts';
export type { LocalTime, OffsetChange } from './zones.ts';

/** How often an item of a schedule goes out, in the order in which the screen offers them. */
export const frequencies = ['hourly', 'daily', 'weekdays', 'weekly', 'biweekly', 'monthly'] as const;
/** One of `frequencies`. */
export type Frequency = (typeof frequencies)[number];

/** A schedule's clock: the first wall-clock time, its zone, and the step between two items. */
export type Rhythm = { origin: LocalTime; zone: string; frequency: Frequency };

/** One item of a round: its position in the round (from 0), its step from the origin, its instant and local time. */
export type PlannedOccurrence = { position: number; step: number; localAt: LocalTime; dueAt: Date };

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The clock time of separate hours and minutes as the wizard sends them; 24 hours mean midnight: `{24, 5} -> '00:05'`.
 */
export function clockOf({ hours, minutes }: { hours: number; minutes: number }): string {
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/**
 * One pass over `count` items, one per step, beginning `firstStep` steps after the origin. The wall-clock time stays
 * across changes of the zone's clocks, except that hourly steps are real hours. Throws a RangeError if the origin or
 * zone does not exist.
 */
export function planRound(round: Rhythm & { firstStep: number; count: number }): PlannedOccurrence[] {
  return Array.from({ length: round.count }, (_, position) => {
    const step = round.firstStep + position;
    const dueAt = instantOfStep(round, step);
    return { position, step, localAt: instantToLocal(dueAt, round.zone), dueAt };
  });
}

/** The first step, not before `from` (0), after an instant, at which a moved plan or the next round can begin. */
export function firstStepAfter({ instant, from = 0, ...rhythm }: Rhythm & { instant: Date; from?: number }): number {
  const sinceOrigin = instant.getTime() - instantOfStep(rhythm, 0).getTime();
  // The estimate is at most two steps off (month lengths, weekends, clock changes), so the search starts early and
  // steps forward.
  let step = Math.max(from, Math.floor(sinceOrigin / meanStep(rhythm.frequency)) - 3);
  while (instantOfStep(rhythm, step).getTime() <= instant.getTime()) step += 1;
  return step;
}

/** The first clock change in the zone during a plan, to be shown where the plan is made. */
export function crossesOffsetChange(plan: readonly { dueAt: Date }[], zone: string): OffsetChange | undefined {
  let previous = plan[0];
  if (!previous) return undefined;
  const offset = offsetAt(previous.dueAt.getTime(), zone);
  for (const occurrence of plan) {
    if (offsetAt(occurrence.dueAt.getTime(), zone) !== offset) {
      return findOffsetChange({ from: previous.dueAt, to: occurrence.dueAt, zone });
    }
    previous = occurrence;
  }
  return undefined;
}

/**
 * The instant of the occurrence `step` steps after the origin (for weekdays an origin on a weekend counts from Monday).
 */
export function instantOfStep({ origin, zone, frequency }: Rhythm, step: number): Date {
  if (frequency === 'hourly') {
    // NOTE a real hour, not the next full hour on the clock: where clocks go back the same clock time comes twice, an
    // hour apart, and where they go forward one is skipped. Two posts are always exactly an hour apart.
    return new Date(localToInstant(origin, zone).getTime() + step * hour);
  }
  return localToInstant(localOfStep({ origin, frequency }, step), zone);
}

/**
 * The wall-clock time for which a rhythm plans a step, also on a day whose clocks skip that time. Hourly steps are real
 * hours and follow the instant.
 */
export function plannedLocalOf({ origin, zone, frequency }: Rhythm, step: number): LocalTime {
  return frequency === 'hourly'
    ? instantToLocal(instantOfStep({ origin, zone, frequency }, step), zone)
    : localOfStep({ origin, frequency }, step);
}

function localOfStep(
  { origin, frequency }: { origin: LocalTime; frequency: Exclude<Frequency, 'hourly'> },
  step: number,
): LocalTime {
  const first = parseLocal(origin);
  if (first === undefined) throw new RangeError(`no such local time: ${origin}`);
  return formatLocal(stepsAfter(first, frequency, step));
}

function stepsAfter(first: number, frequency: Exclude<Frequency, 'hourly'>, step: number): number {
  switch (frequency) {
    case 'daily':
      return first + step * day;
    case 'weekdays':
      return weekdaysAfter(first, step);
    case 'weekly':
      return first + step * 7 * day;
    case 'biweekly':
      return first + step * 14 * day;
    case 'monthly':
      return monthsAfter(first, step);
    default:
      return frequency satisfies never;
  }
}

function weekdaysAfter(first: number, step: number): number {
  const weekday = (new Date(first).getUTCDay() + 6) % 7; // Monday 0 … Sunday 6
  const fromMonday = Math.min(weekday, 5) + step; // a week-end counts as the fifth work day, which is next Monday
  return first + (Math.floor(fromMonday / 5) * 7 + (fromMonday % 5) - weekday) * day;
}

function monthsAfter(first: number, step: number): number {
  const date = new Date(first);
  const month = date.getUTCMonth() + step;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(
    date.getUTCFullYear(),
    month,
    Math.min(date.getUTCDate(), lastDay),
    date.getUTCHours(),
    date.getUTCMinutes(),
  );
}

function meanStep(frequency: Frequency): number {
  switch (frequency) {
    case 'hourly':
      return hour;
    case 'daily':
      return day;
    case 'weekdays':
      return (7 / 5) * day;
    case 'weekly':
      return 7 * day;
    case 'biweekly':
      return 14 * day;
    case 'monthly':
      return (1461 / 48) * day;
    default:
      return frequency satisfies never;
  }
}
