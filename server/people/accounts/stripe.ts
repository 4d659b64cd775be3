import { z } from 'zod';
import { stripeRight, type StripeAccount } from '#contract/memberships.ts';
import type { StripeRow } from '../../selling/stripe/queries.ts';

/** A connected Stripe account as its owner sees it. */
export const presentStripe = (row: StripeRow, userId: string): StripeAccount => ({
  id: row.id,
  user_id: userId,
  username: row.name,
  created: row.created_at.toISOString(),
  last4: row.last4,
  live: row.is_live,
  rights: z.array(stripeRight).parse(row.rights),
  checked: row.checked_at.toISOString(),
});
