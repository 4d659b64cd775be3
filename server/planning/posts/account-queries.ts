/** What calls of posts say about clients and accounts. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** The name of a client; '' if it is gone. */
export async function findClientName(tx: Tx, key: { agencyId: string; id: string }): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from users where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows[0]?.name ?? '';
}

/** The networks of accounts. */
export async function listNetworks(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, NetworkId>> {
  const { rows } = await sql<{ id: string; network: NetworkId }>`
    select id, network from social_accounts
    where agency_id = ${agencyId} and id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, network }) => [id, network]));
}

/** A client with whether its posts need its approval. */
export async function findClientOfPost(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ id: string; name: string; approves: boolean } | undefined> {
  const { rows } = await sql<{ id: string; name: string; approves: boolean }>`
    select id, name, approval = 'client' as approves from users
    where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows[0];
}

/** The accounts of a schedule, also those that are no longer connected. */
export async function listAccountsOf(
  tx: Tx,
  { agencyId, scheduleId }: { agencyId: string; scheduleId: string },
): Promise<{ id: string; type: NetworkId; username: string; connected: boolean }[]> {
  const { rows } = await sql<{ id: string; type: NetworkId; username: string; connected: boolean }>`
    select a.id, a.network as type, a.username, a.status = 'connected' and a.deleted_at is null as connected
    from schedule_accounts sa
    join social_accounts a on a.id = sa.account_id
    where sa.agency_id = ${agencyId} and sa.schedule_id = ${scheduleId}
    order by a.id`.execute(tx);
  return rows;
}
