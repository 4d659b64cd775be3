/** The day of a year on which an event of documents/events.json falls. */

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/**
 * When an event is: on a date (day -1: the last of the month); on the nth weekday of a month (-1: the last), some days
 * later; some days from Easter Sunday of the western churches; or on its own date in each year ("MM-DD"), where no such
 * rule exists. A feast of a lunar year may fall on two days of one Gregorian year.
 */
export type EventRule =
  | Readonly<{ month: number; day: number }>
  | Readonly<{ month: number; weekday: (typeof weekdays)[number]; nth: number; plusDays?: number | undefined }>
  | Readonly<{ easter: number }>
  | Readonly<{ years: Readonly<Record<string, string | readonly string[]>> }>;

const date = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easter(year: number): Date {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;

  return date(year, Math.floor(f / 31), (f % 31) + 1);
}

/** The nth `weekday` (0: Sunday) of a month, the last one for nth -1. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Date {
  const first = date(year, month, 1);
  const firstHit = 1 + ((weekday - first.getUTCDay() + 7) % 7);
  if (nth > 0) return date(year, month, firstHit + (nth - 1) * 7);

  const days = date(year, month + 1, 0).getUTCDate();
  return date(year, month, firstHit + 7 * Math.floor((days - firstHit) / 7));
}

/** The days as `YYYY-MM-DD`; empty if a rule has no day in that year. */
export function eventDays(rule: EventRule, year: number): string[] {
  if ('years' in rule) return [rule.years[year] ?? []].flat().map((day) => `${year}-${day}`);
  return [eventDate(rule, year)];
}

/** The day, as `YYYY-MM-DD`, of a rule that has one in every year. */
export const eventDate = (rule: Exclude<EventRule, { years: unknown }>, year: number): string =>
  dayOf(rule, year).toISOString().slice(0, 10);

function dayOf(rule: Exclude<EventRule, { years: unknown }>, year: number): Date {
  if ('easter' in rule) {
    const sunday = easter(year);
    return date(year, sunday.getUTCMonth() + 1, sunday.getUTCDate() + rule.easter);
  }
  // Day 0 is the last day of the month before.
  if ('day' in rule) return rule.day === -1 ? date(year, rule.month + 1, 0) : date(year, rule.month, rule.day);

  const day = nthWeekday(year, rule.month, weekdays.indexOf(rule.weekday), rule.nth);
  return date(year, day.getUTCMonth() + 1, day.getUTCDate() + (rule.plusDays ?? 0));
}
