import { parseLocal, formatLocal } from '#rules/zones.ts';
import type { LocalTime } from '#rules/planning.ts';
import type { Day } from '../days.ts';

const quarterMs = 15 * 60_000;

/** The time for which a draft without one is wished on a day, unless its hour is said. */
export const usualTime = '09:00';

/** Where a draft without a time begins when it is picked up: on the first day in view that is not over. */
export const startsAt = (day: Day, now: LocalTime): LocalTime =>
  soonest(`${day > now ? day : now.slice(0, 10)} ${usualTime}`, now);

/** A time that has not passed: what was asked for, else the next quarter of an hour. */
export function soonest(asked: LocalTime, now: LocalTime): LocalTime {
  const at = parseLocal(now);
  if (asked > now || at === undefined) return asked;
  return formatLocal((Math.floor(at / quarterMs) + 1) * quarterMs);
}
