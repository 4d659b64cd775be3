import { sayDay, sayDays, sayMonth } from '../../../../../lib/dates.ts';

/** A calendar day, 'YYYY-MM-DD', without a time zone; such days sort as text. */
export type Day = string;

/** The views of the calendar. */
export const views = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof views)[number];

const dayMs = 86_400_000;
const timeOf = (day: Day): number => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** The day some days later; earlier for a negative number. */
export const addDays = (day: Day, days: number): Day => dayOf(timeOf(day) + days * dayMs);

/** The days from one to another, without the last. */
export function daysBetween(from: Day, to: Day): Day[] {
  const count = Math.round((timeOf(to) - timeOf(from)) / dayMs);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** The Monday of a day's week. */
export const startOfWeek = (day: Day): Day => addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** The first day of a day's month, or of a month some months away. */
export function startOfMonth(day: Day, months = 0): Day {
  const date = new Date(timeOf(day));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** The days that a view shows around a day: with the first, without the last. A month is shown in whole weeks. */
export function rangeOf(view: View, day: Day): { from: Day; to: Day } {
  switch (view) {
    case 'month':
      return { from: startOfWeek(startOfMonth(day)), to: addDays(startOfWeek(addDays(startOfMonth(day, 1), -1)), 7) };
    case 'week':
      return { from: startOfWeek(day), to: addDays(startOfWeek(day), 7) };
    case 'day':
      return { from: day, to: addDays(day, 1) };
    case 'list':
      return { from: startOfMonth(day), to: startOfMonth(day, 1) };
    default:
      return view satisfies never;
  }
}

/** The day at which the previous or next view opens: months keep the day of the month if it exists. */
export function dayBeside(view: View, day: Day, by: 1 | -1): Day {
  switch (view) {
    case 'month':
    case 'list': {
      const last = addDays(startOfMonth(day, by + 1), -1);
      const same = `${last.slice(0, 8)}${day.slice(8)}`;
      return same > last ? last : same;
    }
    case 'week':
      return addDays(day, 7 * by);
    case 'day':
      return addDays(day, by);
    default:
      return view satisfies never;
  }
}

/** 'Saturday, 21 November 2026'. */
export const longDay = (day: Day): string => sayDay(day, 'full');
/** 'Sat, 21 Nov'. */
export const shortDay = (day: Day): string => sayDay(day, 'short');
/** 'Sat'. */
export const weekday = (day: Day): string => sayDay(day, 'weekday');
/** 'November 2026'. */
export const monthName = (day: Day): string => sayMonth(day.slice(0, 7));

/** The title of the view around a day: 'November 2026', '16 – 22 November 2026', 'Saturday, 21 November 2026'. */
export function titleOf(view: View, day: Day): string {
  switch (view) {
    case 'month':
    case 'list':
      return monthName(day);
    case 'week': {
      const from = startOfWeek(day);
      return sayDays(from, addDays(from, 6));
    }
    case 'day':
      return longDay(day);
    default:
      return view satisfies never;
  }
}

/** The day to which an arrow key moves in the month; undefined for keys that do not move. */
export function dayByKey(day: Day, key: string): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return startOfWeek(day);
    case 'End':
      return addDays(startOfWeek(day), 6);
    case 'PageUp':
      return dayBeside('month', day, -1);
    case 'PageDown':
      return dayBeside('month', day, 1);
    default:
      return undefined;
  }
}
