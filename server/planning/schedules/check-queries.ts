/** The data that a plan is checked against, apart from the stream: its accounts, and their other posts. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/**
 * An account of a client. `expiresAt`: when its credentials end, null for never. `isRenewed`: they can probably be
 * renewed before that.
 */
export type AccountRow = {
  id: string;
  network: NetworkId;
  username: string;
  byHand: boolean;
  isLost: boolean;
  expiresAt: Date | null;
  isRenewed: boolean;
  isPaused: boolean;
};

/** A client's connected accounts with these ids. */
export async function listAccountsToCheck(
  tx: Tx,
  { agencyId, clientId, ids }: { agencyId: string; clientId: string; ids: readonly string[] },
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select id, network, username, by_hand as "byHand", status <> 'connected' as "isLost", expires_at as "expiresAt",
      renewal_problem = '' and renew_after < 'infinity' as "isRenewed",
      paused_at is not null as "isPaused"
    from social_accounts
    where agency_id = ${agencyId} and user_id = ${clientId} and id = any(${[...ids]}::bigint[]) and deleted_at is null
    order by id`.execute(tx);
  return rows;
}

/** The widest pause that holds everything a client posts; null for none. */
export async function findPauseOver(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<'everything' | 'client' | null> {
  const { rows } = await sql<{ paused: 'everything' | 'client' | null }>`
    select case
        when g.paused_at is not null then 'everything'
        when u.paused_at is not null then 'client'
      end as paused
    from agencies g
    join users u on u.agency_id = g.id
    where g.id = ${agencyId} and u.id = ${clientId}`.execute(tx);
  return rows[0]?.paused ?? null;
}

/** The most posts of one account that are read; more add nothing to the check. */
const mostPosts = 5000;

const notOf = (itemId: string | null) =>
  itemId === null ? sql`` : sql`and occurrence_id not in (select o.id from occurrences o where o.item_id = ${itemId})`;

/** When the waiting posts of each of these accounts are due between two instants, ms, ascending, without an item's. */
export async function listDueTimes(
  tx: Tx,
  {
    agencyId,
    accountIds,
    from,
    to,
    except,
  }: { agencyId: string; accountIds: readonly string[]; from: Date; to: Date; except: string | null },
): Promise<ReadonlyMap<string, number[]>> {
  const { rows } = await sql<{ accountId: string; dueAt: Date }>`
    select a.id as "accountId", d.due_at as "dueAt"
    from unnest(${[...accountIds]}::bigint[]) as a (id)
    cross join lateral (
      select due_at from deliveries
      where agency_id = ${agencyId} and account_id = a.id and state = 'scheduled' and due_at between ${from} and ${to}
        ${notOf(except)}
      order by due_at
      limit ${mostPosts}
    ) d
    order by d.due_at`.execute(tx);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map([...byAccount].map(([id, posts]) => [id, posts.map(({ dueAt }) => dueAt.getTime())]));
}
