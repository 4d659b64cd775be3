/** The costs of accounts at networks that charge for their calls, by month (UTC), in the table `network_costs`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** 'YYYY-MM' in UTC. */
const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Adds to the costs of an account in this month. */
export async function addCost(
  tx: Tx,
  { agencyId, accountId, micros, now }: { agencyId: string; accountId: string; micros: number; now: Date },
): Promise<void> {
  await sql`
    insert into network_costs (account_id, month, agency_id, micros)
    select a.id, ${monthOf(now)}::text, a.agency_id, ${micros}::bigint
    from social_accounts a where a.id = ${accountId} and a.agency_id = ${agencyId}
    on conflict (account_id, month) do update set micros = network_costs.micros + excluded.micros`.execute(tx);
}

/** The costs of some accounts in this month, all together, in millionths of a dollar. */
export async function costsOf(
  tx: Tx,
  { agencyId, accountIds, now }: { agencyId: string; accountIds: readonly string[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ micros: string }>`
    select coalesce(sum(micros), 0)::bigint as micros
    from network_costs
    where agency_id = ${agencyId} and account_id = any(${[...accountIds]}::bigint[])
      and month = ${monthOf(now)}`.execute(tx);
  return Number(rows[0]?.micros ?? 0);
}
