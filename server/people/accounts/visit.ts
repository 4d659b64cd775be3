/** One visit to a network's consent page: from the ticket to the returned code. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import { messages } from '#contract/messages.ts';
import type { ConsentVisit, NetworkApp } from '#networks/network.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import type { Bound } from '../../base/secrets/secrets.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { appFor, consentAdapter, isConsentNetwork, redirectUriOf } from './consent-app.ts';
import { openTicket, type TicketRow } from './ticket-queries.ts';

const secretsShape = z.object({ verifier: z.string(), clientId: z.string(), clientSecret: z.string() });

const associatedDataOf = ({
  agencyId,
  tokenHash,
  field,
}: {
  agencyId: string;
  tokenHash: Buffer;
  field: 'secrets' | 'found';
}): Bound => ({
  agencyId,
  table: 'connect_tickets',
  field,
  owner: tokenHash.toString('hex'),
});

/** The secrets of a visit: its verifier and a typed app, encrypted for its ticket. */
export const sealVisit = (
  { secrets }: Services,
  { agencyId, tokenHash, app }: { agencyId: string; tokenHash: Buffer; app: NetworkApp },
): string =>
  secrets.seal(
    JSON.stringify({ verifier: randomBytes(48).toString('base64url'), ...app }),
    associatedDataOf({ agencyId, tokenHash, field: 'secrets' }),
  );

/** Encrypts the pages and groups that a visit found, with their tokens. */
export const sealFound = (
  { secrets }: Services,
  { agency_id: agencyId, token_hash: tokenHash }: TicketRow,
  found: unknown,
): string => secrets.seal(JSON.stringify(found), associatedDataOf({ agencyId, tokenHash, field: 'found' }));

/** Decrypts the result of `sealFound`; undefined if nothing was found yet. */
export function openFound(
  { secrets }: Services,
  { agency_id: agencyId, token_hash: tokenHash, found }: TicketRow,
): unknown {
  if (found === '') return undefined;
  const opened: unknown = JSON.parse(secrets.open(found, associatedDataOf({ agencyId, tokenHash, field: 'found' })));
  return opened;
}

/** The visit in the form for adapters. Throws if the network's app was removed meanwhile. */
export function visitOf(
  services: Services,
  { agency_id: agencyId, token_hash: tokenHash, secrets }: TicketRow,
  network: ConsentNetwork,
): ConsentVisit {
  const opened: unknown = JSON.parse(
    services.secrets.open(secrets, associatedDataOf({ agencyId, tokenHash, field: 'secrets' })),
  );
  const { verifier, clientId, clientSecret } = secretsShape.parse(opened);
  const app = appFor(network, { clientId, clientSecret }, services);
  if (app === undefined) throw new UserError(messages.networkUnavailable);
  return { app, verifier, state: tokenHash.toString('hex'), redirectUri: redirectUriOf(network, services) };
}

/**
 * The URL of the network's page for a ticket, which this uses up; null for an invalid ticket. Anyone with the ticket
 * may open it: it was issued to a signed-in person and names the client.
 */
export async function beginVisit(
  services: Services,
  { network, token, key, holderId, now }: { network: string; token: string; key: string; holderId: string; now: Date },
): Promise<string | null> {
  if (!isConsentNetwork(network) || !/^\d{1,18}$/.test(holderId)) return null;
  const adapter = consentAdapter(network, services);
  if (adapter === undefined) return null;
  const ticket = await services.db.asSystem((tx) =>
    openTicket(tx, { tokenHash: hashToken(token), network, key, holderId, now }),
  );
  return ticket === undefined ? null : adapter.consent.authorizeUrl(visitOf(services, ticket, network));
}
