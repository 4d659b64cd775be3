/** Several posts planned at once. */
import { z } from 'zod';
import { mostPlannedAtOnce } from '#rules/bulk.ts';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';
import { content, localTime, saveKey, someAccounts } from './posts.ts';

/** What became of a row of `plan-posts`. */
const plannedPost = z.object({
  save_key: z.string(),
  occurrence_id: z.string().nullable(),
  /** 'YYYY-MM-DD HH:mm' in its zone; '' if it is not planned. */
  local: z.string(),
  /** Why it is not planned, and then nothing of it is stored; '' if it is. */
  problem: z.string(),
  /** The client gets it already: with `confirm` it is planned all the same. */
  is_double: z.boolean(),
});
export type PlannedPost = z.output<typeof plannedPost>;

/**
 * Plans several posts of a client, each on its own: those that cannot be planned are left, with the reason. Repeated
 * with the same keys it plans nothing twice and answers the same; a row that says something else by then is left.
 */
export const planPosts = call('plan-posts', {
  who: 'schedule',
  changes: ['drafts', 'streams', 'schedules', 'posts', 'approvals'],
  input: z.object({
    client_id: id,
    posts: z
      .array(z.object({ save_key: saveKey, account_ids: someAccounts, ...content, when: localTime }))
      .min(1, 'Please write at least one post')
      .max(mostPlannedAtOnce, `Please plan at most ${mostPlannedAtOnce} posts at once`),
    confirm: z.boolean().default(false),
  }),
  data: z.array(plannedPost),
});
