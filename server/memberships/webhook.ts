/** Stripe's events, as they arrive. */
import { z } from 'zod';
import type { Services } from '../app/handlers.ts';
import { isSignedBy, openStripeOf } from '../stripe/index.ts';
import { converge, StripeUnread } from './converge.ts';
import { claimEvent, finishEvent, giveEventBack } from './subscription-queries.ts';

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
/** The one thing that an event is read for: which subscription it is about. */
const about = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string(),
      subscription: idOf.nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: idOf.nullish() }).nullish() }).nullish(),
    }),
  }),
});

type Arrived = { agencyId: string; body: Buffer; signature: string };

/**
 * Takes an event: answers the HTTP status. 2xx where it is dealt with, now or before, and where it concerns nobody; 400
 * where it is not signed as this agency's accounts sign; 409 while somebody else is at work on it and 500 where Stripe
 * could not be asked: both have Stripe send it again.
 */
export async function takeEvent(services: Services, { agencyId, body, signature }: Arrived): Promise<number> {
  const { db, secrets, clock } = services;
  if (!/^[1-9]\d{0,17}$/.test(agencyId)) return 404;
  const accounts = await db.asAgency(agencyId, (tx) => openStripeOf(tx, secrets, agencyId));
  const signed = accounts.find(({ secret }) => isSignedBy(secret, { body, signature, at: clock() }));
  if (signed === undefined) return 400;
  const parsed = about.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) return 200;
  const { id: eventId, type, data } = parsed.data;
  const { object } = data;
  const subscriptionId =
    object.object === 'subscription'
      ? object.id
      : (object.subscription ?? object.parent?.subscription_details?.subscription ?? undefined);
  if (subscriptionId === undefined) return 200;
  const event = { stripeAccountId: signed.id, agencyId, eventId };
  const claim = await db.asAgency(agencyId, (tx) => claimEvent(tx, { ...event, now: clock() }));
  if (claim !== 'ours') return claim === 'done' ? 200 : 409;
  try {
    const confirms = type === 'invoice.payment_action_required';
    await converge({ services, account: signed, subscriptionId, confirms });
    await db.asAgency(agencyId, (tx) => finishEvent(tx, { ...event, now: clock() }));
    return 200;
  } catch (error) {
    await db.asAgency(agencyId, (tx) => giveEventBack(tx, event));
    if (error instanceof StripeUnread) return 500;
    throw error;
  }
}
