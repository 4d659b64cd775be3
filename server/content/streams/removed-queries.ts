/** Deletes and restores items of streams. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

type Some = { agencyId: string; streamId: string; ids: readonly string[] };

/** Deletes items of a stream that the caller has locked; returns the ids of those that existed. */
export async function deleteItemRows(
  tx: Tx,
  { agencyId, streamId, ids, now }: Some & { now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update items set deleted_at = ${now}
    where agency_id = ${agencyId} and stream_id = ${streamId} and id = any(${[...ids]}::bigint[])
      and deleted_at is null
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** An existing or deleted item of a stream; `file_ids` are its own file and those in its text. */
export type PlacedItem = { id: string; deleted_at: Date | null; file_ids: string[]; is_file_gone: boolean };

/** The stream's items with these ids, including deleted ones, locked in the order of their ids. */
export async function lockPlaced(tx: Tx, { agencyId, streamId, ids }: Some): Promise<PlacedItem[]> {
  const { rows } = await sql<PlacedItem>`
    select i.id, i.deleted_at, s.type in ('image', 'video') and i.file_id is null as is_file_gone,
      array_remove(array_append(array(select u.file_id from file_uses u where u.item_id = i.id), i.file_id), null)
        as file_ids
    from items i
    join streams s on s.id = i.stream_id
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.id = any(${[...ids]}::bigint[])
      and i.kept_of is null
    order by i.id
    for no key update of i`.execute(tx);
  return rows;
}

/** Restores deleted items at their positions. The caller has locked the stream and them. */
export async function undeleteItemRows(tx: Tx, { agencyId, streamId, ids }: Some): Promise<void> {
  await sql`
    update items set deleted_at = null
    where agency_id = ${agencyId} and stream_id = ${streamId} and id = any(${[...ids]}::bigint[])
      and kept_of is null`.execute(tx);
}
