/**
 * Updates our rows to Stripe's state of a subscription. Its triggers (an event, the page after a purchase, a job) name
 * only the subscription, so their order and number do not matter.
 */
import { graceDays, isPaidFor, standingOf, type Standing } from '#rules/subscriptions.ts';
import type { Tx } from '#db/database.ts';
import type { Services } from '../../base/handlers.ts';
import { asked, openStripe, wordsOf, type OpenedStripe } from '../stripe/index.ts';
import { restoreAgency, suspendAgency } from '../../publishing/index.ts';
import { makeBuyer, ownSold } from './buyers.ts';
import { mailBuyer } from './mails.ts';
import { findMembership } from './queries.ts';
import { factsOf, invoiceMailOf, type Seen, type SubscriptionFacts } from './subscription-facts.ts';
import {
  beginLook,
  insertSubscription,
  listOfBuyer,
  lockSubscription,
  saveLook,
  type SubscriptionRow,
} from './subscription-queries.ts';

/** Stripe could not be read; the caller retries later. */
export class StripeUnread extends Error {}

type Begun = { id: string; look: number };
type Look = {
  services: Services;
  account: OpenedStripe;
  subscriptionId: string;
  /** The buyer's bank requires a confirmation of a payment. */
  confirms?: boolean;
  /** The reading, if the caller has already recorded its start. */
  begun?: Begun | undefined;
  /** Runs in the transaction that records the outcome. */
  together?: (tx: Tx) => Promise<void>;
};

/** Reads a subscription and applies the consequences. Throws StripeUnread if Stripe cannot be read. */
export async function converge(given: Look): Promise<void> {
  const look = given.begun ?? (await beginReading(given));
  const seen = look === undefined ? 'gone' : await read(given);
  await given.services.db.asSystem(async (tx) => {
    if (look !== undefined) await settle(tx, { ...given, look, seen });
    await given.together?.(tx);
  });
}

/** Records the start of a reading; undefined for a subscription of another product of the seller. */
async function beginReading(given: Look): Promise<Begun | undefined> {
  const { services, account, subscriptionId } = given;
  const key = { stripeAccountId: account.id, subscriptionId };
  const begin = () => services.db.asAgency(account.agencyId, (tx) => beginLook(tx, key));
  return (await begin()) ?? ((await storeIfOurs(given)) ? await begin() : undefined);
}

async function read({ services, account, subscriptionId }: Look): Promise<Seen> {
  const stripe = openStripe(services, account.key);
  const answer = await asked(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice', 'customer'] }),
  );
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'gone') return 'gone';
  throw new StripeUnread(wordsOf(answer));
}

/** Stores a subscription if it belongs to a membership of this seller; answers whether it does. */
async function storeIfOurs(given: Look): Promise<boolean> {
  const { services, account, subscriptionId } = given;
  const seen = await read(given);
  if (seen === 'gone') return false;
  const { agencyreel: agencyId, membership: id } = seen.metadata;
  if (agencyId !== account.agencyId || id === undefined || !/^[1-9]\d{0,17}$/.test(id)) return false;
  return services.db.asAgency(account.agencyId, async (tx) => {
    const membership = await findMembership(tx, { agencyId, id });
    const product = seen.items.data[0]?.price.product;
    // Its metadata counts only together with our product: another product may be cheaper.
    if (membership === undefined || membership.product_id !== (typeof product === 'string' ? product : product?.id))
      return false;
    const customerId = typeof seen.customer === 'string' ? seen.customer : seen.customer.id;
    await insertSubscription(tx, {
      agencyId,
      stripeAccountId: account.id,
      subscriptionId,
      membershipId: id,
      customerId,
      now: services.clock(),
    });
    return true;
  });
}

type Settling = Look & { look: Begun; seen: Seen };

/** Records what was read, and applies it: the buyer's agency, its mail about an invoice, its suspension. */
async function settle(tx: Tx, { services, seen, look, confirms = false }: Settling): Promise<void> {
  const now = services.clock();
  const row = await lockSubscription(tx, look);
  if (row === undefined) return; // a newer reading is in progress, and sees the same state or a later one
  const facts = factsOf(seen);
  const endOfGrace = row.grace_until ?? new Date(now.getTime() + graceDays * 86_400_000);
  const graceUntil = facts.status === 'past_due' ? endOfGrace : null;
  const standing = standingOf({ status: facts.status, graceUntil }, now);
  const buyerAgencyId = await buyerOf(tx, { row, facts, standing });
  const mailed = buyerAgencyId === null ? null : invoiceMailOf(facts, { confirms, last: row.mailed_invoice });
  await saveLook(tx, {
    id: row.id,
    status: facts.status,
    customerId: facts.customer?.id ?? row.customer_id,
    buyerAgencyId,
    graceUntil,
    renewsAt: facts.renewsAt,
    endsAt: facts.endsAt,
    invoiceUrl: facts.invoiceUrl,
    mailedInvoice: mailed ?? row.mailed_invoice,
    now,
  });
  if (buyerAgencyId === null) return;
  if (mailed !== null && standing === 'grace') {
    const link = facts.invoiceUrl;
    const what = confirms
      ? ({ kind: 'confirm', link } as const)
      : ({ kind: 'failed', link, until: endOfGrace } as const);
    await mailBuyer(tx, services, { agencyId: buyerAgencyId, what });
  }
  await followPayment(tx, services, { agencyId: buyerAgencyId, now });
}

type Buying = { row: SubscriptionRow; facts: SubscriptionFacts; standing: Standing };

/** The buyer's agency: the known one, the one that the checkout names, or, once it is paid for, a created one. */
async function buyerOf(tx: Tx, { row, facts, standing }: Buying): Promise<string | null> {
  if (row.buyer_agency_id !== null) return row.buyer_agency_id;
  const named = await ownSold(tx, { sellerId: row.agency_id, agencyId: facts.buyerAgencyId });
  if (named !== null) return named;
  if (standing !== 'good' && standing !== 'grace') return null;
  return makeBuyer(tx, { row, email: facts.customer?.email ?? '', name: facts.customer?.name ?? '' });
}

/** Suspends an agency that is no longer paid for, or ends its suspension, and mails its owner. */
export async function followPayment(
  tx: Tx,
  services: Pick<Services, 'config'>,
  { agencyId, now }: { agencyId: string; now: Date },
): Promise<void> {
  const all = await listOfBuyer(tx, agencyId);
  const isPaid = isPaidFor(all.map(({ status, grace_until: graceUntil }) => standingOf({ status, graceUntil }, now)));
  if (isPaid) {
    if (await restoreAgency(tx, { agencyId })) await mailBuyer(tx, services, { agencyId, what: { kind: 'resumed' } });
  } else if (await suspendAgency(tx, { agencyId, now }))
    await mailBuyer(tx, services, { agencyId, what: { kind: 'suspended' } });
}
