/** The days and times of the sheet, which give its rows their times in order. */
import { localToInstant } from '#rules/planning.ts';
import { dayAfter } from '../../../../composer/when.ts';
import { inWords, sayDay } from '../../../../lib/dates.ts';
import type { Row } from './rows.ts';

/** On which days of the week (1: Monday to 7: Sunday), at which times ('HH:mm', in order), from which day. */
export type Rhythm = { days: readonly number[]; times: readonly string[]; from: string };

type At = { date: string; time: string };

const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay() || 7;

/** The first times of a rhythm that have not passed; none if it has no day or no time. */
export function timesOf(
  { days, times, from }: Rhythm,
  { count, zone, now }: { count: number; zone: string; now: Date },
): At[] {
  const found: At[] = [];
  if (days.length === 0 || times.length === 0) return found;
  for (let date = from; found.length < count; date = dayAfter(date)) {
    if (!days.includes(weekdayOf(date))) continue;
    for (const time of times.toSorted()) if (localToInstant(`${date} ${time}`, zone) > now) found.push({ date, time });
  }
  return found.slice(0, count);
}

/** The time of each row: its own, or the next one of the rhythm. */
export function rowTimes(rows: readonly Row[], rhythm: Rhythm, means: { zone: string; now: Date }): (At | null)[] {
  const free = timesOf(rhythm, { ...means, count: rows.filter(({ at }) => at === null).length });
  return rows.map(({ at }) => at ?? free.shift() ?? null);
}

const nameOf = (day: number): string => inWords(Date.UTC(2024, 0, day), { weekday: 'short' }, 'UTC');

/** The names of the days of the week, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: nameOf(day) }));

/** 'Mon–Fri 09:00, 18:00', 'Mon, Wed 09:00', 'Every day 09:00'. */
export function rhythmInWords({ days, times }: Rhythm): string {
  const sorted = days.toSorted((one, other) => one - other);
  const [first] = sorted;
  const last = sorted.at(-1);
  const isRow = first !== undefined && last !== undefined && sorted.length > 2 && last - first === sorted.length - 1;
  const named =
    sorted.length === 7 ? 'Every day' : isRow ? `${nameOf(first)}–${nameOf(last)}` : sorted.map(nameOf).join(', ');
  return [named || 'No day', times.toSorted().join(', ') || 'no time'].join(' ');
}

/** 'Thu, 3 Dec'. */
export const dayInWords = (date: string): string => sayDay(date, 'short');
