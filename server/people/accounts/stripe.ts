import { z } from 'zod';
import { stripeRight, type StripeAccount } from '#contract/people/accounts-stripe.ts';
import type { Tx } from '#db/database.ts';

/** The data shown of a connected Stripe account; selling/stripe writes the table. */
export const stripeColumns = [
  'id',
  'agency_id',
  'name',
  'last4',
  'is_live',
  'rights',
  'checked_at',
  'created_at',
] as const;

/** The agency's accounts, oldest first. */
export const listStripe = (tx: Tx, agencyId: string) =>
  tx.selectFrom('stripe_accounts').select(stripeColumns).where('agency_id', '=', agencyId).orderBy('id').execute();
export type StripeRow = Awaited<ReturnType<typeof listStripe>>[number];

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
