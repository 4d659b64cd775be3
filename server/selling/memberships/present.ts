import type { MembershipForSale, Offer } from '#contract/selling/memberships.ts';
import { plansOf } from '#rules/plans.ts';
import type { MembershipRow } from './queries.ts';

/** A membership as its seller sees it; `host` null while the white label is not active. */
export const presentMembership = (
  row: MembershipRow,
  { userId, host }: { userId: string; host: string | null },
): MembershipForSale => ({
  id: row.id,
  user_id: userId,
  name: row.name,
  payment: {
    methodType: 'stripe',
    accId: row.stripe_account_id,
    paytime: row.period,
    price: row.price_cents / 100,
  },
  plans: plansOf(row.plans),
  domain: host === null ? '' : `https://${host}/join/${row.id}`,
  buyers: row.buyers,
});

/** A membership as a buyer sees it. */
export const presentOffer = (row: MembershipRow): Offer => ({
  id: row.id,
  name: row.name,
  price: row.price_cents / 100,
  paytime: row.period,
});
