import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Consented, ConsentVisit } from '#networks/network.ts';
import { networkNames } from '#rules/eligibility.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { consentAdapter, type ConsentAdapter } from './consent-app.ts';
import { advanceTicket, updateTicket, type TicketRow } from './ticket-queries.ts';
import { visitOf } from './visit.ts';

/** The query parameters with which a network redirects the browser back. */
export type Returned = Input<'connect-reddit'> & { user_id?: string };

/** The result of a return from a network: its visit, and what its code gave. */
export type Completed = {
  ticket: TicketRow;
  adapter: ConsentAdapter;
  visit: ConsentVisit;
  consented: Extract<Consented, { kind: 'connected' }>;
};

/**
 * Exchanges the code in the network's redirect, once. Throws, and stores the reason for the polling page, if the visit
 * has ended or belongs to somebody else, the network refused, or the code is invalid.
 */
export async function complete(
  network: ConsentNetwork,
  { state, code, error, user_id: holderId }: Returned,
  context: OutsideContext,
): Promise<Completed> {
  const { user, services, now, transaction, signal } = context;
  const adapter = consentAdapter(network, services);
  if (adapter === undefined) throw new UserError(messages.networkUnavailable);
  const { agencyId } = user;
  const tokenHash = Buffer.from(state, 'hex');
  const ticket = await transaction((tx) =>
    advanceTicket(tx, {
      agencyId,
      userId: user.id,
      ...(holderId === undefined ? {} : { holderId }),
      tokenHash,
      network,
      from: 'opened',
      to: 'returned',
      now,
    }),
  );
  if (ticket === undefined) throw new UserError(messages.visitOver, { status: 404 });

  const fail = async (message: string): Promise<never> => {
    await transaction((tx) => updateTicket(tx, { agencyId, id: ticket.id, state: 'failed', message }));
    throw new UserError(message, { status: 422 });
  };
  if (error !== '' || code === '')
    return fail(`${networkNames[network]} was not given permission. Nothing was connected.`);
  const visit = visitOf(services, ticket, network);
  const consented = await adapter.consent.complete({ ...visit, code }, { signal });
  return consented.kind === 'refused' ? fail(consented.message) : { ticket, adapter, visit, consented };
}
