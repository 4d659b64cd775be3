/** The problems of a plan, as calls that check one answer them. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { pauseScopes } from '#rules/pausing.ts';
import { planRules } from '#rules/plan-problems.ts';

/** A rule that a plan breaks. */
export const planProblem = z.object({
  rule: z.enum(planRules),
  network: z.enum(networkIds).nullable(),
  account_ids: z.array(z.string()),
  message: z.string(),
  /** The first of the affected posts, `position` from 0, each with its own detail. */
  posts: z.array(z.object({ id: z.string(), position: z.number().int(), name: z.string(), message: z.string() })),
  post_count: z.number().int(),
  /** The first time, 'YYYY-MM-DD HH:mm' in the plan's zone, at which the rule would be kept. */
  start: z.string().nullable(),
  /** The scope of the pause that holds the plan; null if another rule is broken. */
  pause: z.enum(pauseScopes).nullable(),
});

/** What a network charges for a plan's posts. */
export const planCost = z.object({ network: z.enum(networkIds), message: z.string() });
