/** A connected Stripe account, shown among the accounts; selling writes it. */
import { z } from 'zod';
import { instant } from '../base/fields.ts';

/** A permission that a key needs, and whether it has it; `unknown`: Stripe could not be reached. */
export const stripeRight = z.object({
  name: z.string(),
  state: z.enum(['right', 'missing', 'unknown']),
  words: z.string(),
});
export type StripeRight = z.output<typeof stripeRight>;

/** A connected Stripe account, as its owner sees it. The key is never answered. */
export const stripeAccount = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  created: instant,
  last4: z.string(),
  /** False for a key of Stripe's test mode, with which nobody pays real money. */
  live: z.boolean(),
  rights: z.array(stripeRight),
  checked: instant,
});
export type StripeAccount = z.output<typeof stripeAccount>;
