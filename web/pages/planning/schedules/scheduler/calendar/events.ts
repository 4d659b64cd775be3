import type { Data } from '#contract/index.ts';
import type { Draft } from '#contract/planning/drafts.ts';
import type { LocalTime } from '#rules/planning.ts';
import { counted } from '../../../../../lib/words.ts';
import type { Day, View } from './days.ts';

/** The answer of the calendar's call. */
export type CalendarData = Data<'fetch-calendar'>;
/**
 * One scheduled item in the calendar. `local` is 'YYYY-MM-DD HH:mm' in the viewer's time zone, `scheduled` the same in
 * its client's.
 */
export type CalendarEvent = CalendarData['events'][number];
/** A draft in the calendar, at its slot in the viewer's time zone. */
export type CalendarDraft = Draft & { due: string; local: LocalTime };
/** An entry of the calendar: a post of the plan, or a draft that may become one. */
export type Entry = CalendarEvent | CalendarDraft;

/**
 * A day's totals with as many of its entries as were requested, in order. `total` counts posts, `drafts` counts drafts.
 */
export type DayEvents = CalendarData['days'][number] & { drafts: number; events: readonly Entry[] };

/** How many events of each day a view requests: what it can show before "Show more". */
export const perDay: Readonly<Record<View, number>> = { month: 4, week: 2000, day: 2000, list: 15 };

/** Whether an entry is a draft. */
export const isDraft = (entry: Entry): entry is CalendarDraft => 'expired' in entry;

/** Identifies an entry of a calendar. */
export const keyOf = (entry: Entry): string => (isDraft(entry) ? `draft ${entry.id}` : entry.id);

/** A calendar's answer merged with the drafts, by day. */
export function byDay(
  data: CalendarData | undefined,
  drafts: readonly CalendarDraft[] = [],
): ReadonlyMap<Day, DayEvents> {
  const posts = Map.groupBy(data?.events ?? [], dayOf);
  const beside = Map.groupBy(drafts, dayOf);
  return new Map(
    (data?.days ?? []).map((day) => {
      const known = posts.get(day.date) ?? [];
      const added = beside.get(day.date) ?? [];
      const all = added.length === 0 ? known : [...known, ...added].toSorted(byTime);
      // If not all posts of a day are loaded, nothing is known after the last of them.
      const events = known.length < day.total ? all.slice(0, Math.max(known.length, 1)) : all;
      return [day.date, { ...day, drafts: added.length, events }];
    }),
  );
}

const dayOf = ({ local }: Entry): Day => local.slice(0, 10);
const byTime = (a: Entry, b: Entry): number => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0);

/** How many entries a day has in all. */
export const countOf = (day: DayEvents | undefined): number => (day ? day.total + day.drafts : 0);

/** The contents of a day in words: '3 posts, 1 draft'; '0 posts' for an empty one. */
export function sayCount(day: DayEvents | undefined): string {
  const { total, drafts } = day ?? { total: 0, drafts: 0 };
  if (drafts === 0) return counted(total, 'post');
  return [...(total > 0 ? [counted(total, 'post')] : []), counted(drafts, 'draft')].join(', ');
}

/** A day's entries by hour, without empty hours: `[[9, [...]], [17, [...]]]`. */
export function byHour(events: readonly Entry[]): [hour: number, events: readonly Entry[]][] {
  const hours = Map.groupBy(events, (event) => Number(event.local.slice(11, 13)));
  return [...hours].toSorted(([a], [b]) => a - b);
}
