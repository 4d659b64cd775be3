/** Ends a seller's sales when its agency is deleted. */
import type { Services } from '../../base/handlers.ts';
import { suspendAgency } from '../../publishing/index.ts';
import { asked, openStripe, openStripeOf, removeEndpoint } from '../stripe/index.ts';
import { mailBuyer } from './mails.ts';
import { listOfSeller } from './subscription-queries.ts';

/**
 * Cancels every subscription, deletes the webhook endpoints, suspends the buyers and mails them. Can be repeated.
 * Failures at Stripe (a revoked key) are ignored, because the seller has requested the end.
 */
export async function closeSeller(services: Services, agencyId: string): Promise<void> {
  const { db, secrets, clock } = services;
  const { accounts, subscriptions } = await db.asSystem(async (tx) => ({
    accounts: await openStripeOf(tx, secrets, agencyId),
    subscriptions: await listOfSeller(tx, agencyId),
  }));
  const now = clock();
  for (const buyerAgencyId of new Set(subscriptions.flatMap(({ buyer_agency_id: id }) => id ?? [])))
    await db.asSystem(async (tx) => {
      if (await suspendAgency(tx, { agencyId: buyerAgencyId, now }))
        await mailBuyer(tx, services, { agencyId: buyerAgencyId, what: { kind: 'seller-gone' } });
    });
  for (const account of accounts) {
    const stripe = openStripe(services, account.key);
    for (const row of subscriptions.filter(({ stripe_account_id: id }) => id === account.id))
      await asked(() => stripe.subscriptions.cancel(row.subscription_id));
    await removeEndpoint(stripe, account.endpointId);
  }
}
