import { formatLocal, parseLocal } from '#rules/zones.ts';
import type { LocalTime } from '#rules/planning.ts';
import type { Day, View } from '../days.ts';
import type { CalendarData, CalendarEvent } from '../events.ts';

const hourMs = 3_600_000;

/** Whether a post may be moved to another time: it waits, or missed its time. The server decides. */
export const isMovable = ({ done, attention }: Pick<CalendarEvent, 'done' | 'attention'>): boolean =>
  done === '0' || attention === 'missed';

/**
 * The time of a post that is dropped on a day ('2026-11-26': it keeps its time of day) or an hour ('2026-11-26 14': it
 * keeps its minutes).
 */
export function localAt(drop: string, local: LocalTime): LocalTime {
  return drop.length > 10 ? `${drop}${local.slice(13)}` : `${drop}${local.slice(10)}`;
}

/**
 * The time on the client's clock of a post that moves in the calendar from its time there to another: as many days and
 * hours later or earlier as the calendar shows. The viewer's zone has no part in it: a post at 09:00 in Berlin that
 * moves by two days goes out at 09:00 in Berlin, also if the clocks of either zone change between.
 */
export function clientTimeAt(
  { local, scheduled }: Pick<CalendarEvent, 'local' | 'scheduled'>,
  target: LocalTime,
): LocalTime {
  const [from, to, at] = [local, target, scheduled].map(parseLocal);
  if (from === undefined || to === undefined || at === undefined)
    throw new RangeError(`no such local time: ${local}, ${target} or ${scheduled}`);
  return formatLocal(at + to - from);
}

/**
 * The time to which a key moves a picked-up post: by days and weeks in the month, otherwise by days and hours;
 * undefined for keys that do not move it.
 */
export function localByKey(view: View, local: LocalTime, key: string): LocalTime | undefined {
  const at = parseLocal(local);
  const hours = hoursOf(view, key);
  return at === undefined || hours === undefined ? undefined : formatLocal(at + hours * hourMs);
}

function hoursOf(view: View, key: string): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return -24;
    case 'ArrowRight':
      return 24;
    case 'ArrowUp':
      return view === 'month' ? -7 * 24 : -1;
    case 'ArrowDown':
      return view === 'month' ? 7 * 24 : 1;
    case 'PageUp':
      return -7 * 24;
    case 'PageDown':
      return 7 * 24;
    default:
      return undefined;
  }
}

/** A post moving to a time, before the server has confirmed it. */
export type Pending = { id: string; local: LocalTime };

/** The calendar as it looks with a post at its new time; days that it does not show are dropped. */
export function withMoved(data: CalendarData | undefined, pending: Pending | null): CalendarData | undefined {
  const event = data?.events.find(({ id }) => id === pending?.id);
  if (data === undefined || pending === null || event === undefined) return data;
  const [before, after] = [dayOf(event.local), dayOf(pending.local)];
  const change = (date: Day): number => Number(date === after) - Number(date === before);
  return {
    days: data.days.map((day) => ({ ...day, total: day.total + change(day.date) })),
    events: [...data.events.filter(({ id }) => id !== pending.id), { ...event, local: pending.local }].toSorted(
      (a, b) => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0),
    ),
  };
}

const dayOf = (local: LocalTime): Day => local.slice(0, 10);
