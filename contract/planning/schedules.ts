import { z } from 'zod';
import { approvalStates } from '#rules/approvals.ts';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { pauseScopes } from '#rules/pausing.ts';
import { frequencies } from '#rules/planning.ts';
import { scheduleStatuses } from '#rules/schedule-standing.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { date, id, instant, listInput, noData, page, timezone } from '../base/fields.ts';
import { scheduleSorts, streamKinds } from '../base/list-options.ts';
import { neededInFull, version } from '../base/versions.ts';
import { socialNetwork } from '../publishing/deliveries.ts';
import { streamItem } from '../content/streams.ts';
import { planCost, planProblem } from './schedules-problems.ts';

const hours = z.string().regex(/^(0?\d|1\d|2[0-4])$/, 'Please choose an hour between 0 and 24');
const minutes = z.string().regex(/^[0-5]?\d$/, 'Please choose minutes between 0 and 59');
const flag = z.union([
  z.literal(0),
  z.literal(1),
  z.literal('0').transform(() => 0 as const),
  z.literal('1').transform(() => 1 as const),
]);

/** One row of the schedule list. */
export const scheduleRow = z.object({
  id: z.string(),
  client: z.object({ id: z.string(), name: z.string(), image: z.string().nullable() }),
  content_stream: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.enum(streamTypes),
    /** 'post': the schedule of a single post. */
    kind: z.enum(streamKinds),
    /** The items of `streams`, left out with `brief`. */
    streams: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  }),
  /** Network of each account. */
  accounts: z.array(z.enum(networkIds)),
  posted_count: z.number().int(),
  /** Items without any post, not counting uncertain ones. */
  failed_count: z.number().int(),
  /** Uncertain items: a person must check whether they were posted. */
  uncertain_count: z.number().int(),
  /** Items that are posted, but failed or are uncertain at one of their accounts; counted once the schedule is over. */
  partly_count: z.number().int(),
  /** Items that a person has to post by hand now. */
  by_hand_count: z.number().int(),
  /**
   * Items that wait for the client's approval, or were sent back, and their earliest time; if it has passed, the item
   * is held.
   */
  approval_count: z.number().int(),
  approval_first_at: instant.nullable(),
  /** Items of the current round. */
  item_count: z.number().int(),
  /** 'YYYY-MM-DD HH:mm' in the schedule's own zone: the next item to go out, else the last one. */
  schedule_date: z.string(),
  next_at: z.string().nullable(),
  hours: z.string(),
  minutes: z.string(),
  timezone: z.string(),
  type: z.enum(frequencies),
  re_purpose: z.enum(['0', '1']),
  state: z.enum(['active', 'finished', 'stopped']),
  /** The widest pause that holds the whole schedule; null if some of it can go out. */
  paused: z.enum(pauseScopes).nullable(),
  /** Since when the schedule itself is paused, regardless of other pauses. */
  paused_at: instant.nullable(),
  /** How many of its accounts are paused themselves, and how many need reconnecting. */
  paused_accounts: z.number().int(),
  lost_accounts: z.number().int(),
  user_client_id: z.string(),
  round: z.number().int(),
  /** JSON of [{id, title}]: the first 200 items of its round in their order; left out with `brief`. */
  streams: z.string().optional(),
  version,
});
export type ScheduleRow = z.output<typeof scheduleRow>;

/** One scheduled item (occurrence). */
export const scheduledItem = z.object({
  id: z.string(),
  round: z.number().int(),
  title: z.string(),
  description: z.string(),
  description_format: z.enum(['text', 'formatted']),
  type: z.enum(streamTypes),
  thumbnails: z.string().nullable(),
  /** 'YYYY-MM-DD HH:mm' in the schedule's own zone. */
  scheduled: z.string(),
  due_at: instant,
  /** '0' scheduled, 1 posted, '2' failed, '3' cancelled. */
  done: z.union([z.literal('0'), z.literal(1), z.literal('2'), z.literal('3')]),
  /** A detail like 'Posted 2 of 3'; '' if the status word is enough. */
  note: z.string(),
  social_networks: z.array(socialNetwork),
  /**
   * The client's approval; null if none is needed. `held`: its time has passed without it. `comment`: the last comment.
   */
  approval: z
    .object({
      state: z.enum(approvalStates),
      held: z.boolean(),
      comment: z.object({ name: z.string(), is_client: z.boolean(), at: instant, text: z.string() }).nullable(),
    })
    .nullable(),
});
export type ScheduledItem = z.output<typeof scheduledItem>;

/** An account's best hour as the second part of `date`, in the local time of `timezone`. */
export const bestTime = call('best-time', {
  who: 'schedule',
  shows: ['posts'],
  input: z.object({ client_id: id }),
  data: z.array(z.object({ type: z.enum(networkIds), account_id: z.string(), date: z.string(), timezone: z.string() })),
});

/**
 * The items of a stream that could not be posted to a client's accounts, and why, as far as is known before the media
 * is opened. Only accounts with such items are listed.
 */
export const fetchFit = call('fetch-fit', {
  who: 'schedule',
  shows: ['accounts', 'streams'],
  input: z.object({ content_stream_id: id, user_client_id: id }),
  data: z.array(
    z.object({
      account_id: z.string(),
      type: z.enum(networkIds),
      items: z.array(z.object({ title: z.string(), message: z.string() })),
      item_count: z.number().int(),
    }),
  ),
});

/** The problems that a plan would meet if `save-scheduler` saved it, worst first; nothing is written. */
export const checkPlan = call('check-plan', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'pauses'],
  input: z.object({
    user_client_id: id,
    content_stream_id: id,
    social_accounts: z.array(id).min(1, 'Please choose at least one account').max(200),
    schedule_date: date,
    hours,
    minutes,
    timezone,
    re_purpose: flag,
    schedule_type: z.enum(frequencies).default('daily'),
  }),
  data: z.object({
    problems: z.array(planProblem),
    /** What networks charge for the plan's posts, where posting is not free. */
    costs: z.array(planCost),
  }),
});

/** Schedules a stream for a client on some accounts. */
export const saveScheduler = call('save-scheduler', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({
    user_id: id.optional(),
    user_client_id: id,
    content_stream_id: id,
    social_accounts: z.array(id).min(1, 'Please choose at least one account').max(200),
    schedule_date: date,
    schedule_time: z.string().max(5).optional(),
    hours,
    minutes,
    timezone,
    re_purpose: flag,
    schedule_type: z.enum(frequencies).default('daily'),
  }),
  data: z.object({ id: z.string() }),
});

/** `brief` leaves out `streams`, which a list that only counts the items does not need. */
const brief = z.boolean().default(false);

/** A page of the schedules. Schedules without a next post come last in both directions of that order. */
export const fetchSchedulers = call('fetch-schedulers', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({
    ...listInput,
    brief,
    client_id: id.optional(),
    network: z.enum(networkIds).optional(),
    status: z.enum(scheduleStatuses).optional(),
    kind: z.enum(streamKinds).optional(),
    sort: z.enum(scheduleSorts).default('-created'),
  }),
  data: page(scheduleRow),
});

/** One schedule with a page of its items, searched by title. */
export const fetchScheduler = call('fetch-scheduler', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ id, ...listInput, brief }),
  data: z.object({ schedule: scheduleRow, items: z.array(scheduledItem), next: z.string().nullable() }),
});

/**
 * One scheduled item with its schedule. `content` is its text, `editable` the stream's item whose text it follows on an
 * edit: another item if the post kept the text from before an edit, null if that item was deleted.
 */
export const fetchScheduledItem = call('fetch-scheduled-item', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ id }),
  data: z.object({
    item: scheduledItem,
    content: streamItem,
    editable: streamItem.nullable(),
    schedule: z.object({
      id: z.string(),
      stream_id: z.string(),
      title: z.string(),
      client_id: z.string(),
      client: z.string(),
      timezone: z.string(),
    }),
  }),
});

/**
 * Moves the posts that are not published yet to another time; with `version` and no time it only changes whether the
 * schedule repeats.
 */
export const reschedule = call('reschedule', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z
    .object({ hours, minutes, timezone, schedule_date: date, re_purpose: flag, version })
    .partial()
    .extend({ id })
    .check(
      neededInFull({
        schedule_date: 'Please choose a date',
        hours: 'Please choose an hour',
        minutes: 'Please choose minutes',
        timezone: 'Please choose a timezone from the list',
        re_purpose: 'Re purpose is required',
      }),
    ),
  data: noData,
});

/** Deletes a schedule; its waiting posts are cancelled. */
export const deleteScheduler = call('delete-scheduler', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: noData,
});

/** Deletes several schedules, each as `delete-scheduler` does. */
export const deleteSchedulers = call('delete-schedulers', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({ ids: someIds }),
  data: bulkOutcome,
});

/** Takes one scheduled item (all its deliveries not yet posted) out of its schedule. */
export const deleteScheduledItem = call('delete-scheduled-item', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: noData,
});

/** Takes several scheduled items out of their schedules, each as `delete-scheduled-item` does. */
export const deleteScheduledItems = call('delete-scheduled-items', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({ ids: someIds }),
  data: bulkOutcome,
});
