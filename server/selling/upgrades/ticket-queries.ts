/** The queries of agencies' requests, in the table `upgrade_tickets`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { TicketState } from '#rules/upgrade-tickets.ts';

const columns = ['id', 'kind', 'fields', 'state', 'answer', 'created_at', 'answered_at'] as const;

/** An agency's requests, newest first, at most a hundred. */
export const listTickets = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('upgrade_tickets')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
export type TicketRow = Awaited<ReturnType<typeof listTickets>>[number];

/** How many of an agency's requests wait. Locks the agency's row, so that two requests cannot both pass the limit. */
export async function countOpen(tx: Tx, agencyId: string): Promise<number> {
  await sql`select from agencies where id = ${agencyId} for update`.execute(tx);
  const row = await tx
    .selectFrom('upgrade_tickets')
    .select((select) => select.fn.countAll<string>().as('open'))
    .where('agency_id', '=', agencyId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(row.open);
}

/** Stores a request. */
export const insertTicket = (
  tx: Tx,
  ticket: { agencyId: string; userId: string; kind: string; fields: Readonly<Record<string, string>>; now: Date },
): Promise<TicketRow> =>
  tx
    .insertInto('upgrade_tickets')
    .values({
      agency_id: ticket.agencyId,
      created_by: ticket.userId,
      kind: ticket.kind,
      fields: JSON.stringify(ticket.fields),
      created_at: ticket.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** A request of any agency, with the person who sent it, for the operator. */
export type OpenTicket = TicketRow & {
  agency_id: string;
  agency_name: string;
  email: string | null;
  name: string | null;
};

/** The waiting requests of all agencies, oldest first. */
export const listOpenTickets = (tx: Tx): Promise<OpenTicket[]> =>
  tx
    .selectFrom('upgrade_tickets as t')
    .innerJoin('agencies as a', 'a.id', 't.agency_id')
    .leftJoin('users as u', 'u.id', 't.created_by')
    .select(['t.id', 't.kind', 't.fields', 't.state', 't.answer', 't.created_at', 't.answered_at', 't.agency_id'])
    .select(['a.name as agency_name', 'u.email', 'u.name'])
    .where('t.state', '=', 'open')
    .orderBy('t.id')
    .execute();

/** Answers a request; undefined if there is none with this number. */
export const answerTicket = (
  tx: Tx,
  { id, state, answer, now }: { id: string; state: TicketState; answer: string; now: Date },
): Promise<{ agency_id: string; kind: string; created_by: string | null } | undefined> =>
  tx
    .updateTable('upgrade_tickets')
    .set({ state, answer, answered_at: now })
    .where('id', '=', id)
    .returning(['agency_id', 'kind', 'created_by'])
    .executeTakeFirst();

/** The person who sent a request and is mailed the answer. */
export const findAsker = (tx: Tx, id: string): Promise<{ email: string; name: string } | undefined> =>
  tx.selectFrom('users').select(['email', 'name']).where('id', '=', id).executeTakeFirst();
