/** Copies of an item's earlier state, for posts that keep their text when the item changes. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { copyItemUses } from '../../base/files/index.ts';
import { lockSchedulesOfStreams } from '../../publishing/index.ts';
import type { ItemWords } from './item-queries.ts';

type Key = { agencyId: string; itemId: string };

/** A copy: whether it equals the current item, and whether a post uses it. */
export type KeptRow = ItemWords & { id: string; is_used: boolean };

/**
 * Locks an item, with its stream and all schedules of that, so that no round begins with it and nobody else edits it;
 * returns its texts, or undefined if it is gone.
 */
export async function lockItem(tx: Tx, { agencyId, itemId }: Key): Promise<ItemWords | undefined> {
  await lockStreamsOf(tx, { agencyId, ids: [itemId] });
  const { rows } = await sql<ItemWords>`
    select i.title, i.description, i.own_words, i.alt_text
    from items i
    where i.agency_id = ${agencyId} and i.id = ${itemId} and i.deleted_at is null
    for no key update of i`.execute(tx);
  return rows[0];
}

/** Locks several items as `lockItem` does for one, in the order of their ids. */
export async function lockItems(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  await lockStreamsOf(tx, { agencyId, ids });
  await sql`
    select i.id
    from items i
    where i.agency_id = ${agencyId} and i.id = any(${[...ids]}::bigint[]) and i.deleted_at is null
    order by i.id
    for no key update of i`.execute(tx);
}

/** Locks the streams of items, which never change, and then all schedules of these. */
export async function lockStreamsOf(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id
    from streams s
    where s.agency_id = ${agencyId}
      and s.id = any(array(select i.stream_id from items i where i.agency_id = ${agencyId}
        and i.id = any(${[...ids]}::bigint[])))
    order by s.id
    for no key update of s`.execute(tx);
  await lockSchedulesOfStreams(tx, { agencyId, streamIds: rows.map(({ id }) => id) });
}

/** The ids of the copies of several items. */
export async function listKeptIds(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from items k
    where k.agency_id = ${agencyId} and k.kept_of = any(${[...ids]}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The copies of a locked item. */
export async function listKept(tx: Tx, { agencyId, itemId }: Key): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select k.id, k.title, k.description, k.own_words, k.alt_text,
      exists (select from occurrences o where o.item_id = k.id) as is_used
    from items k
    where k.agency_id = ${agencyId} and k.kept_of = ${itemId}
    order by k.id`.execute(tx);
  return rows;
}

/** Copies a locked item as it is; returns the copy's id. */
export async function insertKept(tx: Tx, { agencyId, itemId, now }: Key & { now: Date }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into items (agency_id, stream_id, sequence, title, description, description_format, own_words, alt_text,
      file_id, type, title_from_file, options, parts, crop, files_hash, created_at, deleted_at, kept_of)
    select i.agency_id, i.stream_id, i.sequence, i.title, i.description, i.description_format, i.own_words, i.alt_text,
      i.file_id, i.type, i.title_from_file, i.options, i.parts, i.crop, i.files_hash, i.created_at, ${now}, i.id
    from items i
    where i.agency_id = ${agencyId} and i.id = ${itemId}
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  await copyItemUses(tx, { agencyId, fromItemId: itemId, toItemId: row.id });
  return row.id;
}

/** Removes copies that no post uses. */
export async function deleteKept(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from items k
    where k.agency_id = ${agencyId} and k.id = any(${[...ids]}::bigint[]) and k.kept_of is not null
      and not exists (select from occurrences o where o.item_id = k.id)`.execute(tx);
}
