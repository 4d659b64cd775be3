/** Posts grouped by the day they go out, each in its schedule's own time zone. */

import { dayIn, sayDay } from './dates.ts';

type Dated = { day: string; timezone: string };

/** A day with its posts, in order. */
export type PostDay<Post> = { day: string; timezone: string; posts: Post[] };

/**
 * Groups posts by day; posts of one day that are planned in several zones stay together, under the zone of the first.
 */
export function daysOf<Post extends Dated>(posts: readonly Post[]): PostDay<Post>[] {
  return [...Map.groupBy(posts, ({ day }) => day)].map(([day, of]) => ({
    day,
    timezone: of[0]?.timezone ?? 'UTC',
    posts: of,
  }));
}

/**
 * A calendar day in everyday words: 'Today, Saturday, 21 November', 'Monday, 23 November', with the year if it is
 * another year.
 */
export function sayPostDay(day: string, { now, zone }: { now: Date; zone: string }): string {
  const today = dayIn(now, zone);
  const apart = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  const near = { '-1': 'Yesterday, ', 0: 'Today, ', 1: 'Tomorrow, ' }[apart] ?? '';
  return near + sayDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'long' : 'full');
}
