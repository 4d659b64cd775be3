import { createHash } from 'node:crypto';
import type { Input } from '#contract/index.ts';
import type { MembershipForSale } from '#contract/selling/memberships.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { passedOn, plansOf } from '#rules/plans.ts';
import { outside, UserError, type Handlers, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { asked, findStripe, openStripe, orWords, type OpenedStripe, type Stripe } from '../stripe/index.ts';
import { presentMembership } from './present.ts';
import {
  activeHostOf,
  archiveMembership,
  countMemberships,
  findMembership,
  insertMembership,
  listMemberships,
  updateMembershipRow,
  type MembershipRow,
  type Terms,
} from './queries.ts';

const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });
const refused = (field: string, message: string): UserError =>
  new UserError(message, { status: 422, errors: { [field]: message } });

type Wish = { name: string; payment: Input<'create-membership'>['payment']; plans: readonly string[] };

/** The requested membership as it is stored; its plans are some of the seller's own. */
function termsOf({ name, payment, plans }: Wish, own: string): Terms {
  const passed = passedOn(plans, own);
  if (passed === null) throw refused('plans', messages.planNotYours);
  return { name, priceCents: payment.price, period: payment.paytime, plans: passed };
}

async function accountOf(
  { services, transaction, user: { agencyId } }: OutsideContext,
  id: string,
): Promise<OpenedStripe> {
  const account = await transaction((tx) => findStripe(tx, services.secrets, { agencyId, id }));
  if (account === undefined) throw notFound();
  return account;
}

/** `from`: our rows before the change; a second try after a lost answer has the same, and so makes no second price. */
const makePrice = (stripe: Stripe, product: string, { priceCents, period, from }: Terms & { from: string }) =>
  orWords(() =>
    stripe.prices.create(
      {
        product,
        unit_amount: priceCents,
        currency: 'usd',
        recurring: { interval: period === 'yearly' ? 'year' : 'month' },
      },
      { idempotencyKey: `${from} price ${product} ${priceCents} ${period}` },
    ),
  );

/** `from` as in makePrice. */
async function makeProduct(
  stripe: Stripe,
  { agencyId, from, ...terms }: Terms & { agencyId: string; from: string },
): Promise<{ productId: string; priceId: string }> {
  const name = createHash('sha256').update(terms.name).digest('base64url');
  const product = await orWords(() =>
    stripe.products.create(
      { name: terms.name, metadata: { agencyreel: agencyId } },
      { idempotencyKey: `${from} product ${name}` },
    ),
  );
  const price = await makePrice(stripe, product.id, { ...terms, from });
  return { productId: product.id, priceId: price.id };
}

async function shownOf(tx: Tx, { agencyId, userId, id }: { agencyId: string; userId: string; id: string }) {
  const row = await findMembership(tx, { agencyId, id });
  if (row === undefined) throw new Error('a membership just saved is not visible to its seller');
  return presentMembership(row, { userId, host: await activeHostOf(tx, agencyId) });
}

async function create(input: Input<'create-membership'>, context: OutsideContext): Promise<Reply<MembershipForSale>> {
  const { user, services, transaction, now, origin } = context;
  const { agencyId } = user;
  const terms = termsOf({ ...input, plans: input.plans ?? plansOf(user.membership) }, user.membership);
  const account = await accountOf(context, input.payment.accId);
  if ((await transaction((tx) => activeHostOf(tx, agencyId))) === null)
    throw new UserError(messages.whiteLabelNotActive);
  const before = await transaction((tx) => countMemberships(tx, agencyId));
  const from = `${account.endpointId} membership ${before + 1}`;
  const sold = await makeProduct(openStripe(services, account.key), { ...terms, agencyId, from });
  const data = await transaction(async (tx) => {
    const id = await insertMembership(tx, { ...terms, ...sold, agencyId, stripeAccountId: account.id, now });
    await audit(tx, { user, origin, action: 'membership-created', details: { name: terms.name } });
    return shownOf(tx, { agencyId, userId: user.id, id });
  });
  return { message: messages.membershipCreated, data };
}

/**
 * The product and price on Stripe for the terms: the existing ones, another price, or on another account another
 * product.
 */
async function sell(
  row: MembershipRow,
  { stripe, account, terms }: { stripe: Stripe; account: OpenedStripe; terms: Terms },
): Promise<{ productId: string; priceId: string }> {
  const from = `${account.endpointId} membership ${row.id} at ${row.price_id}`;
  if (row.stripe_account_id !== account.id) return makeProduct(stripe, { ...terms, agencyId: account.agencyId, from });
  if (row.price_cents === terms.priceCents && row.period === terms.period)
    return { productId: row.product_id, priceId: row.price_id };
  const price = await makePrice(stripe, row.product_id, { ...terms, from });
  // We never sell a leftover price.
  await asked(() => stripe.prices.update(row.price_id, { active: false }));
  return { productId: row.product_id, priceId: price.id };
}

async function update(input: Input<'update-membership'>, context: OutsideContext): Promise<Reply<MembershipForSale>> {
  const { user, services, transaction, origin } = context;
  const { agencyId } = user;
  const row = await transaction((tx) => findMembership(tx, { agencyId, id: input.id }));
  if (row === undefined || row.archived_at !== null) throw notFound();
  // A plan that was included while the seller had it may stay.
  const terms = termsOf(
    { payment: input.payment, name: row.name, plans: input.plans ?? plansOf(row.plans) },
    `${user.membership}__${row.plans}`,
  );
  const account = await accountOf(context, input.payment.accId);
  const sold = await sell(row, { stripe: openStripe(services, account.key), account, terms });
  const data = await transaction(async (tx) => {
    await updateMembershipRow(tx, { ...terms, ...sold, agencyId, id: row.id, stripeAccountId: account.id });
    await audit(tx, { user, origin, action: 'membership-saved', details: { name: terms.name } });
    return shownOf(tx, { agencyId, userId: user.id, id: row.id });
  });
  return { message: messages.membershipUpdated, data };
}

/** The handlers of the seller's calls in contract/selling/memberships.ts. */
export const membershipCalls = {
  'fetch-membership': async (_input, { user, tx }) => {
    const host = await activeHostOf(tx, user.agencyId);
    const rows = await listMemberships(tx, user.agencyId);
    return { message: '', data: rows.map((row) => presentMembership(row, { userId: user.id, host })) };
  },

  'create-membership': outside(create),
  'update-membership': outside(update),

  'delete-membership': outside(async ({ id }, { user, services, transaction, now, origin }) => {
    const { agencyId } = user;
    const { row, account } = await transaction(async (tx) => {
      const found = await findMembership(tx, { agencyId, id });
      if (found === undefined || found.archived_at !== null) throw notFound();
      await archiveMembership(tx, { agencyId, id, now });
      await audit(tx, { user, origin, action: 'membership-deleted', details: { name: found.name } });
      const held = await findStripe(tx, services.secrets, { agencyId, id: found.stripe_account_id });
      return { row: found, account: held };
    });
    // We no longer sell it; archiving it at Stripe is only tidying up.
    if (account !== undefined)
      await asked(() => openStripe(services, account.key).products.update(row.product_id, { active: false }));
    return { message: messages.membershipDeleted, data: null };
  }),
} satisfies Partial<Handlers>;
