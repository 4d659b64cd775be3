import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { date, id, instant, nothing, timezone } from '../base/fields.ts';
import { calendarStatuses } from '../base/list-options.ts';

/**
 * What an item is waiting for: a check whether it was posted, a decision about a missed time, a person who posts by
 * hand, the end of a pause, the client's approval, a change that the client requested, or one of the last two past its
 * time; '' for none.
 */
export const attention = z.enum([
  '',
  'uncertain',
  'missed',
  'by-hand',
  'paused',
  'approval',
  'sent-back',
  'not-approved',
]);
export type Attention = z.output<typeof attention>;

/**
 * The calendar between two local dates (from included, to excluded; at most 62 days): totals of every day and the first
 * `per_day` events of each, so that a busy month stays fast. A one-day range has all events of its day.
 */
export const fetchCalendar = call('fetch-calendar', {
  who: 'schedule',
  shows: ['clients', 'streams', 'schedules', 'posts', 'pauses'],
  input: z.object({
    from: date,
    to: date,
    timezone,
    per_day: z.number().int().min(1).max(2000).default(20),
    client_id: id.optional(),
    network: z.enum(networkIds).optional(),
    status: z.enum(calendarStatuses).optional(),
  }),
  data: z.object({
    /** `uncertain`: nobody knows whether they were posted; they do not count as failed. */
    days: z.array(
      z.object({
        date: z.string(),
        total: z.number().int(),
        posted: z.number().int(),
        failed: z.number().int(),
        uncertain: z.number().int(),
      }),
    ),
    events: z.array(
      z.object({
        id: z.string(),
        schedule_id: z.string(),
        title: z.string(),
        client: z.string(),
        type: z.enum(streamTypes),
        /** The networks it goes to, each once. */
        networks: z.array(z.enum(networkIds)),
        /** Address of the item's thumbnail; null for texts, and until it is made. */
        thumbnail: z.string().nullable(),
        /** The instant, ISO 8601 in UTC. */
        date: z.string(),
        /** 'YYYY-MM-DD HH:mm' in the requested time zone. */
        local: z.string(),
        /** 'YYYY-MM-DD HH:mm' in its schedule's time zone, `timezone`. */
        scheduled: z.string(),
        timezone: z.string(),
        done: z.union([z.literal('0'), z.literal(1), z.literal('2'), z.literal('3')]),
        attention,
      }),
    ),
  }),
});
export type CalendarEvent = z.output<typeof fetchCalendar.data>['events'][number];

/**
 * The future days between two dates (from included, to excluded; at most 62 days) on which a client has no planned
 * posts. Only clients that have an account and are not paused, the most empty days first, at most 100 clients.
 */
export const fetchGaps = call('fetch-gaps', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'schedules', 'posts', 'pauses'],
  input: z.object({ from: date, to: date, timezone, client_id: id.optional() }),
  data: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), days: z.array(z.string()) })),
    /** The number of all clients with such days. */
    total: z.number().int(),
  }),
});

/** The kinds of extra events; `vip`: only in the VIP calendar. */
export const eventKinds = ['holiday', 'awareness', 'vip'] as const;

/**
 * Special days from one date to before another: holidays, awareness days and, with its plan, the VIP calendar. A
 * membership with a single plan gets no days and no countries.
 */
export const fetchExtraEvents = call('fetch-extra-events', {
  who: 'schedule',
  shows: [],
  input: z
    .object({ from: date, to: date })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000, 'Please choose at most a year'),
  data: z.object({
    /** The countries of events, two letters each ('EU' for the European Union); worldwide events have none. */
    countries: z.array(z.string()),
    events: z.array(
      z.object({
        title: z.string(),
        /** 'YYYY-MM-DD', the same in every time zone. */
        date: z.string(),
        kind: z.enum(eventKinds),
        /** Two letters each, or 'world'. */
        countries: z.array(z.string()),
        /** An idea for posts on that day. */
        idea: z.string(),
      }),
    ),
  }),
});
export type ExtraEvent = z.output<typeof fetchExtraEvents.data>['events'][number];

/**
 * The plan from 31 days ago to 92 ahead, by title and time only, the earliest 5,000 posts, for callers that want
 * everything at once; and the extra events of these days, each at midnight UTC.
 */
export const getCalender = call('get-calender', {
  who: 'schedule',
  shows: ['streams', 'schedules', 'posts'],
  input: nothing,
  data: z.array(z.object({ title: z.string(), date: instant })),
});
