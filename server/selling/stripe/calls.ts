import { messages } from '#contract/messages.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { openStripe } from './client.ts';
import { makeEndpoint, removeEndpoint } from './endpoint.ts';
import { listStripe, presentStripe } from '../../people/accounts/index.ts';
import { deleteStripe, findStripe, saveStripe, whyNeeded } from './queries.ts';
import { probeRights } from './rights.ts';

const mostAccounts = 5;
const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });
const refused = (message: string): UserError => new UserError(message, { status: 422, errors: { secretKey: message } });

/** The handlers of the calls about connected Stripe accounts in contract/selling/memberships.ts. */
export const stripeCalls = {
  'stripe-connect': outside(async ({ name, secretKey }, { user, services, transaction, now, origin }) => {
    const { agencyId } = user;
    if ((await transaction((tx) => listStripe(tx, agencyId))).length >= mostAccounts)
      throw new UserError(messages.stripeTooMany);
    const stripe = openStripe(services, secretKey);
    const rights = await probeRights(stripe);
    if (rights.some(({ state }) => state === 'unknown')) throw new UserError(messages.stripeAway);
    const missing = rights.filter(({ state }) => state === 'missing');
    if (missing.length > 0) throw refused([...new Set(missing.map(({ words }) => words))].join(' '));
    const endpoint = await makeEndpoint(stripe, { config: services.config, agencyId });
    const row = await transaction(async (tx) => {
      const made = await saveStripe(tx, services.secrets, { agencyId, name, key: secretKey, endpoint, rights, now });
      await audit(tx, { user, origin, action: 'stripe-connected', details: { name } });
      return made;
    });
    return { message: messages.stripeConnected, data: presentStripe(row, user.id) };
  }),

  'delete-stripe': outside(async ({ id }, { user, services, transaction, origin }) => {
    const { agencyId } = user;
    const account = await transaction(async (tx) => {
      const found = await findStripe(tx, services.secrets, { agencyId, id });
      if (found === undefined) throw notFound();
      const why = await whyNeeded(tx, id);
      if (why !== null) throw new UserError(why === 'buyers' ? messages.stripeHasBuyers : messages.stripeOnSale);
      return found;
    });
    const isGone = await removeEndpoint(openStripe(services, account.key), account.endpointId);
    await transaction(async (tx) => {
      await deleteStripe(tx, { agencyId, id });
      await audit(tx, { user, origin, action: 'stripe-disconnected' });
    });
    return { message: isGone ? messages.stripeDisconnected : messages.stripeEndpointStays, data: null };
  }),
} satisfies Partial<Handlers>;
