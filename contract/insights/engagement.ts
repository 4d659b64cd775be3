import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

const figure = z.number().int().nullable();

/**
 * One account of a scheduled item in the engagement list. A null figure is shown as N/A: the network does not report
 * it, or not yet.
 */
export const engagementRow = z.object({
  type: z.enum(networkIds),
  social_account_name: z.string(),
  likes: figure,
  views: figure,
  shares: figure,
  comments: figure,
  retweet: figure,
  points: figure,
  post_url: z.string().nullable(),
  /** When the figures were read, ISO 8601 in UTC; null until they have been read. */
  read_at: z.string().nullable(),
  /** Why there are no figures, or no current ones; '' if all is well. */
  note: z.string(),
});
export type EngagementRow = z.output<typeof engagementRow>;

/**
 * The engagement of one scheduled item (`stream_id` is its id in the schedule), read from the networks if it is older
 * than a minute.
 */
export const fetchStreamData = call('fetch-stream-data', {
  who: 'engagement',
  shows: ['posts'],
  input: z.object({ scheduler_id: id, stream_id: id }),
  data: z.array(engagementRow),
});
