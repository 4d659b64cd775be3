/** The library as a list: its files with what they stand in and by which right they are used. */
import { sql } from 'kysely';
import type { FileUse, LibraryEntry } from '#contract/library.ts';
import type { LibrarySort } from '#contract/list-options.ts';
import type { Tx } from '#db/database.ts';
import { asRead, cursorOf, isBehind, ordering, orderOf, type ListOrder } from '../lib/list-order.ts';
import { countFound, likePattern, pageSize } from '../lib/paging.ts';
import { fileColumns, isInLibrary, type FileRow } from './file-queries.ts';

/** By what the list is narrowed; null for not at all. */
export type Filter = {
  agencyId: string;
  search: string;
  kind: LibraryEntry['kind'] | null;
  usedIn: FileUse['of'] | 'none' | null;
};

/** A file of the list; `taken` of a licence is an instant in ISO 8601. */
export type EntryRow = FileRow & Pick<LibraryEntry, 'uses' | 'licences'>;

/** Everything that a file `f` stands in, one row each: as a finished file, as a part, or as an item of a stream. */
const usesOf = sql`(
  select distinct on (u.of, u.id) u.of, u.id::text as id, u.name from (
    select 'video' as of, v.id, v.name from videos v where v.file_id = f.id or v.poster_file_id = f.id
    union all
    select 'video', v.id, v.name from file_uses fu join videos v on v.id = fu.video_id where fu.file_id = f.id
    union all
    select 'design', d.id, d.name from designs d where d.picture_file_id = f.id or d.thumbnail_file_id = f.id
    union all
    select 'design', d.id, d.name from file_uses fu join designs d on d.id = fu.design_id where fu.file_id = f.id
    union all
    select 'stream', s.id, s.title from items i join streams s on s.id = i.stream_id
    where i.file_id = f.id and s.deleted_at is null and (i.deleted_at is null or exists (
      select from occurrences o where o.item_id = i.id and o.state = 'scheduled'))
    union all
    select 'stream', s.id, s.title
    from file_uses fu join items i on i.id = fu.item_id join streams s on s.id = i.stream_id
    where fu.file_id = f.id and s.deleted_at is null and (i.deleted_at is null or exists (
      select from occurrences o where o.item_id = i.id and o.state = 'scheduled'))
  ) u
  order by u.of, u.id)`;

const matches = ({ agencyId, search, kind, usedIn }: Filter) => sql`
  f.agency_id = ${agencyId} and ${isInLibrary}
  and (${search} = '' or f.title ilike ${likePattern(search)} or exists (
    select from file_licences l
    where l.file_id = f.id and (l.author ilike ${likePattern(search)} or l.source ilike ${likePattern(search)})))
  and (${kind}::text is null or f.kind = ${kind})
  and (${usedIn}::text is null
    or ${usedIn} = 'none' and not exists (select from ${usesOf} u)
    or exists (select from ${usesOf} u where u.of = ${usedIn}))`;

/** The order of the library that a word of the call names. */
export const libraryOrder = (sort: LibrarySort): ListOrder =>
  orderOf(sort, {
    id: sql`f.id`,
    keys: { created: [], title: [asRead(sql`f.title`)], size: [{ value: sql`f.size_bytes`, type: 'bigint' }] },
  });

/** A page of the library and one more, in that order. */
export async function listLibrary(
  tx: Tx,
  { order, after, ...filter }: Filter & { order: ListOrder; after: readonly string[] | null },
): Promise<(EntryRow & { cursor: string[] })[]> {
  const { rows } = await sql<EntryRow & { cursor: string[] }>`
    select ${fileColumns}, ${cursorOf(order)} as cursor,
      coalesce((select jsonb_agg(to_jsonb(u)) from ${usesOf} u), '[]') as uses,
      coalesce((
        select jsonb_agg(jsonb_build_object('source', l.source, 'title', l.title, 'author', l.author,
          'licence', l.licence, 'licence_url', l.licence_url, 'page_url', l.page_url, 'credit', l.attribution,
          'taken', to_char(l.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by l.id)
        from file_licences l where l.file_id = f.id), '[]') as licences
    from files f
    where ${matches(filter)} and ${isBehind(order, after)}
    order by ${ordering(order)}
    limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** How many files there are on all pages, up to one more than are counted. */
export const countLibrary = (tx: Tx, filter: Filter): Promise<number> =>
  countFound(tx, sql`from files f where ${matches(filter)}`);

/** What a file of the library stands in, the file locked against further uses; undefined where it is not there. */
export async function lockedUses(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<FileUse[] | undefined> {
  const { rows: locked } = await sql`
    select from files f
    where f.agency_id = ${agencyId} and f.id = ${id} and ${isInLibrary}
    for update of f`.execute(tx);
  if (locked.length === 0) return undefined;
  // A statement of its own: it sees what was committed until the lock was held.
  const { rows } = await sql<FileUse>`
    select u.* from files f cross join lateral ${usesOf} u where f.id = ${id}`.execute(tx);
  return rows;
}

/** Takes a file out of the library: nothing needs it for its own sake any more, and the clean-up removes it in time. */
export async function releaseFile(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await sql`update files set kept_since = null where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}
