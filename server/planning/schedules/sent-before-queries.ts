/** The queries of posts that accounts have had, may have had, or get by a plan, for networks that refuse repeats. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { postlessStates } from '#rules/delivery-states.ts';
import type { OwnWords } from '#rules/own-words.ts';
import type { OtherPost } from '#rules/plan-problems.ts';

/** Which of some items each of these accounts has had, may have had, or gets by a plan. */
export async function listItemsHad(
  tx: Tx,
  { agencyId, accountIds, itemIds }: { agencyId: string; accountIds: readonly string[]; itemIds: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (accountIds.length === 0 || itemIds.length === 0) return new Map();
  const { rows } = await sql<{ accountId: string; itemId: string }>`
    select distinct d.account_id as "accountId", o.item_id as "itemId"
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    where o.agency_id = ${agencyId} and o.item_id = any(${[...itemIds]}::bigint[])
      and d.account_id = any(${[...accountIds]}::bigint[])
      and d.state <> all(${[...postlessStates]}::text[])`.execute(tx);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map([...byAccount].map(([id, found]) => [id, new Set(found.map(({ itemId }) => itemId))]));
}

/** The most posts of an account that are compared: those nearest to the plan's first post. */
const mostCompared = 2000;

/** Some accounts, and the interval in which their posts are compared with those of a plan that begins at `start`. */
type Around = {
  agencyId: string;
  accountIds: readonly string[];
  from: Date;
  to: Date;
  start: Date;
  /** An item whose posts are left out, because it is the one that is checked; null for none. */
  except: string | null;
};

type Row = { accountId: string; itemId: string; at: Date };
type ItemRow = Omit<OtherPost, 'at'> & { id: string };

/**
 * The posts of each of these accounts in that interval, earliest first, from all streams. A post with a file has its
 * words only if the file is one of `fileIds`: with another file it is no repeat.
 */
export async function listOtherPosts(
  tx: Tx,
  { fileIds, ...around }: Around & { fileIds: readonly string[] },
): Promise<ReadonlyMap<string, OtherPost[]>> {
  if (around.accountIds.length === 0) return new Map();
  const posts = await listPosts(tx, around);
  const itemIds = [...new Set(posts.map(({ itemId }) => itemId))];
  const items = await listItemsOfPosts(tx, { agencyId: around.agencyId, itemIds, fileIds });
  const byAccount = Map.groupBy(posts, ({ accountId }) => accountId);
  return new Map(
    [...byAccount].map(([account, ofAccount]) => [
      account,
      ofAccount.flatMap(({ itemId, at }) => {
        const item = items.get(itemId);
        return item ? [{ ...item, at: at.getTime() }] : [];
      }),
    ]),
  );
}

async function listPosts(tx: Tx, { agencyId, accountIds, from, to, start, except }: Around): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select a.id as "accountId", p.item_id as "itemId", p.at
    from unnest(${[...accountIds]}::bigint[]) as a (id)
    cross join lateral (
      select o.item_id, coalesce(d.published_at, d.due_at) as at
      from schedule_accounts sa
      join occurrences o on o.schedule_id = sa.schedule_id
      join deliveries d on d.schedule_id = o.schedule_id and d.occurrence_id = o.id and d.account_id = sa.account_id
      where sa.account_id = a.id and o.agency_id = ${agencyId} and o.due_at between ${from} and ${to}
        and d.state <> all(${[...postlessStates]}::text[]) ${except === null ? sql`` : sql`and o.item_id <> ${except}`}
      order by abs(extract(epoch from o.due_at - ${start}::timestamptz))
      limit ${sql.lit(mostCompared)}
    ) p
    order by p.at`.execute(tx);
  return rows;
}

async function listItemsOfPosts(
  tx: Tx,
  { agencyId, itemIds, fileIds }: { agencyId: string; itemIds: readonly string[]; fileIds: readonly string[] },
): Promise<ReadonlyMap<string, Omit<OtherPost, 'at'>>> {
  const { rows } = await sql<ItemRow & { own_words: OwnWords }>`
    select i.id, s.title as stream, i.file_id, i.description_format, i.title_from_file,
      case when compared.is then i.title else '' end as title,
      case when compared.is then i.description else '' end as description,
      case when compared.is then i.own_words else '{}' end as own_words
    from items i
    join streams s on s.id = i.stream_id
    cross join lateral (select i.file_id is null or i.file_id = any(${[...fileIds]}::bigint[]) as is) compared
    where i.agency_id = ${agencyId} and i.id = any(${[...itemIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, ...words }) => [id, words]));
}
