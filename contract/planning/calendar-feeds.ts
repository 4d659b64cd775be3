/** Secret addresses at which calendar programs read the plan. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, noData, nothing } from '../base/fields.ts';

/** A feed as the agency sees it; its address is shown only once, on creation. Times are ISO 8601 in UTC. */
export const calendarFeed = z.object({
  id: z.string(),
  /** The client whose posts it has; null for all clients. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The name of its creator; '' if that person has left. */
  made_by: z.string(),
  created: z.string(),
  /** When a calendar program last read it; null for never. */
  read: z.string().nullable(),
});
export type CalendarFeed = z.output<typeof calendarFeed>;

/** The agency's feeds, newest first; at most 100 exist. */
export const fetchCalendarFeeds = call('fetch-calendar-feeds', {
  who: 'schedule',
  shows: ['person', 'clients', 'members', 'calendar-feeds'],
  input: nothing,
  data: z.array(calendarFeed),
});

/** Creates a feed of one client's posts, or of all clients'. `url` is answered only this once. */
export const makeCalendarFeed = call('make-calendar-feed', {
  who: 'schedule',
  changes: ['calendar-feeds', 'activity'],
  input: z.object({ client_id: z.union([z.literal('all'), id], 'Please choose a client, or all of them') }),
  data: z.object({ feed: calendarFeed, url: z.string() }),
});

/** Revokes a feed: its address is not found from then on. */
export const endCalendarFeed = call('end-calendar-feed', {
  who: 'schedule',
  changes: ['calendar-feeds', 'activity'],
  input: z.object({ id }),
  data: noData,
});
