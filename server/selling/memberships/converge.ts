/**
 * Updates our rows to Stripe's state of a subscription. Its triggers (an event, the page after a purchase, a job) name
 * only the subscription, so their order and number do not matter.
 */
import { graceDays, isPaidFor, standingOf } from '#rules/subscriptions.ts';
import type { Tx } from '#db/database.ts';
import type { Services } from '../../base/handlers.ts';
import { asked, openStripe, wordsOf, type OpenedStripe, type Stripe } from '../stripe/index.ts';
import { restoreAgency, suspendAgency } from '../../publishing/index.ts';
import { makeBuyer, ownSold } from './buyers.ts';
import { mailBuyer } from './mails.ts';
import { findMembership } from './queries.ts';
import { beginLook, insertSubscription, listOfBuyer, lockSubscription, saveLook } from './subscription-queries.ts';

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
type Seen = Stripe.Subscription | 'gone';

/** Reads a subscription and applies the consequences. Throws StripeUnread if Stripe cannot be read. */
export async function converge(given: Look): Promise<void> {
  const { services, account, subscriptionId } = given;
  const { db } = services;
  const key = { stripeAccountId: account.id, subscriptionId };
  const begin = () => db.asAgency(account.agencyId, (tx) => beginLook(tx, key));
  const look = given.begun ?? (await begin()) ?? ((await getToKnow(given)) ? await begin() : undefined);
  const seen = look === undefined ? 'gone' : await read(given);
  await db.asSystem(async (tx) => {
    // Without a reading it belongs to another product of the seller.
    if (look !== undefined) await settle(tx, { ...given, look, seen });
    await given.together?.(tx);
  });
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
async function getToKnow(given: Look): Promise<boolean> {
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

async function settle(tx: Tx, { services, seen, look, confirms = false }: Settling): Promise<void> {
  const now = services.clock();
  const row = await lockSubscription(tx, look);
  if (row === undefined) return; // a newer reading is in progress, and sees the same state or a later one
  const status = seen === 'gone' ? 'canceled' : seen.status;
  const endOfGrace = row.grace_until ?? new Date(now.getTime() + graceDays * 86_400_000);
  const graceUntil = status === 'past_due' ? endOfGrace : null;
  const invoice = seen === 'gone' || typeof seen.latest_invoice === 'string' ? null : seen.latest_invoice;
  const isOpen = invoice !== null && invoice.status === 'open';
  const invoiceUrl = isOpen ? (invoice.hosted_invoice_url ?? '') : '';
  const standing = standingOf({ status, graceUntil }, now);
  const customer = seen === 'gone' || typeof seen.customer === 'string' || seen.customer.deleted ? null : seen.customer;
  const buyerAgencyId =
    row.buyer_agency_id ??
    (await ownSold(tx, { sellerId: row.agency_id, agencyId: seen === 'gone' ? undefined : seen.metadata['buyer'] })) ??
    (standing === 'good' || standing === 'grace'
      ? await makeBuyer(tx, { row, email: customer?.email ?? '', name: customer?.name ?? '' })
      : null);
  const mail = isOpen && buyerAgencyId !== null ? `${invoice.id} ${confirms ? 'confirm' : 'failed'}` : '';
  const isMailed = mail === '' || row.mailed_invoice === mail || row.mailed_invoice === `${invoice?.id ?? ''} confirm`;
  await saveLook(tx, {
    id: row.id,
    status,
    customerId: customer?.id ?? row.customer_id,
    buyerAgencyId,
    graceUntil,
    ...periodOf(seen),
    invoiceUrl,
    mailedInvoice: isMailed ? row.mailed_invoice : mail,
    now,
  });
  if (buyerAgencyId === null) return;
  if (!isMailed && standing === 'grace')
    await mailBuyer(tx, services, {
      agencyId: buyerAgencyId,
      what: confirms ? { kind: 'confirm', link: invoiceUrl } : { kind: 'failed', link: invoiceUrl, until: endOfGrace },
    });
  await followPayment(tx, services, { agencyId: buyerAgencyId, now });
}

const instantOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

/** When it is charged next, or when it ends; a buyer who has cancelled may stay until the end of the period. */
function periodOf(seen: Seen): { renewsAt: Date | null; endsAt: Date | null } {
  if (seen === 'gone') return { renewsAt: null, endsAt: null };
  const renewsAt = instantOf(seen.items.data[0]?.current_period_end);
  return { renewsAt, endsAt: instantOf(seen.cancel_at) ?? (seen.cancel_at_period_end ? renewsAt : null) };
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
