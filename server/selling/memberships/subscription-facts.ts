/** What Stripe's answer about a subscription means for us; pure. */
import type { Stripe } from '../stripe/index.ts';

/** A subscription as Stripe returns it, with `latest_invoice` and `customer` expanded; `gone` if it has none. */
export type Seen = Stripe.Subscription | 'gone';

/** The facts of a subscription. */
export type SubscriptionFacts = {
  /** Stripe's status; `canceled` for a subscription that is gone. */
  status: string;
  /** The customer; null if Stripe has deleted it. */
  customer: Stripe.Customer | null;
  /** The agency that the checkout names; not checked. */
  buyerAgencyId: string | undefined;
  /** The latest invoice, if it is still to be paid. */
  openInvoiceId: string | null;
  /** The page on which the open invoice is paid, or ''. */
  invoiceUrl: string;
  /** The next charge. */
  renewsAt: Date | null;
  /** The end; a buyer who has cancelled may stay until the end of the period. */
  endsAt: Date | null;
};

const gone: SubscriptionFacts = {
  status: 'canceled',
  customer: null,
  buyerAgencyId: undefined,
  openInvoiceId: null,
  invoiceUrl: '',
  renewsAt: null,
  endsAt: null,
};

/** The facts of a subscription. */
export function factsOf(seen: Seen): SubscriptionFacts {
  if (seen === 'gone') return gone;
  const { latest_invoice: invoice, customer } = seen;
  const open = invoice !== null && typeof invoice !== 'string' && invoice.status === 'open' ? invoice : null;
  const renewsAt = instantOf(seen.items.data[0]?.current_period_end);
  return {
    status: seen.status,
    customer: typeof customer === 'string' || customer.deleted ? null : customer,
    buyerAgencyId: seen.metadata['buyer'],
    openInvoiceId: open?.id ?? null,
    invoiceUrl: open?.hosted_invoice_url ?? '',
    renewsAt,
    endsAt: instantOf(seen.cancel_at) ?? (seen.cancel_at_period_end ? renewsAt : null),
  };
}

/**
 * The mail to send about the open invoice, as its idempotency key: `in_1 failed`, or `in_1 confirm` if the bank
 * requires a confirmation. Null if none is due; after a request to confirm, the failure of the same invoice is no news.
 */
export function invoiceMailOf(
  { openInvoiceId }: SubscriptionFacts,
  { confirms, last }: { confirms: boolean; last: string },
): string | null {
  if (openInvoiceId === null) return null;
  const mail = `${openInvoiceId} ${confirms ? 'confirm' : 'failed'}`;
  return last === mail || last === `${openInvoiceId} confirm` ? null : mail;
}

const instantOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);
