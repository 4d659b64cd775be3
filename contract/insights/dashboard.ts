import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { date, instant, listInput, noData, nothing, page, timezone } from '../base/fields.ts';
import { decision } from '../publishing/deliveries.ts';

/**
 * One delivery that waits for a person, with the facts in plain words; or a post that its client sent back or has not
 * approved in time; or a client's posts of the next three days that wait for its approval (`to-approve`, the first of
 * them `at`); or, as information only, an account whose network has requested a wait (`waits`, until `at`).
 */
const needsYou = z.object({
  kind: z.enum([
    'account',
    'ending',
    'by-hand',
    'uncertain',
    'failed',
    'missed',
    'sent-back',
    'not-approved',
    'to-approve',
    'waits',
  ]),
  /** The scheduled item, for the kinds about a client's approval; null for the others. */
  item_id: z.string().nullable(),
  delivery_id: z.string().nullable(),
  account_id: z.string().nullable(),
  schedule_id: z.string().nullable(),
  client_id: z.string(),
  client: z.string(),
  network: z.enum(networkIds),
  /** The account's name at its network. */
  username: z.string(),
  title: z.string(),
  message: z.string(),
  at: z.string(),
  /** The actions that the person may choose. */
  actions: z.array(decision),
});

export type NeedsYou = z.output<typeof needsYou>;

const count = z.number().int();
const content = z.object({ id: z.string(), name: z.string(), picture: z.string().nullable(), created: instant });

/** The five counters, and the latest videos and images. */
export const fetchDashboard = call('fetch-dashboard', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'videos', 'designs', 'library'],
  input: nothing,
  data: z.object({
    clients: count,
    /** The connected accounts of all clients. */
    accounts: count,
    content_streams: count,
    content_scheduled: count,
    /** The agency's own data, without the sample: the newest client, and whether a schedule exists, finished or not. */
    own: z.object({
      client_id: z.string().nullable(),
      has_accounts: z.boolean(),
      has_streams: z.boolean(),
      has_schedules: z.boolean(),
    }),
    content_created: count,
    /** Dollars. */
    total_earned: z.number(),
    /** The latest four of each, newest first. */
    recent: z.object({ videos: z.array(content), images: z.array(content) }),
  }),
});
/** A finished video or image, as the dashboard shows it. */
export type RecentContent = z.output<typeof content>;

const dayCounts = z.object({ posted: count, waiting: count, failed: count, uncertain: count });
/** How many posts of a day were published, wait, failed, or may have been published. */
export type DayCounts = z.output<typeof dayCounts>;

/**
 * Whether yesterday's posts were published, what goes out today (in the requested time zone), and the next few posts.
 */
export const fetchToday = call('fetch-today', {
  who: 'schedule',
  shows: ['clients', 'streams', 'schedules', 'posts', 'pauses'],
  input: z.object({ timezone }),
  data: z.object({
    date,
    today: dayCounts,
    yesterday: dayCounts,
    to_come: z.array(
      z.object({
        id: z.string(),
        schedule_id: z.string(),
        at: instant,
        client_id: z.string(),
        client: z.string(),
        title: z.string(),
      }),
    ),
  }),
});

/** The list of things that wait for a person. `timezone` decides which posts are due today. */
export const fetchNeedsYou = call('fetch-needs-you', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ timezone: timezone.default('UTC') }),
  data: z.object({
    needs_you: z.array(needsYou),
    /** How many more posts wait for a person; counted up to a thousand. */
    more: count,
    /** After the restore of a backup: whether posting is held, and each client's posts that the backup did not see. */
    restored: z.object({
      held: z.boolean(),
      unseen: z.array(z.object({ client_id: z.string(), client: z.string(), posts: count })),
    }),
  }),
});

/** The posts of each client on each of the next seven days, clients without posts first; `idle` counts those. */
export const fetchNextDays = call('fetch-next-days', {
  who: 'schedule',
  shows: ['clients', 'schedules', 'posts', 'pauses'],
  input: z.object({ timezone, cursor: listInput.cursor }),
  data: page(z.object({ id: z.string(), name: z.string(), counts: z.array(count) })).extend({
    dates: z.array(date),
    idle: count,
  }),
});

/** Deletes all sample data, including its schedules, and no other data. */
export const removeSampleData = call('remove-sample-data', {
  who: 'sampleData',
  changes: [
    'person',
    'clients',
    'accounts',
    'connect-links',
    'streams',
    'schedules',
    'posts',
    'approvals',
    'pauses',
    'activity',
  ],
  input: nothing,
  data: noData,
});
