import type { Data } from '#contract/index.ts';
import type { Day, View } from './days.ts';

/** What the calendar's call answers. */
export type CalendarData = Data<'fetch-calendar'>;
/** One scheduled item in the calendar. `local` is 'YYYY-MM-DD HH:mm' on the viewer's clocks. */
export type CalendarEvent = CalendarData['events'][number];
/** A day's totals with as many of its events as were asked for, in their order. */
export type DayEvents = CalendarData['days'][number] & { events: readonly CalendarEvent[] };

/** How many events of each day a view asks for: what it can show before it says "Show more". */
export const perDay: Readonly<Record<View, number>> = { month: 4, week: 2000, day: 2000, list: 15 };

/** A calendar's answer by day. */
export function byDay(data: CalendarData | undefined): ReadonlyMap<Day, DayEvents> {
  const days = new Map((data?.days ?? []).map((day) => [day.date, { ...day, events: new Array<CalendarEvent>() }]));
  for (const event of data?.events ?? []) days.get(event.local.slice(0, 10))?.events.push(event);
  return days;
}

/** A day's events by the hour they go out in, hours without any left out: `[[9, [...]], [17, [...]]]`. */
export function byHour(events: readonly CalendarEvent[]): [hour: number, events: readonly CalendarEvent[]][] {
  const hours = Map.groupBy(events, (event) => Number(event.local.slice(11, 13)));
  return [...hours].toSorted(([a], [b]) => a - b);
}
