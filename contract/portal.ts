/** What a client sees of its own plan. The agency may look at it as the client does. */
import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { call } from './call.ts';
import { id, instant, page } from './fields.ts';

const whose = {
  /** Whose plan the agency looks at; a client account always sees its own. */
  client_id: id.optional(),
  cursor: z.string().max(60).optional(),
};

const post = z.object({
  id: z.string(),
  title: z.string(),
  /** The beginning of its words, plain; '' where the title says them all. */
  text: z.string(),
  type: z.enum(streamTypes),
  /** Address of the picture; null for texts, and while it is being made. */
  thumbnail: z.string().nullable(),
  due_at: instant,
  /** 'YYYY-MM-DD HH:mm' in `timezone`, the schedule's own, and the day of it. */
  scheduled: z.string(),
  day: z.string(),
  timezone: z.string(),
});

/** One post that is to go out. */
export const plannedPost = post.extend({
  accounts: z.array(z.object({ type: z.enum(networkIds), username: z.string() })),
  /** Where the client's approval stands; null where none is asked for. */
  approval: z.enum(['waiting', 'approved', 'sent-back']).nullable(),
  /** Nothing goes out for now: the agency has paused it. */
  paused: z.boolean(),
});
export type PlannedPost = z.output<typeof plannedPost>;

/** What goes out in the days to come, in its order, 25 a page. */
export const fetchPlanned = call('fetch-planned', {
  who: 'viewPlan',
  shows: ['accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ ...whose, days: z.literal([7, 30], 'Please choose 7 or 30 days').default(7) }),
  data: page(plannedPost),
});

/** One post that is out: where, when, and what came of it. */
export const publishedPost = post.extend({
  posts: z.array(
    z.object({
      type: z.enum(networkIds),
      username: z.string(),
      /** Null where the network gives no address. */ url: z.string().nullable(),
    }),
  ),
  published_at: instant,
  /**
   * All networks together, those figures that are known; null where none is, or where the agency's plan has no
   * engagement.
   */
  engagement: z
    .object({
      likes: z.number().int().nullable(),
      comments: z.number().int().nullable(),
      shares: z.number().int().nullable(),
      views: z.number().int().nullable(),
    })
    .nullable(),
});
export type PublishedPost = z.output<typeof publishedPost>;

/** What went out, the newest first, 25 a page. */
export const fetchPublished = call('fetch-published', {
  who: 'viewPlan',
  shows: ['accounts', 'streams', 'posts'],
  input: z.object(whose),
  data: page(publishedPost),
});
