/** Drafts: posts that are not planned yet. They are written by the calls of `posts.ts`. */
import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { date, id, instant, line, noData, text, time, timezone } from '../base/fields.ts';
import { version } from '../base/versions.ts';

/** A draft. `expired`: its time has passed, and it needs another one before it can be planned. */
const draft = z.object({
  id: z.string(),
  client_id: z.string(),
  /** The client's name. */
  client: z.string(),
  /** The item that holds its content. */
  item_id: z.string(),
  version,
  type: z.enum(streamTypes),
  title: z.string(),
  words: z.string(),
  format: z.enum(['text', 'formatted']),
  /** Null without a picture or video, and until the thumbnail is made. */
  thumbnail: z.string().nullable(),
  has_file: z.boolean(),
  /** The address where the idea was found; '' if there is none. */
  url: z.string(),
  /** Its accounts that are still connected. */
  accounts: z.array(z.object({ id: z.string(), type: z.enum(networkIds), name: z.string() })),
  /** The time it is wished for, in `timezone`; null for a draft without one. */
  date: z.string().nullable(),
  time: z.string().nullable(),
  timezone: z.string(),
  /** That time as an instant. */
  due: instant.nullable(),
  expired: z.boolean(),
  created: instant,
});
export type Draft = z.output<typeof draft>;

/**
 * The next three free slots of a client: its next empty days, then those with the fewest posts, at its best hour if
 * that is known.
 */
export const fetchFreeSlots = call('fetch-free-slots', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'schedules', 'posts'],
  input: z.object({ client_id: id }),
  data: z.object({
    /** The zone in which the client's posts are planned. */
    timezone: z.string(),
    slots: z.array(z.object({ date: z.string(), time: z.string(), posts: z.number().int() })),
  }),
});

/**
 * Drafts of a client or all clients, the earliest time first, then those without a time, newest first; the first 500.
 * `between`: those between two dates of a zone (from included, to excluded; at most 62 days). `undated`: those without
 * a time.
 */
export const fetchDrafts = call('fetch-drafts', {
  who: 'schedule',
  shows: ['drafts', 'clients', 'accounts'],
  input: z.object({
    client_id: id.optional(),
    between: z.object({ from: date, to: date, timezone }).optional(),
    undated: z.boolean().default(false),
  }),
  data: z.array(draft),
});

/** `save-post` for a text with a time; with `id`, changes a draft, which keeps its client. */
export const saveDraft = call('save-draft', {
  who: 'schedule',
  changes: ['drafts', 'streams'],
  input: z.object({
    id: id.optional(),
    client_id: id,
    title: text(300),
    words: line('Text', 20_000),
    url: text(2000).pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })])),
    social_accounts: z.array(id).min(1, 'Please choose at least one account').max(200),
    date,
    time,
    timezone,
  }),
  data: draft,
});

/** `schedule-post` for a draft as it is, at its time; `id` is the schedule's. */
export const approveDraft = call('approve-draft', {
  who: 'schedule',
  changes: ['drafts', 'streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: z.object({ id: z.string() }),
});

/** Discards a draft: `restore-draft` brings it back for 30 days. An empty one is deleted. */
export const deleteDraft = call('delete-draft', {
  who: 'schedule',
  changes: ['drafts', 'streams'],
  input: z.object({ id }),
  data: noData,
});
