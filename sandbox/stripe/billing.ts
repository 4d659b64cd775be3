/** The life cycle of a subscription: started, renewed, unpaid, paid later, cancelled. */
import type { Context } from '../context.ts';
import { isJson, text, type Json } from '../json.ts';
import { tell } from './events.ts';
import { change, find, keep, newId, seconds } from './store.ts';
import type { StripeObject, StripeRow } from './rows.ts';

const month = 30 * 86_400;

/** The public address of one of Stripe's pages. */
export const pageOf = ({ publicUrl }: Pick<Context, 'publicUrl'>, path: string): string =>
  `${publicUrl}/stripe/${path}`;

/** Starts a paid subscription, with its first invoice. */
export async function begin(
  context: Context,
  account: string,
  { customer, price, metadata }: { customer: string; price: StripeObject; metadata: Record<string, string> },
): Promise<StripeRow> {
  const id = newId('sub');
  const interval = isJson(price['recurring']) ? price['recurring']['interval'] : 'month';
  const subscription: StripeRow = {
    account,
    hidden: {},
    object: {
      id,
      object: 'subscription',
      status: 'active',
      customer,
      metadata,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      created: seconds(context),
      latest_invoice: null,
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            price,
            quantity: 1,
            subscription: id,
            current_period_end: seconds(context) + (interval === 'year' ? 12 : 1) * month,
          },
        ],
      },
    },
  };
  await keep(context, subscription);
  const invoice = await bill(context, subscription, 'paid');
  const begun = await change(context, subscription, { latest_invoice: invoice.id });
  await tell(context, account, 'customer.subscription.created', begun.object);
  await tell(context, account, 'invoice.paid', invoice);
  return begun;
}

function priceOf({ object }: StripeRow): Json {
  const items = isJson(object['items']) ? object['items']['data'] : [];
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  return isJson(first) && isJson(first['price']) ? first['price'] : {};
}

/** The items of a subscription, one period later. */
function laterItems({ object }: StripeRow): Json {
  const items = isJson(object['items']) ? object['items'] : {};
  const rows: unknown[] = Array.isArray(items['data']) ? items['data'] : [];
  const later = (row: unknown): unknown => {
    if (!isJson(row) || !isJson(row['price'])) return row;
    const isYearly = isJson(row['price']['recurring']) && row['price']['recurring']['interval'] === 'year';
    return { ...row, current_period_end: Number(row['current_period_end']) + (isYearly ? 12 : 1) * month };
  };
  return { ...items, data: rows.map(later) };
}

function bill(context: Context, subscription: StripeRow, status: 'paid' | 'open'): Promise<StripeObject> {
  const id = newId('in');
  const amount = Number(priceOf(subscription)['unit_amount'] ?? 0);
  return keep(context, {
    account: subscription.account,
    hidden: {},
    object: {
      id,
      object: 'invoice',
      status,
      customer: subscription.object['customer'],
      currency: 'usd',
      amount_due: amount,
      amount_paid: status === 'paid' ? amount : 0,
      attempt_count: 1,
      created: seconds(context),
      hosted_invoice_url: pageOf(context, `invoice/${id}`),
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.object.id, metadata: subscription.object['metadata'] },
      },
    },
  });
}

/** Events that can happen to a subscription. */
export const happenings = ['renew', 'fail', 'authenticate', 'give-up', 'pay', 'cancel', 'cancel-later'] as const;
export type Happening = (typeof happenings)[number];

/**
 * Triggers an event of a subscription: it is renewed, its card is refused, its bank requires the buyer, Stripe gives up
 * (unpaid), its open invoice is paid, or it ends now or later. Returns the changed subscription.
 */
export async function happen(context: Context, subscription: StripeRow, what: Happening): Promise<StripeRow> {
  const { account } = subscription;
  const now = seconds(context);
  const set = async (type: string, fields: Json): Promise<StripeRow> => {
    const changed = await change(context, subscription, fields);
    await tell(context, account, type, changed.object);
    return changed;
  };
  switch (what) {
    case 'renew': {
      const invoice = await bill(context, subscription, 'paid');
      await tell(context, account, 'invoice.paid', invoice);
      const items = laterItems(subscription);
      return set('customer.subscription.updated', { status: 'active', latest_invoice: invoice.id, items });
    }
    case 'fail':
    case 'authenticate': {
      const invoice = await bill(context, subscription, 'open');
      if (what === 'authenticate') await tell(context, account, 'invoice.payment_action_required', invoice);
      await tell(context, account, 'invoice.payment_failed', invoice);
      return set('customer.subscription.updated', { status: 'past_due', latest_invoice: invoice.id });
    }
    case 'give-up':
      return set('customer.subscription.updated', { status: 'unpaid' });
    case 'pay': {
      const invoice = find(context, account, text(subscription.object['latest_invoice']));
      if (invoice !== undefined && invoice.object['status'] === 'open') {
        const paid = await change(context, invoice, { status: 'paid', amount_paid: invoice.object['amount_due'] });
        await tell(context, account, 'invoice.paid', paid.object);
      }
      return set('customer.subscription.updated', { status: 'active' });
    }
    case 'cancel':
      return set('customer.subscription.deleted', { status: 'canceled', canceled_at: now, ended_at: now });
    case 'cancel-later':
      return set('customer.subscription.updated', { cancel_at_period_end: true, canceled_at: now });
    default:
      return what satisfies never;
  }
}
