/** Calls for connecting an account on a network's own page. */
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { networkNames } from '#rules/eligibility.ts';
import {
  outside,
  UserError,
  type Context,
  type Handlers,
  type OutsideContext,
  type Reply,
} from '../../base/handlers.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { withOwnApp } from './apps.ts';
import { complete, type Returned } from './complete.ts';
import { appFor, consentAdapter } from './consent-app.ts';
import { facebookCalls } from './facebook.ts';
import { refuseOthers } from './holder.ts';
import { storeAccount } from './store.ts';
import { findVisit, insertTicket, updateTicket, visitMinutes } from './ticket-queries.ts';
import { sealVisit } from './visit.ts';

/** Completes a visit that gives one account, and stores it. */
async function join(network: ConsentNetwork, input: Returned, context: OutsideContext) {
  const {
    ticket: { agency_id: agencyId, id, holder_id: holderId },
    adapter,
    visit,
    consented: {
      accounts: [given],
    },
  } = await complete(network, input, context);
  if (given === undefined) {
    const message = `${networkNames[network]} named no account that could be connected.`;
    await context.transaction((tx) => updateTicket(tx, { agencyId, id, state: 'failed', message }));
    throw new UserError(message, { status: 422 });
  }
  return context.transaction(async (tx) => {
    // Renewals need the person's own app, which is stored nowhere else.
    const kept = network === 'vimeo' ? { ...given, credentials: withOwnApp(given.credentials, visit.app) } : given;
    const stored = await storeAccount(tx, { adapter, holderId, given: kept, appClientId: visit.app.clientId }, context);
    await updateTicket(tx, { agencyId, id, state: 'connected', message: stored.message });
    return { message: stored.message, data: { user_id: holderId, account: stored.data } };
  });
}

/** Why a visit ended without going to the network. */
const tooSlow = `The network's page was open for more than ${visitMinutes} minutes. Please try again.`;

/** The first URL of the pop-up: our own page, with the ticket, which redirects to the network. */
function addressOf({
  network,
  token,
  key,
  holderId,
}: {
  network: ConsentNetwork;
  token: string;
  key: string;
  holderId: string;
}): string {
  return `/api/connect-${network}?${new URLSearchParams({ token, key, user_id: holderId }).toString()}`;
}

async function giveTicket(
  input: Input<'connect-ticket'>,
  { user, services, now, tx }: Context,
): Promise<Reply<{ url: string; state: string }>> {
  await refuseOthers(tx, user, input.user_id);
  const { network, key } = input;
  const typed = { clientId: input.client_id, clientSecret: input.client_secret };
  const app = appFor(network, typed, services);
  if (consentAdapter(network, services) === undefined || app === undefined)
    throw new UserError(messages.networkUnavailable);
  const { token, hash } = newToken();
  const secrets = sealVisit(services, { agencyId: user.agencyId, tokenHash: hash, app: typed });
  await insertTicket(tx, {
    agencyId: user.agencyId,
    userId: user.id,
    holderId: input.user_id,
    network,
    key,
    tokenHash: hash,
    secrets,
    now,
  });
  return {
    message: '',
    data: { url: addressOf({ network, token, key, holderId: input.user_id }), state: hash.toString('hex') },
  };
}

/** Calls for connecting through a consent page. */
export const consentCalls = {
  'connect-ticket': giveTicket,

  'check-network-status': async ({ key }, { user, tx, now }) => {
    const visit = await findVisit(tx, { agencyId: user.agencyId, userId: user.id, key });
    if (visit === undefined) return { message: messages.visitOver, data: { status: false } };
    if (visit.state === 'connected') return { message: visit.message, data: { status: true } };
    if (visit.state === 'failed') return { message: visit.message, data: { status: false } };
    return visit.expires_at > now
      ? { message: '', data: { status: 'pending' } }
      : { message: tooSlow, data: { status: false } };
  },

  'twitter-callback': outside((input, context) => join('twitter', input, context)),
  'linkedin-callback': outside((input, context) => join('linkedin', input, context)),
  'connect-reddit': outside((input, context) => join('reddit', input, context)),
  'save-vimeo': outside((input, context) => join('vimeo', input, context)),
  'save-youtube': outside((input, context) => join('youtube', input, context)),
  ...facebookCalls,
} satisfies Partial<Handlers>;
