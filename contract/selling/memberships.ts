/** A white label's sales: the seller's Stripe accounts, memberships, and their buyers. */
import { z } from 'zod';
import { lackOf } from '#rules/passwords.ts';
import { plans } from '#rules/plans.ts';
import { centsOf } from '#rules/subscriptions.ts';
import { call } from '../base/call.ts';
import { id, instant, line, noData, nothing, text } from '../base/fields.ts';
import { stripeAccount } from '../people/accounts-stripe.ts';
import { messages } from '../messages.ts';

/** Connects a Stripe account: tests every permission of the key, and creates the webhook endpoint. */
export const stripeConnect = call('stripe-connect', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({
    name: line('Name', 60),
    secretKey: line('Secret Key', 300).pipe(
      z.string().regex(/^(sk|rk)_(test|live)_\w{8,}$/, messages.stripeKeyInvalid),
    ),
  }),
  data: stripeAccount,
});

/** Disconnects a Stripe account, and deletes its webhook endpoint; refused while a buyer has a subscription. */
export const deleteStripe = call('delete-stripe', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({ id, user_id: id.optional() }),
  data: noData,
});

/** Monthly or yearly. */
export const periods = ['monthly', 'yearly'] as const;

const price = z.union([z.string().max(20), z.number()]).transform((value, { addIssue }) => {
  const cents = centsOf(value);
  if (cents === null) addIssue({ code: 'custom', message: messages.priceInvalid });
  return cents ?? 0;
});
const payment = z.object({
  methodType: z.literal('stripe', 'Please choose a payment method'),
  accId: id,
  paytime: z.enum(periods, 'Please choose monthly or yearly').default('monthly'),
  /** In dollars; parsed to cents. */
  price,
});
const chosenPlans = z
  .array(z.enum(plans, 'Please choose a plan from the list'))
  .min(1, 'Please choose at least one plan')
  .max(plans.length, 'Please choose each plan once');

/** A membership as its seller sees it; `price` in dollars, `domain` the address at which it is bought. */
export const membership = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  payment: z.object({
    methodType: z.literal('stripe'),
    accId: z.string(),
    paytime: z.enum(periods),
    price: z.number(),
  }),
  plans: z.array(z.enum(plans)),
  domain: z.string(),
  /** The number of its buyers. */
  buyers: z.number().int(),
});
export type MembershipForSale = z.output<typeof membership>;

/** The memberships on sale. */
export const fetchMembership = call('fetch-membership', {
  who: 'whiteLabel',
  shows: ['memberships', 'white-label'],
  input: z.object({ user_id: id.optional() }),
  data: z.array(membership),
});

/** Creates a membership, with its product and price on Stripe; refused while the white label is not active. */
export const createMembership = call('create-membership', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({ user_id: id.optional(), name: line('Name', 60), payment, plans: chosenPlans.optional() }),
  data: membership,
});

/** Saves price, period and plans; the name stays, and existing buyers keep what they bought. */
export const updateMembership = call('update-membership', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({
    id,
    user_id: id.optional(),
    name: line('Name', 60).optional(),
    payment,
    plans: chosenPlans.optional(),
  }),
  data: membership,
});

/** Takes a membership off sale; its buyers keep it. */
export const deleteMembership = call('delete-membership', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({ id }),
  data: noData,
});

/** `waiting`: paid, but no password set yet. `grace`: a payment failed. `suspended`: nothing is published. */
export const buyerStates = ['waiting', 'active', 'grace', 'suspended'] as const;

/** A buyer of a membership. */
export const wlUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(buyerStates),
  membership: z.string(),
  created: instant,
});
export type WlUser = z.output<typeof wlUser>;

/** All buyers of memberships, by name. */
export const fetchWlUsers = call('fetch-wl-users', {
  who: 'whiteLabel',
  shows: ['memberships'],
  input: nothing,
  data: z.array(wlUser),
});

/** Changes a buyer's name. */
export const changeWlProfile = call('change-wl-profile', {
  who: 'whiteLabel',
  changes: ['memberships', 'activity'],
  input: z.object({ id, name: line('Name', 120) }),
  data: noData,
});

const newPassword = z.string().max(200, 'Please use at most 200 characters');

/** Sets a buyer's password; `password` is the seller's own, as confirmation. */
export const changeWlPassword = call('change-wl-password', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z
    .object({
      id,
      password: z.string().max(200).min(1, 'Password is required'),
      new_password: newPassword,
      confirm_password: z.string().max(200),
    })
    .superRefine(({ new_password: wished, confirm_password: again }, { addIssue }) => {
      if (lackOf(wished) !== null)
        addIssue({ code: 'custom', path: ['new_password'], message: messages.wlPasswordRule });
      else if (wished !== again)
        addIssue({ code: 'custom', path: ['confirm_password'], message: messages.wlPasswordsDiffer });
    }),
  data: noData,
});

/** Cancels a buyer's subscription and closes the agency: nobody can sign in, and nothing more is published. */
export const deleteWlUsers = call('delete-wl-users', {
  who: 'sell',
  changes: ['memberships', 'activity'],
  input: z.object({ id }),
  data: noData,
  confirms: true,
});

/** A membership on sale at an address of the brand's host. */
export const offer = z.object({
  id: z.string(),
  name: z.string(),
  /** In dollars. */
  price: z.number(),
  paytime: z.enum(periods),
});
export type Offer = z.output<typeof offer>;

/** The page of a membership, for anyone at the seller's host. */
export const fetchOffer = call('fetch-offer', { who: 'anyone', shows: [], input: z.object({ id }), data: offer });

/** Begins a purchase: answers the address of Stripe's page. `back` is the origin of the page. */
export const joinMembership = call('join-membership', {
  who: 'anyone',
  shows: [],
  input: z.object({ id, back: text(300) }),
  data: z.object({ url: z.string() }),
});

/** The state of a purchase after Stripe's redirect back: whether it is paid, and who gets the mail. */
export const finishJoining = call('finish-joining', {
  who: 'anyone',
  shows: [],
  input: z.object({ id, session: text(200) }),
  data: z.object({ paid: z.boolean(), email: z.string() }),
});

/**
 * A buyer's subscription. `suspended`: whether publishing is suspended because the buyer (`unpaid`) or the seller has
 * not paid.
 */
export const billing = z.object({
  membership: z.string(),
  /** In dollars. */
  price: z.number(),
  paytime: z.enum(periods),
  state: z.enum(['good', 'grace', 'over', 'cancelled']),
  grace_until: instant.nullable(),
  /** When it is charged next; null if it is not. */
  next_payment: instant.nullable(),
  /** When it ends, if the buyer has cancelled it; null otherwise. */
  ends: instant.nullable(),
  suspended: z.enum(['no', 'unpaid', 'seller']),
});
export type Billing = z.output<typeof billing>;

/** The buyer's own subscription; none for an account that was not bought. */
export const fetchBilling = call('fetch-billing', {
  who: 'billing',
  shows: ['memberships', 'person'],
  input: nothing,
  data: z.array(billing),
});

/** Opens the buyer's own page at Stripe: the portal, or, if the subscription is over, a new purchase. */
export const openBilling = call('open-billing', {
  who: 'billing',
  shows: [],
  input: z.object({ back: text(300) }),
  data: z.object({ url: z.string() }),
});
