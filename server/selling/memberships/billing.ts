/** A buyer's own subscription. */
import type { Billing } from '#contract/selling/memberships.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { standingOf } from '#rules/subscriptions.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { findStripe, openStripe, orWords, type OpenedStripe } from '../stripe/index.ts';
import { backTo } from './join.ts';
import { presentOffer } from './present.ts';
import { activeHostOf, findMembership, type MembershipRow } from './queries.ts';
import { listOfBuyer, type SubscriptionRow } from './subscription-queries.ts';

type Bought = { subscription: SubscriptionRow; membership: MembershipRow };

/** The newest subscription of a buyer's agency with its membership, in a transaction that sees all agencies. */
async function boughtBy(tx: Tx, agencyId: string): Promise<Bought | undefined> {
  const [subscription] = await listOfBuyer(tx, agencyId);
  if (subscription === undefined) return undefined;
  const membership = await findMembership(tx, { agencyId: subscription.agency_id, id: subscription.membership_id });
  return membership && { subscription, membership };
}

async function suspensionOf(tx: Tx, agencyId: string): Promise<Billing['suspended']> {
  const row = await tx
    .selectFrom('agencies')
    .select(['lapsed_at', 'suspended_at'])
    .where('id', '=', agencyId)
    .executeTakeFirst();
  if (row === undefined || row.suspended_at === null) return 'no';
  return row.lapsed_at === null ? 'seller' : 'unpaid';
}

async function open({ services, user }: OutsideContext, back: string): Promise<string> {
  const { db, secrets, config } = services;
  const found = await db.asSystem(async (tx) => {
    const bought = await boughtBy(tx, user.agencyId);
    if (bought === undefined) return undefined;
    const { agency_id: agencyId, stripe_account_id: id } = bought.subscription;
    return {
      ...bought,
      account: await findStripe(tx, secrets, { agencyId, id }),
      host: await activeHostOf(tx, agencyId),
    };
  });
  if (found?.account === undefined) throw new UserError(messages.nothingBilled, { status: 404 });
  const { subscription, membership, account, host } = found;
  const isOurs = URL.parse(back)?.host === new URL(config.publicUrl).host;
  const page = `${isOurs || host === null ? config.publicUrl : backTo(back, host)}/billing`;
  const means = { services, account, page, subscription };
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
    ? buyAgain({ ...means, membership, buyerId: user.agencyId })
    : openPortal(means);
}

type Means = {
  services: OutsideContext['services'];
  account: OpenedStripe;
  page: string;
  subscription: SubscriptionRow;
};

/** The portal's address is a secret: it is created for this click, and never stored or logged. */
async function openPortal({ services, account, page, subscription }: Means): Promise<string> {
  const { billingPortal } = openStripe(services, account.key);
  const made = await orWords(() =>
    billingPortal.sessions.create({ customer: subscription.customer_id, return_url: page }),
  );
  return made.url;
}

/** Begins another purchase for the existing agency: a cancelled membership cannot be restored. */
async function buyAgain({
  services,
  account,
  page,
  subscription,
  membership,
  buyerId,
}: Means & { membership: MembershipRow; buyerId: string }): Promise<string> {
  const metadata = { agencyreel: membership.agency_id, membership: membership.id, buyer: buyerId };
  const session = await orWords(() =>
    openStripe(services, account.key).checkout.sessions.create({
      mode: 'subscription',
      customer: subscription.customer_id,
      line_items: [{ price: membership.price_id, quantity: 1 }],
      success_url: page,
      cancel_url: page,
      metadata,
      subscription_data: { metadata },
    }),
  );
  if (session.url === null) throw new UserError(messages.stripeAway);
  return session.url;
}

/** The handlers of a buyer's calls in contract/selling/memberships.ts: the billing page. */
export const billingCalls = {
  'fetch-billing': outside(async (_input, { user, services, now }) =>
    services.db.asSystem(async (tx) => {
      const bought = await boughtBy(tx, user.agencyId);
      if (bought === undefined) return { message: '', data: [] };
      const { subscription, membership } = bought;
      const { status, grace_until: graceUntil, renews_at: renewsAt, ends_at: endsAt } = subscription;
      const standing = standingOf({ status, graceUntil }, now);
      const { name, price, paytime } = presentOffer(membership);
      const state = standing === 'waiting' ? 'over' : status === 'canceled' ? 'cancelled' : standing;
      return {
        message: '',
        data: [
          {
            membership: name,
            price,
            paytime,
            state,
            grace_until: graceUntil?.toISOString() ?? null,
            next_payment: state === 'good' && endsAt === null ? (renewsAt?.toISOString() ?? null) : null,
            ends: state === 'good' || state === 'grace' ? (endsAt?.toISOString() ?? null) : null,
            suspended: await suspensionOf(tx, user.agencyId),
          },
        ],
      };
    }),
  ),

  'open-billing': outside(async ({ back }, context) => ({ message: '', data: { url: await open(context, back) } })),
} satisfies Partial<Handlers>;
