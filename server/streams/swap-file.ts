/** Another file for items, everywhere one stands. One transaction. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { askAboutItem } from '../approvals/index.ts';
import { lockOpenPosts, rewordDeliveries, standOn, type OpenPost } from '../publishing/index.ts';
import { insertKept, lockItems } from './kept-queries.ts';

type Swap = {
  agencyId: string;
  fromId: string;
  toId: string;
  /** Narrows it to some items, copies for kept wordings included. */
  only?: readonly string[] | undefined;
  userId: string;
  now: Date;
};

/** What came of it: the items by id with their streams, and posts by what became of them. */
export type SwappedItems = {
  items: { id: string; streamId: string; stream: string }[];
  follow: number;
  underWay: number;
  askedAgain: number;
};

type ItemRow = { id: string; stream_id: string; stream: string; kept_of: string | null };

/**
 * Exchanges the file of every item that has it, and of the copies on which posts stand that keep earlier words. Waiting
 * posts follow, and ask their client again where one approves; what is under way keeps its file, on a copy of its own.
 */
export async function swapFileOfItems(tx: Tx, swap: Swap): Promise<SwappedItems> {
  const { agencyId, fromId, toId, now, userId } = swap;
  const ids = (await listWith(tx, swap)).map(({ id }) => id);
  await lockItems(tx, { agencyId, ids });
  const posts = await lockOpenPosts(tx, { agencyId, itemIds: ids });
  // Read again behind the locks.
  const rows = (await listWith(tx, swap)).filter(({ id }) => ids.includes(id));
  const done: SwappedItems = { items: [], follow: 0, underWay: 0, askedAgain: 0 };
  const count = (some: readonly OpenPost[]): number => some.filter(({ isOpen }) => isOpen).length;
  for (const row of rows) {
    const own = posts.filter(({ itemId }) => itemId === row.id);
    const staying = own.filter(({ isUnderWay }) => isUnderWay);
    done.underWay += count(staying);
    // A copy for kept words is no item that could be copied: it stays as it is while a post of it is under way.
    if (staying.length > 0 && row.kept_of !== null) continue;
    if (staying.length > 0) {
      const copyId = await insertKept(tx, { agencyId, itemId: row.id, now });
      await standOn(tx, { agencyId, ids: staying.map(({ id }) => id), itemId: copyId });
    }
    await sql`
      update items set file_id = ${toId}
      where agency_id = ${agencyId} and id = ${row.id} and file_id = ${fromId}`.execute(tx);
    done.items.push({ id: row.id, streamId: row.stream_id, stream: row.stream });
    done.follow += count(own) - count(staying);
  }
  for (const { id } of done.items) done.askedAgain += await askAboutItem(tx, { agencyId, itemId: id, userId, now });
  for (const { id } of done.items) await rewordDeliveries(tx, { agencyId, itemId: id });
  return done;
}

async function listWith(tx: Tx, { agencyId, fromId, only }: Swap): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.stream_id, s.title as stream, i.kept_of
    from items i
    join streams s on s.id = i.stream_id
    where i.agency_id = ${agencyId} and i.file_id = ${fromId} and s.deleted_at is null
      and (${only === undefined} or i.id = any(${[...(only ?? [])]}::bigint[]))
      and (i.deleted_at is null or i.kept_of is not null and exists (
        select from occurrences o where o.item_id = i.id and o.state = 'scheduled'))
    order by i.id`.execute(tx);
  return rows;
}
