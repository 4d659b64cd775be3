/** Visits to the networks' consent pages, in the table `connect_tickets`. */
import type { Tx } from '#db/database.ts';
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import { byTime } from '../../base/retention/index.ts';

/** How long a visit may take, from the click to the answer. */
export const visitMinutes = 10;

/** A visit: the person, the network, and the client. `secrets` and `found` are encrypted. */
export type TicketRow = {
  id: string;
  agency_id: string;
  user_id: string;
  holder_id: string;
  network: string;
  token_hash: Buffer;
  secrets: string;
  found: string;
};
const columns = ['id', 'agency_id', 'user_id', 'holder_id', 'network', 'token_hash', 'secrets', 'found'] as const;

/** Stores a new ticket. */
export async function insertTicket(
  tx: Tx,
  ticket: {
    agencyId: string;
    userId: string;
    holderId: string;
    network: ConsentNetwork;
    key: string;
    tokenHash: Buffer;
    secrets: string;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('connect_tickets')
    .values({
      agency_id: ticket.agencyId,
      user_id: ticket.userId,
      holder_id: ticket.holderId,
      network: ticket.network,
      key: ticket.key,
      token_hash: ticket.tokenHash,
      secrets: ticket.secrets,
      created_at: ticket.now,
      expires_at: new Date(ticket.now.getTime() + visitMinutes * 60_000),
    })
    .execute();
}

/** Uses up a ticket and begins its visit. Undefined if it was used, is too old, or belongs to another try. */
export const openTicket = (
  tx: Tx,
  ticket: { tokenHash: Buffer; network: string; key: string; holderId: string; now: Date },
): Promise<TicketRow | undefined> =>
  tx
    .updateTable('connect_tickets')
    .set({ state: 'opened' })
    .where('token_hash', '=', ticket.tokenHash)
    .where('network', '=', ticket.network)
    .where('key', '=', ticket.key)
    .where('holder_id', '=', ticket.holderId)
    .where('state', '=', 'new')
    .where('expires_at', '>', ticket.now)
    .returning(columns)
    .executeTakeFirst();

/**
 * Moves a visit from one state to the next; undefined if it is not in `from`, is too old, or belongs to another person
 * or client. So no code is used twice.
 */
export function advanceTicket(
  tx: Tx,
  {
    agencyId,
    userId,
    holderId,
    tokenHash,
    network,
    from,
    to,
    now,
  }: {
    agencyId: string;
    userId: string;
    holderId?: string;
    tokenHash: Buffer;
    network: string;
    from: 'opened' | 'choosing';
    to: 'returned' | 'choosing';
    now: Date;
  },
): Promise<TicketRow | undefined> {
  let row = tx
    .updateTable('connect_tickets')
    .set({ state: to })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('network', '=', network)
    .where('state', '=', from)
    .where('expires_at', '>', now);
  if (holderId !== undefined) row = row.where('holder_id', '=', holderId);
  return row.returning(columns).executeTakeFirst();
}

/** Stores the state of a visit, and the choices that it found. */
export async function updateTicket(
  tx: Tx,
  {
    agencyId,
    id,
    ...change
  }: { agencyId: string; id: string; state: 'choosing' | 'connected' | 'failed'; message?: string; found?: string },
): Promise<void> {
  await tx.updateTable('connect_tickets').set(change).where('agency_id', '=', agencyId).where('id', '=', id).execute();
}

/** The state of the latest visit of a key. */
export const findVisit = (tx: Tx, key: { agencyId: string; userId: string; key: string }) =>
  tx
    .selectFrom('connect_tickets')
    .select(['state', 'message', 'expires_at'])
    .where('agency_id', '=', key.agencyId)
    .where('user_id', '=', key.userId)
    .where('key', '=', key.key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Visits that ended or were abandoned a day ago, with their secrets. */
export const oldTickets = byTime({ table: 'connect_tickets', column: 'expires_at', days: 1 });

/** Ends all open visits of an agency: a person who comes back from a network sees that the visit has ended. */
export async function deleteTicketsOf(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('connect_tickets').where('agency_id', '=', agencyId).execute();
}

/** Ends all visits to networks that are under way, in every agency. */
export async function deleteAllTickets(tx: Tx): Promise<void> {
  await tx.deleteFrom('connect_tickets').execute();
}
