/** Receives Stripe's events. */
import { z } from 'zod';
import type { Services } from '../../base/handlers.ts';
import { isSignedBy, openStripeOf, type OpenedStripe } from '../stripe/index.ts';
import { converge, StripeUnread } from './converge.ts';
import { beginLook, claimEvent, finishEvent, giveEventBack } from './subscription-queries.ts';

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
/** The only part of an event that is read: its subscription. */
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
 * Receives an event; answers the HTTP status. 2xx if it is handled, now or earlier, or concerns nobody; 400 without a
 * valid signature of this agency's accounts; 409 while another process handles it and 500 if Stripe could not be read:
 * both make Stripe send it again.
 */
export async function takeEvent(services: Services, { agencyId, body, signature }: Arrived): Promise<number> {
  const { db, secrets, clock } = services;
  if (!/^[1-9]\d{0,17}$/.test(agencyId)) return 404;
  // One transaction for everything before the request to Stripe, and one for everything after it.
  const arrived = await db.asAgency(agencyId, async (tx): Promise<number | Taken> => {
    const accounts = await openStripeOf(tx, secrets, agencyId);
    const account = accounts.find(({ secret }) => isSignedBy(secret, { body, signature, at: clock() }));
    if (account === undefined) return 400;
    const told = subjectOf(body);
    if (told === null) return 200;
    const event = { stripeAccountId: account.id, agencyId, eventId: told.eventId };
    const claim = await claimEvent(tx, { ...event, now: clock() });
    if (claim !== 'ours') return claim === 'done' ? 200 : 409;
    return { account, event, told, begun: await beginLook(tx, { ...event, subscriptionId: told.subscriptionId }) };
  });
  if (typeof arrived === 'number') return arrived;
  const { account, event, told, begun } = arrived;
  try {
    await converge({
      services,
      account,
      ...told,
      begun,
      together: (tx) => finishEvent(tx, { ...event, now: clock() }),
    });
    return 200;
  } catch (error) {
    await db.asAgency(agencyId, (tx) => giveEventBack(tx, event));
    if (error instanceof StripeUnread) return 500;
    throw error;
  }
}

type Told = { eventId: string; subscriptionId: string; confirms: boolean };
type Taken = {
  account: OpenedStripe;
  event: { stripeAccountId: string; agencyId: string; eventId: string };
  told: Told;
  begun: Awaited<ReturnType<typeof beginLook>>;
};

/** The subscription that an event is about; null if it is about none. */
function subjectOf(body: Buffer): Told | null {
  const parsed = about.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) return null;
  const { id: eventId, type, data } = parsed.data;
  const { object } = data;
  const subscriptionId =
    object.object === 'subscription'
      ? object.id
      : (object.subscription ?? object.parent?.subscription_details?.subscription ?? undefined);
  if (subscriptionId === undefined) return null;
  return { eventId, subscriptionId, confirms: type === 'invoice.payment_action_required' };
}
