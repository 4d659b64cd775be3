/** The items of streams, as rows. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import type { OwnWords } from '#rules/own-words.ts';

/** An item with its stream's type and, if it has one, its file. */
export type ItemRow = {
  id: string;
  stream_id: string;
  sequence: number;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  alt_text: string;
  title_from_file: boolean;
  created_at: Date;
  type: StreamType;
  file_name: string | null;
  thumbnail_name: string | null;
  thumbnail_state: 'waiting' | 'ready' | 'failed' | null;
};

/** All texts of an item. */
export type ItemWords = Pick<ItemRow, 'title' | 'description' | 'own_words' | 'alt_text'>;

/** The parts of an item; the description of a text item is its text. */
export type NewItem = { title: string; description: string; fileId: string | null; titleFromFile?: boolean };

const itemColumns = sql`
  i.id, i.stream_id, i.sequence, i.title, i.description, i.description_format, i.own_words, i.alt_text,
  i.title_from_file,
  i.created_at, coalesce(i.type, s.type) as type, f.name as file_name, f.thumbnail_name, f.thumbnail_state`;
const ofItem = sql`
  join streams s on s.id = i.stream_id
  left join files f on f.id = i.file_id`;
const itemRows = sql`select ${itemColumns} from items i ${ofItem}`;

/** A stream's items in their order. */
export async function listItems(tx: Tx, key: { agencyId: string; streamId: string }): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    ${itemRows}
    where i.agency_id = ${key.agencyId} and i.stream_id = ${key.streamId} and i.deleted_at is null
    order by i.sequence, i.id`.execute(tx);
  return rows;
}

/** A stream's items with these ids. */
export async function listItemsById(
  tx: Tx,
  { agencyId, streamId, ids }: { agencyId: string; streamId: string; ids: readonly string[] },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    ${itemRows}
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.id = any(${[...ids]}::bigint[])
      and i.deleted_at is null`.execute(tx);
  return rows;
}

/** The last item of a stream with this file and these texts that was added since an instant. */
export async function findNewItem(
  tx: Tx,
  {
    agencyId,
    streamId,
    title,
    description,
    fileId,
    since,
  }: NewItem & { agencyId: string; streamId: string; since: Date },
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    ${itemRows}
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.deleted_at is null and i.file_id = ${fileId}
      and i.title = ${title} and i.description = ${description} and i.created_at >= ${since}
    order by i.id desc
    limit 1`.execute(tx);
  return rows[0];
}

/** The cursor after which a page of a stream's order begins. */
export type ItemCursor = { sequence: number; id: string };

/** Up to `limit` of a stream's items in their order, after a cursor. */
export async function listItemsAfter(
  tx: Tx,
  { agencyId, streamId, after, limit }: { agencyId: string; streamId: string; after: ItemCursor | null; limit: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    ${itemRows}
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.deleted_at is null
      ${after === null ? sql`` : sql`and (i.sequence, i.id) > (${after.sequence}, ${after.id}::bigint)`}
    order by i.sequence, i.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** One existing item of an existing stream of the agency, or undefined. */
export async function findItem(tx: Tx, key: { agencyId: string; id: string }): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    ${itemRows}
    where i.agency_id = ${key.agencyId} and i.id = ${key.id} and i.deleted_at is null and s.deleted_at is null`.execute(
    tx,
  );
  return rows[0];
}

/** The item of a post, which may be deleted or a copy; `edit_id` is the item whose text it would follow. */
export async function findItemOfPost(
  tx: Tx,
  key: { agencyId: string; occurrenceId: string },
): Promise<(ItemRow & { edit_id: string }) | undefined> {
  const { rows } = await sql<ItemRow & { edit_id: string }>`
    select ${itemColumns}, coalesce(i.kept_of, i.id) as edit_id
    from occurrences o
    join items i on i.id = o.item_id
    ${ofItem}
    where o.agency_id = ${key.agencyId} and o.id = ${key.occurrenceId}`.execute(tx);
  return rows[0];
}

/**
 * Adds items to a stream that the caller has locked; returns them in order. They begin at `sequence` if that is given
 * and free (files uploaded in parallel keep the order in which they were chosen), otherwise after the last one.
 */
export async function insertItems(
  tx: Tx,
  {
    agencyId,
    streamId,
    format,
    items,
    sequence,
    now,
  }: {
    agencyId: string;
    streamId: string;
    format: 'text' | 'formatted';
    items: readonly NewItem[];
    sequence?: number | undefined;
    now: Date;
  },
): Promise<ItemRow[]> {
  const { rows } = await sql<{ id: string }>`
    insert into items (agency_id, stream_id, sequence, title, description, description_format, file_id, title_from_file,
      created_at)
    select ${agencyId}, ${streamId}, first.place + added.position - 1, added.title, added.description, ${format},
      added.file_id, added.title_from_file, ${now}
    from (
        select case
          when ${sequence ?? null}::int is not null and not coalesce(
            bool_or(sequence >= ${sequence ?? null} and sequence < ${(sequence ?? 0) + items.length}), false)
            then ${sequence ?? null}::int
          else coalesce(max(sequence), 0) + 1
        end as place
        from items
        where agency_id = ${agencyId} and stream_id = ${streamId} and deleted_at is null
      ) first,
      unnest(
        ${items.map((item) => item.title)}::text[],
        ${items.map((item) => item.description)}::text[],
        ${items.map((item) => item.fileId)}::bigint[],
        ${items.map((item) => item.titleFromFile ?? false)}::boolean[]
      ) with ordinality as added (title, description, file_id, title_from_file, position)
    order by added.position
    returning id`.execute(tx);
  // A post with a second item is a content stream.
  await sql`
    update streams s set kind = 'stream'
    where s.id = ${streamId} and s.kind = 'post'
      and (select count(*) from items i where i.stream_id = s.id and i.deleted_at is null) > 1`.execute(tx);
  const added = new Set(rows.map((row) => row.id));
  return (await listItems(tx, { agencyId, streamId })).filter((item) => added.has(item.id));
}

/**
 * Changes an item's texts. Another title is no longer the file's name; with `undo`, which brings an earlier title back,
 * it may be that again.
 */
export async function updateItemWords(
  tx: Tx,
  { undo = false, ...item }: ItemWords & { agencyId: string; id: string; undo?: boolean },
): Promise<void> {
  await sql`
    update items set title = ${item.title}, description = ${item.description},
      own_words = ${JSON.stringify(item.own_words)}::jsonb, alt_text = ${item.alt_text},
      title_from_file = case when title = ${item.title} then title_from_file
        else ${undo} and exists (select from files f where f.id = file_id and f.title = ${item.title}) end
    where agency_id = ${item.agencyId} and id = ${item.id} and deleted_at is null`.execute(tx);
}

/** Deletes all items of a deleted stream, so that no further round uses them. */
export async function deleteItemsOfStream(
  tx: Tx,
  key: { agencyId: string; streamId: string; now: Date },
): Promise<void> {
  await sql`
    update items set deleted_at = ${key.now}
    where agency_id = ${key.agencyId} and stream_id = ${key.streamId} and deleted_at is null`.execute(tx);
}
