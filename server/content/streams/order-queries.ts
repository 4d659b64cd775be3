/**
 * The order of a stream's items. Deleted items keep their position, after the item that preceded them, so that they
 * return to it when restored.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Sets the order of a stream's items to `ids`. The caller has locked the stream and compared the sets. */
export async function orderItems(
  tx: Tx,
  { agencyId, streamId, ids }: { agencyId: string; streamId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    with placed as (
      select id, deleted_at is not null as is_deleted, row_number() over before as place,
        count(*) filter (where deleted_at is null) over before as living
      from items
      where agency_id = ${agencyId} and stream_id = ${streamId} and kept_of is null
      window before as (order by sequence, id)
    ), asked as (
      select given.id, given.position, p.living
      from unnest(${[...ids]}::bigint[]) with ordinality as given (id, position)
      join placed p on p.id = given.id
    ), wanted as (
      select p.id, row_number() over (order by coalesce(a.position, 0), p.is_deleted, p.place) as sequence
      from placed p
      left join asked a on case when p.is_deleted then a.living = p.living else a.id = p.id end
    )
    update items i set sequence = wanted.sequence
    from wanted
    where i.id = wanted.id and i.sequence <> wanted.sequence`.execute(tx);
}

/** Moves an item behind another one of its stream, or to the front (null). The caller has locked the stream. */
export async function moveItem(
  tx: Tx,
  { agencyId, streamId, id, afterId }: { agencyId: string; streamId: string; id: string; afterId: string | null },
): Promise<void> {
  await sql`
    with placed as (
      select id, row_number() over (order by sequence, id) as place
      from items
      where agency_id = ${agencyId} and stream_id = ${streamId} and kept_of is null
    ), wanted as (
      select id, row_number() over (
        order by case when id = ${id} then coalesce((select place from placed where id = ${afterId}::bigint),
          0) + 0.5 else place end) as sequence
      from placed
    )
    update items i set sequence = wanted.sequence
    from wanted
    where i.id = wanted.id and i.sequence <> wanted.sequence`.execute(tx);
}
