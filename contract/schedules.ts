import { z } from 'zod';
import { approvalStates } from '#rules/approvals.ts';
import { decisions } from '#rules/delivery-buttons.ts';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { pauseScopes } from '#rules/pausing.ts';
import { frequencies } from '#rules/planning.ts';
import { call } from './call.ts';
import { date, id, instant, listInput, noData, nothing, page, text, timezone } from './fields.ts';
import { neededInFull, version } from './versions.ts';

const hours = z.string().regex(/^(0?\d|1\d|2[0-4])$/, 'Please choose an hour between 0 and 24');
const minutes = z.string().regex(/^[0-5]?\d$/, 'Please choose minutes between 0 and 59');
const flag = z.union([z.literal(0), z.literal(1), z.literal('0').transform(() => 0 as const), z.literal('1').transform(() => 1 as const)]);

/** One row of the schedule list. Source: specification 3, §2 (schedule-content) and §3 (Schedule item). */
export const scheduleRow = z.object({
  id: z.string(),
  client: z.object({ id: z.string(), name: z.string(), image: z.string().nullable() }),
  content_stream: z.object({ id: z.string(), title: z.string(), description: z.string(), type: z.enum(streamTypes) }),
  /** Network of each account. */
  accounts: z.array(z.enum(networkIds)),
  posted_count: z.number().int(),
  /** Items of which nothing is posted, the uncertain ones apart. */
  failed_count: z.number().int(),
  /** Items of which nobody knows whether they are posted, left to a person. */
  uncertain_count: z.number().int(),
  /** Items that are posted, but failed or are not sure at one of their accounts; counted once the schedule is over. */
  partly_count: z.number().int(),
  /** Items that a person is to post by hand now. */
  by_hand_count: z.number().int(),
  /** Items that wait for the client's approval, or were sent back, and the earliest time of them: one that has passed is held. */
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
  /** What of it is paused, the widest pause there is; null where something of it can go out. */
  paused: z.enum(pauseScopes).nullable(),
  /** How many of its accounts are paused by themselves, and how many need reconnecting. */
  paused_accounts: z.number().int(),
  lost_accounts: z.number().int(),
  user_client_id: z.string(),
  round: z.number().int(),
  /** JSON of [{id, title}]: the first 200 items of its round in their order; left out where the call is asked to be brief. */
  streams: z.string().optional(),
  version,
});
export type ScheduleRow = z.output<typeof scheduleRow>;

/** The delivery states as the screen names them. */
export const deliveryState = z.enum(['scheduled', 'claimed', 'sending', 'processing', 'waiting', 'uncertain', 'published', 'failed', 'missed', 'cancelled']);

/** What a person can decide about a delivery that the machine could not settle. */
export const decision = z.enum(decisions);

/** One account of one scheduled item. Source: specification 3, §3 (social_networks). */
export const socialNetwork = z.object({
  delivery_id: z.string(),
  account_id: z.string(),
  type: z.enum(networkIds),
  username: z.string(),
  /** True once posted. */
  status: z.boolean(),
  state: deliveryState,
  /** The pause that keeps it from going though its time has come; null otherwise. Screens say Paused then. */
  paused: z.enum(pauseScopes).nullable(),
  /** The client's approval is missing, and nothing of it goes out before. */
  unapproved: z.boolean(),
  /** When it is, or was, to go out; its item's time unless a person chose another. */
  due_at: instant,
  /** When it goes out at the earliest, where its network has asked to wait beyond its time; null otherwise. */
  waits_until: instant.nullable(),
  post_url: z.string().nullable(),
  message: z.string(),
  /** What the person may choose now. */
  actions: z.array(decision),
});
export type SocialNetwork = z.output<typeof socialNetwork>;

/**
 * What an item is really waiting for: a look at the account, a decision about a time that has passed, a person who posts it by hand, the
 * end of a pause, the client's approval, a change the client asked for, or either of these past its time; '' for none.
 */
export const attention = z.enum(['', 'uncertain', 'missed', 'by-hand', 'paused', 'approval', 'sent-back', 'not-approved']);
export type Attention = z.output<typeof attention>;

/** One scheduled item (occurrence). Source: specification 3, §3 (Stream entry in a schedule). */
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
  /** '0' scheduled, 1 posted, '2' failed, '3' cancelled. Source: specification 3, §4. */
  done: z.union([z.literal('0'), z.literal(1), z.literal('2'), z.literal('3')]),
  /** 'Posted 2 of 3' and the like; '' where the status word says it all. */
  note: z.string(),
  social_networks: z.array(socialNetwork),
  /** The client's approval; null where none is asked for. `held`: its time has come without it. `comment`: the last remark. */
  approval: z.object({
    state: z.enum(approvalStates),
    held: z.boolean(),
    comment: z.object({ name: z.string(), is_client: z.boolean(), at: instant, text: z.string() }).nullable(),
  }).nullable(),
});
export type ScheduledItem = z.output<typeof scheduledItem>;

export const bestTime = call('best-time', {
  who: 'schedule',
  input: z.object({ client_id: id }),
  data: z.array(z.object({ type: z.enum(networkIds), account_id: z.string(), date: z.string() })),
});

/** Which of a stream's items would not be posted to a client's accounts, and why, as far as it is known before the media is opened. Only accounts with such items are named. */
export const fetchFit = call('fetch-fit', {
  who: 'schedule',
  input: z.object({ content_stream_id: id, user_client_id: id }),
  data: z.array(z.object({ account_id: z.string(), type: z.enum(networkIds), items: z.array(z.object({ title: z.string(), message: z.string() })), item_count: z.number().int() })),
});

export const saveScheduler = call('save-scheduler', {
  who: 'schedule',
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

/** `brief` leaves out `streams`, which a list that only counts the items has no use for. */
const brief = z.boolean().default(false);

export const fetchSchedulers = call('fetch-schedulers', { who: 'schedule', input: z.object({ ...listInput, brief }), data: page(scheduleRow) });

/** One schedule with a page of its items, searched by title. */
export const fetchScheduler = call('fetch-scheduler', {
  who: 'schedule',
  input: z.object({ id, ...listInput, brief }),
  data: z.object({ schedule: scheduleRow, items: z.array(scheduledItem), next: z.string().nullable() }),
});

/** Moves what is not yet posted to another time; with `version` and no time it only changes whether the schedule repeats. */
export const reschedule = call('reschedule', {
  who: 'schedule',
  input: z.object({ hours, minutes, timezone, schedule_date: date, re_purpose: flag, version }).partial().extend({ id }).check(neededInFull({
    schedule_date: 'Please choose a date', hours: 'Please choose an hour', minutes: 'Please choose minutes', timezone: 'Please choose a timezone from the list', re_purpose: 'Re purpose is required',
  })),
  data: noData,
});

export const deleteScheduler = call('delete-scheduler', { who: 'schedule', input: z.object({ id }), data: noData });

/** Takes one scheduled item (all its deliveries not yet posted) out of its schedule. */
export const deleteScheduledItem = call('delete-scheduled-item', { who: 'schedule', input: z.object({ id }), data: noData });

/** A person's decision about a delivery the machine could not settle. `post_url` goes with 'it-is-there' and 'posted-by-hand'. */
export const resolveDelivery = call('resolve-delivery', {
  who: 'schedule',
  input: z.object({
    delivery_id: id,
    decision,
    post_url: text(1000).pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })])).optional(),
  }),
  data: noData,
});

/** One delivery as it stands, for who has just decided about it. */
export const fetchDelivery = call('fetch-delivery', { who: 'schedule', input: z.object({ delivery_id: id }), data: socialNetwork });

/** Sends a scheduled item again to every account where it failed, and to no other. `id` is the item's. */
export const publishAgain = call('publish-again', { who: 'schedule', input: z.object({ id }), data: noData });

/**
 * The calendar between two local dates (from included, to excluded; at most 62 days): totals of every day and the first
 * `per_day` events of each, so that a busy month stays quick. A day's rest comes with a one-day range.
 */
export const fetchCalendar = call('fetch-calendar', {
  who: 'schedule',
  input: z.object({ from: date, to: date, timezone, per_day: z.number().int().min(1).max(2000).default(20), client_id: id.optional() }),
  data: z.object({
    /** `uncertain` are those of which nobody knows; they are not among the failed. */
    days: z.array(z.object({ date: z.string(), total: z.number().int(), posted: z.number().int(), failed: z.number().int(), uncertain: z.number().int() })),
    events: z.array(z.object({
      id: z.string(),
      schedule_id: z.string(),
      title: z.string(),
      client: z.string(),
      type: z.enum(streamTypes),
      /** The instant, ISO 8601 in UTC. */
      date: z.string(),
      /** 'YYYY-MM-DD HH:mm' in the asked timezone. */
      local: z.string(),
      done: z.union([z.literal('0'), z.literal(1), z.literal('2'), z.literal('3')]),
      attention,
    })),
  }),
});
export type CalendarEvent = z.output<typeof fetchCalendar.data>['events'][number];

/** What is planned from 31 days ago to 92 ahead, by name and time alone, the earliest 5,000; for who wants all of it at once. */
export const getCalender = call('get-calender', {
  who: 'schedule',
  input: nothing,
  data: z.array(z.object({ title: z.string(), date: instant })),
});
