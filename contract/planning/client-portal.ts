/** The plan as its client sees it. The agency may view it too. */
import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id, instant, page } from '../base/fields.ts';

const whose = {
  /** The client whose plan the agency views; a client account always sees its own. */
  client_id: id.optional(),
  cursor: z.string().max(60).optional(),
};

const post = z.object({
  id: z.string(),
  title: z.string(),
  /** The beginning of its text, without formatting; '' if the title holds all of it. */
  text: z.string(),
  type: z.enum(streamTypes),
  /** Address of the thumbnail; null for texts, and until it is made. */
  thumbnail: z.string().nullable(),
  due_at: instant,
  /** 'YYYY-MM-DD HH:mm' in `timezone`, the schedule's own, and its day. */
  scheduled: z.string(),
  day: z.string(),
  timezone: z.string(),
});

/** One planned post. */
export const plannedPost = post.extend({
  accounts: z.array(z.object({ type: z.enum(networkIds), username: z.string() })),
  /** The state of the client's approval; null if none is needed. */
  approval: z.enum(['waiting', 'approved', 'sent-back']).nullable(),
  /** It is held for now: the agency has paused it. */
  paused: z.boolean(),
});
export type PlannedPost = z.output<typeof plannedPost>;

/** The posts of the coming days in their order, 25 a page. */
export const fetchPlanned = call('fetch-planned', {
  who: 'viewPlan',
  shows: ['accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ ...whose, days: z.literal([7, 30], 'Please choose 7 or 30 days').default(7) }),
  data: page(plannedPost),
});

/** One published post: where, when, and its engagement. */
export const publishedPost = post.extend({
  posts: z.array(
    z.object({
      type: z.enum(networkIds),
      username: z.string(),
      /** Null if the network gives no address. */ url: z.string().nullable(),
    }),
  ),
  published_at: instant,
  /** The known figures summed over all networks; null if none is known, or if the agency's plan has no engagement. */
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

/** The published posts, newest first, 25 a page. */
export const fetchPublished = call('fetch-published', {
  who: 'viewPlan',
  shows: ['accounts', 'streams', 'posts'],
  input: z.object(whose),
  data: page(publishedPost),
});
