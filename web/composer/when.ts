import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { sayWhen } from '../lib/when.ts';
import type { Time } from './post.ts';

/** A time of a zone in words: 'Tomorrow, 09:00', 'Thu, 3 Dec, 09:00'. */
export const timeInWords = ({ date, time, timezone }: Time, now: Date): string =>
  sayWhen({ at: localToInstant(`${date} ${time}`, timezone), now, zone: timezone, form: 'short' });

/** Whether a time has passed, or comes within the next seconds. */
export const isPast = ({ date, time, timezone }: Time, now: Date): boolean =>
  localToInstant(`${date} ${time}`, timezone).getTime() <= now.getTime();

/** The next time, in another zone, at which a clock of a zone shows this time of day. */
export function nextAt(clock: string, { from, to, now }: { from: string; to: string; now: Date }): Time {
  const today = instantToLocal(now, from).slice(0, 10);
  const at = localToInstant(`${today} ${clock}`, from);
  const next = at > now ? at : localToInstant(`${dayAfter(today)} ${clock}`, from);
  const local = instantToLocal(next, to);
  return { date: local.slice(0, 10), time: local.slice(11), timezone: to };
}

/** The day some days after another, 'YYYY-MM-DD'. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The first full hour, at least one hour ahead. */
export function soon(zone: string, now: Date): Time {
  const local = instantToLocal(new Date(now.getTime() + 2 * 3_600_000), zone);
  return { date: local.slice(0, 10), time: `${local.slice(11, 13)}:00`, timezone: zone };
}
