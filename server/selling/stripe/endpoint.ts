/** Our webhook endpoint on a seller's account. */
import type { Services } from '../../base/handlers.ts';
import { asked, orWords, type Stripe } from './client.ts';

/** The events that Stripe sends us. */
const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
] as const;

/** The address to which the events of an agency's accounts are sent. */
export const endpointUrl = ({ publicUrl }: Services['config'], agencyId: string): string =>
  `${publicUrl}/stripe/webhook/${agencyId}`;

/**
 * Creates the endpoint. Its secret is shown only now, so existing endpoints of the agency are deleted first and their
 * ids answered. Throws a UserError.
 */
export async function makeEndpoint(
  stripe: Stripe,
  { config, agencyId }: { config: Services['config']; agencyId: string },
): Promise<{ id: string; secret: string; replaces: string[] }> {
  const url = endpointUrl(config, agencyId);
  const { data } = await orWords(() => stripe.webhookEndpoints.list({ limit: 100 }));
  const before = data.filter((each) => each.url === url || each.metadata['agencyreel'] === agencyId);
  for (const { id } of before) await orWords(() => stripe.webhookEndpoints.del(id));
  const made = await orWords(() =>
    stripe.webhookEndpoints.create({ url, enabled_events: [...events], metadata: { agencyreel: agencyId } }),
  );
  return { id: made.id, secret: made.secret ?? '', replaces: before.map(({ id }) => id) };
}

/** Deletes the endpoint; answers whether it is gone. */
export async function removeEndpoint(stripe: Stripe, id: string): Promise<boolean> {
  const { kind } = await asked(() => stripe.webhookEndpoints.del(id));
  return kind === 'ok' || kind === 'gone';
}
