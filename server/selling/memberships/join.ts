/** Buying a membership, by anyone, at the seller's own host. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { outside, UserError, type Handlers, type Origin, type PublicOutsideContext } from '../../base/handlers.ts';
import { countTries, type Limit } from '../../base/limits/index.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { findStripe, openStripe, orWords, type OpenedStripe } from '../stripe/index.ts';
import { converge } from './converge.ts';
import { presentOffer } from './present.ts';
import { activeHostOf, findMembership, type MembershipRow } from './queries.ts';

/** How many purchases one address may begin, and how often it may poll. */
const byAddress: Limit = { name: 'join-address', most: 60, seconds: 300 };

const gone = (): UserError => new UserError(messages.membershipGone, { status: 404 });

/**
 * The memberships on sale at the requested host: a seller's memberships are sold only at its own host, and none at
 * ours.
 */
async function offerAt(tx: Tx, { id, origin }: { id: string; origin: Origin }): Promise<MembershipRow> {
  const row = origin.siteOf === undefined ? undefined : await findMembership(tx, { agencyId: origin.siteOf, id });
  if (row === undefined || row.archived_at !== null) throw gone();
  return row;
}

/** The origin of the page that made the request if it belongs to the host; else the host's own origin. */
export function backTo(given: string, host: string): string {
  const url = URL.parse(given);
  const isHost = url !== null && /^https?:$/.test(url.protocol) && url.hostname === host;
  return isHost ? url.origin : `https://${host}`;
}

async function sold(
  { services, transaction, origin, now }: PublicOutsideContext,
  id: string,
): Promise<{ row: MembershipRow; account: OpenedStripe; host: string }> {
  await countTries({ transaction, now }, [[byAddress, addressPrefix(origin.address)]], messages.tooMany);
  return transaction(async (tx) => {
    const row = await offerAt(tx, { id, origin });
    const account = await findStripe(tx, services.secrets, { agencyId: row.agency_id, id: row.stripe_account_id });
    const host = await activeHostOf(tx, row.agency_id);
    if (account === undefined || host === null) throw gone();
    return { row, account, host };
  });
}

/** The handlers of the public calls in contract/selling/memberships.ts: the page of a membership. */
export const joinCalls = {
  'fetch-offer': async ({ id }, { tx, origin }) => {
    return { message: '', data: presentOffer(await offerAt(tx, { id, origin })) };
  },

  'join-membership': outside(async ({ id, back }, context) => {
    const { row, account, host } = await sold(context, id);
    const page = `${backTo(back, host)}/join/${row.id}`;
    const metadata = { agencyreel: row.agency_id, membership: row.id };
    const session = await orWords(() =>
      openStripe(context.services, account.key).checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: row.price_id, quantity: 1 }],
        success_url: `${page}?session={CHECKOUT_SESSION_ID}`,
        cancel_url: page,
        metadata,
        subscription_data: { metadata },
      }),
    );
    if (session.url === null) throw new UserError(messages.stripeAway);
    return { message: '', data: { url: session.url } };
  }),

  'finish-joining': outside(async ({ id, session: sessionId }, context) => {
    const { account } = await sold(context, id);
    const { services } = context;
    const session = await orWords(() => openStripe(services, account.key).checkout.sessions.retrieve(sessionId));
    if (session.metadata?.['membership'] !== id) throw gone();
    const paid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
    const subscription = session.subscription;
    // The event may come later or never, so the first of the two creates the account.
    if (paid && subscription !== null)
      await converge({
        services,
        account,
        subscriptionId: typeof subscription === 'string' ? subscription : subscription.id,
      });
    return { message: '', data: { paid, email: session.customer_details?.email ?? '' } };
  }),
} satisfies Partial<Handlers>;
