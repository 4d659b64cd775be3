/** The checks of works, as rows. Only this folder writes the table work_looks. Its statements see all agencies. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A work of a source, with the URL of its page there, because works of two kinds may have the same name. */
export type Work = { source: string; item: string; page: string };

/** Hours until a work is checked again if it was offered, and if its page was gone. */
const hours = { offered: 7 * 24, gone: 20 };

/** Works with a page that an agency has copied and that are not withdrawn; those never checked first. */
export async function listToLookAt(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<Work[]> {
  const before = (age: number): Date => new Date(now.getTime() - age * 3_600_000);
  const { rows } = await sql<Work>`
    select l.source, l.source_item as item, l.page_url as page
    from file_licences l
    left join work_looks k on k.source = l.source and k.source_item = l.source_item and k.page_url = l.page_url
    where l.withdrawn_at is null and l.source_item <> '' and l.page_url ~ '^https?://'
      and (k.looked_at is null
        or k.looked_at <= case when k.gone_since is null then ${before(hours.offered)}::timestamptz
          else ${before(hours.gone)}::timestamptz end)
    group by l.source, l.source_item, l.page_url, k.looked_at
    order by k.looked_at nulls first, l.source, l.source_item, l.page_url
    limit ${limit}`.execute(tx);
  return rows;
}

/** Records a check of a work: whether it is gone, null if unknown. Returns whether it was gone before as well. */
export async function noteLook(
  tx: Tx,
  { source, item, page, isGone, now }: Work & { isGone: boolean | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ gone_since: Date | null }>`
    select gone_since from work_looks
    where source = ${source} and source_item = ${item} and page_url = ${page}
    for update`.execute(tx);
  const before = rows[0]?.gone_since ?? null;
  const since = isGone === null ? before : isGone ? (before ?? now) : null;
  await sql`
    insert into work_looks (source, source_item, page_url, looked_at, gone_since)
    values (${source}, ${item}, ${page}, ${now}, ${since})
    on conflict (source, source_item, page_url) do update set looked_at = excluded.looked_at,
      gone_since = excluded.gone_since`.execute(tx);
  return before !== null;
}
