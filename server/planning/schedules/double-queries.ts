/** The posts that a client gets, or got, with the same file or the same words. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { postlessStates } from '#rules/delivery-states.ts';
import type { DoubleAt } from '#rules/plan-problems.ts';

/** What of an item makes another one its double. */
type Compared = { id: string; file_id: string | null; description: string };

type Asked = {
  agencyId: string;
  clientId: string;
  accountIds: readonly string[];
  items: readonly Compared[];
  from: Date;
  to: Date;
  /** An item that is no double, because it is the one that is checked; null for none. */
  except: string | null;
};

/**
 * The posts of a client at each of these accounts between two instants that have the file, or the folded words, of one
 * of the items; earliest first. The items of each are found by their index first, so that it does not matter how much
 * the client posts.
 */
export async function listDoubles(
  tx: Tx,
  { agencyId, clientId, accountIds, items, from, to, except }: Asked,
): Promise<ReadonlyMap<string, DoubleAt[]>> {
  if (accountIds.length === 0 || items.length === 0) return new Map();
  const { rows } = await sql<DoubleAt & { accountId: string }>`
    with asked as materialized (
      select given.item_id, given.file_id, words_hash_of(given.words) as words_hash
      from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ file_id: file }) => file)}::bigint[],
        ${items.map(({ description }) => description)}::text[]) as given (item_id, file_id, words)
    ), same as materialized (
      select asked.item_id, i.id from asked join items i on i.file_id = asked.file_id where i.agency_id = ${agencyId}
      union
      select asked.item_id, i.id from asked join items i on i.words_hash = asked.words_hash
      where i.agency_id = ${agencyId}
    )
    select same.item_id as "itemId", d.account_id as "accountId", o.id as "occurrenceId",
      coalesce(d.published_at, d.due_at) as at
    from same
    join items i on i.id = same.id
    join occurrences o on o.item_id = i.id
    join schedules s on s.id = o.schedule_id
    join deliveries d on d.occurrence_id = o.id
    where s.user_client_id = ${clientId} and d.account_id = any(${[...accountIds]}::bigint[])
      and o.due_at between ${from} and ${to} and d.state <> all(${[...postlessStates]}::text[])
      and (${except}::bigint is null or coalesce(i.kept_of, i.id) <> ${except})
    order by at, o.id
    limit 1000`.execute(tx);
  return Map.groupBy(rows, ({ accountId }) => accountId);
}
