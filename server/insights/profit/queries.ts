/** The queries of the figures entered about clients' months, in the table `client_months`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Frequency } from '#rules/profit.ts';

type Key = { agencyId: string; clientId: string; month: string };

/** A client with its agreement and the entered figures of a month; `entered` is null if none were entered. */
export type ClientMonth = {
  id: string;
  name: string;
  agreed: { cents: number; frequency: Frequency };
  entered: { paidCents: number | null; minutes: number; costsCents: number } | null;
};

/** All clients by name, each with a month. */
export const listMonths = (tx: Tx, key: Omit<Key, 'clientId'>): Promise<ClientMonth[]> => readMonths(tx, key);

/** A client with a month; undefined for a client of another agency. */
export const findMonth = async (tx: Tx, key: Key): Promise<ClientMonth | undefined> => (await readMonths(tx, key))[0];

async function readMonths(
  tx: Tx,
  { agencyId, month, clientId = null }: Omit<Key, 'clientId'> & { clientId?: string | null },
): Promise<ClientMonth[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    cents: string;
    frequency: Frequency;
    paid: string | null;
    minutes: number | null;
    costs: string | null;
  }>`
    select u.id, u.name, u.earning_cents as cents, u.frequency, m.paid_cents as paid, m.minutes, m.costs_cents as costs
    from users u
    left join client_months m on m.client_id = u.id and m.month = ${month}
    where u.agency_id = ${agencyId} and u.role = 'client'
      and (${clientId}::bigint is null or u.id = ${clientId})
    order by lower(u.name), u.id`.execute(tx);
  return rows.map(({ id, name, cents, frequency, paid, minutes, costs }) => ({
    id,
    name,
    agreed: { cents: Number(cents), frequency },
    entered:
      minutes === null || costs === null
        ? null
        : { paidCents: paid === null ? null : Number(paid), minutes, costsCents: Number(costs) },
  }));
}

/** The figures entered about one client's month, with their row locked; undefined if there are none. */
export async function lockMonth(tx: Tx, { agencyId, clientId, month }: Key): Promise<ClientMonth['entered']> {
  const row = await tx
    .selectFrom('client_months')
    .select(['paid_cents', 'minutes', 'costs_cents'])
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        paidCents: row.paid_cents === null ? null : Number(row.paid_cents),
        minutes: row.minutes,
        costsCents: Number(row.costs_cents),
      };
}

/** Stores the figures entered about a client's month. */
export async function upsertMonth(
  tx: Tx,
  { agencyId, clientId, month, now, ...entered }: Key & NonNullable<ClientMonth['entered']> & { now: Date },
): Promise<void> {
  const values = {
    paid_cents: entered.paidCents === null ? null : String(entered.paidCents),
    minutes: entered.minutes,
    costs_cents: String(entered.costsCents),
    updated_at: now,
  };
  await tx
    .insertInto('client_months')
    .values({ ...values, agency_id: agencyId, client_id: clientId, month })
    .onConflict((conflict) => conflict.columns(['client_id', 'month']).doUpdateSet(values))
    .execute();
}
