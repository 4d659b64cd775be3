/** The library as a list: its files with their uses and licences. */
import { sql, type RawBuilder } from 'kysely';
import type { FileUse, LibraryEntry } from '#contract/content/library.ts';
import type { LibrarySort } from '#contract/base/list-options.ts';
import type { Tx } from '#db/database.ts';
import { asRead, cursorOf, isBehind, ordering, orderOf, type ListOrder } from '../../base/lists/list-order.ts';
import { hasRow } from '../../base/lists/has-row.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';
import { fileColumns, isInLibrary, type FileRow } from '../../base/files/index.ts';

/** The filters of the list; null for none. */
export type Filter = {
  agencyId: string;
  search: string;
  kind: LibraryEntry['kind'] | null;
  usedIn: FileUse['of'] | 'none' | null;
};

/** A file of the list; `taken` of a licence is an instant in ISO 8601. */
export type EntryRow = FileRow & Pick<LibraryEntry, 'uses' | 'licences'>;

/** Whether an item exists in its stream, or still has planned posts. */
const isThere = sql`s.deleted_at is null and (i.deleted_at is null or exists (
  select from occurrences o where o.item_id = i.id and o.state = 'scheduled'))`;

/** The client `c` of a brand kit whose fonts include the typeface `t`. */
const kitsOfFont = sql`
  kits k join users c on c.id = k.client_id
  where k.agency_id = t.agency_id and c.deleted_at is null and exists (
    select from jsonb_each_text(k.fonts) font where lower(font.value) = lower(t.family))`;

/** The uses of a file `f`, one row each: as a finished file, a part, an item, a logo or a font. */
const usesBy: Readonly<Record<FileUse['of'], RawBuilder<unknown>>> = {
  video: sql`
    select 'video' as of, v.id, v.name from videos v where v.file_id = f.id or v.poster_file_id = f.id
    union all
    select 'video', v.id, v.name from file_uses fu join videos v on v.id = fu.video_id where fu.file_id = f.id`,
  design: sql`
    select 'design' as of, d.id, d.name from designs d where d.picture_file_id = f.id or d.thumbnail_file_id = f.id
    union all
    select 'design', d.id, d.name from file_uses fu join designs d on d.id = fu.design_id where fu.file_id = f.id`,
  stream: sql`
    select 'stream' as of, s.id, s.title as name from items i join streams s on s.id = i.stream_id
    where i.file_id = f.id and ${isThere}
    union all
    select 'stream', s.id, s.title
    from file_uses fu join items i on i.id = fu.item_id join streams s on s.id = i.stream_id
    where fu.file_id = f.id and ${isThere}`,
  kit: sql`
    select 'kit' as of, c.id, c.name from kits k join users c on c.id = k.client_id
    where k.logo_file_id = f.id and c.deleted_at is null
    union all
    select 'kit', c.id, c.name from font_faces t cross join ${kitsOfFont} and t.file_id = f.id`,
};

/** Every use of a file `f`, one row each. */
const usesOf = sql`(
  select distinct on (u.of, u.id) u.of, u.id::text as id, u.name
  from (${sql.join(Object.values(usesBy), sql` union all `)}) u
  order by u.of, u.id)`;

/**
 * Whether a file `f` has a use of this kind. NOTE the files of kits are looked up all at once, since an agency has few:
 * otherwise each file would be looked up until a page of them is found.
 */
function isUsedIn(usedIn: NonNullable<Filter['usedIn']>, agencyId: string): RawBuilder<unknown> {
  if (usedIn === 'none')
    return sql.join(
      Object.values(usesBy).map((uses) => sql`not exists (${uses})`),
      sql` and `,
    );
  if (usedIn !== 'kit') return sql`exists (${usesBy[usedIn]})`;
  return sql`f.id in (
    select k.logo_file_id from kits k join users c on c.id = k.client_id
    where k.agency_id = ${agencyId} and c.deleted_at is null
    union all
    select t.file_id from font_faces t where t.agency_id = ${agencyId} and exists (select from ${kitsOfFont}))`;
}

/**
 * Conditions on files `f`, only those in the filter: PostgreSQL uses an index only for conditions that are always
 * present.
 */
function matches({ agencyId, search, kind, usedIn }: Filter): RawBuilder<unknown> {
  const conditions = [sql`f.agency_id = ${agencyId} and ${isInLibrary}`];
  if (kind !== null) conditions.push(sql`f.kind = ${kind}`);
  if (search !== '')
    conditions.push(
      sql`(f.title ilike ${likePattern(search)} or ${hasRow(sql`
    from file_licences l
    where l.file_id = f.id and (l.author ilike ${likePattern(search)} or l.source ilike ${likePattern(search)})`)})`,
    );
  if (usedIn !== null) conditions.push(isUsedIn(usedIn, agencyId));
  return sql.join(conditions, sql` and `);
}

/** The order of the library, by its name in the call. */
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

/** The number of files on all pages, up to `mostCounted` + 1. */
export const countLibrary = (tx: Tx, filter: Filter): Promise<number> =>
  countFound(tx, sql`from files f where ${matches(filter)}`);

/** The uses of a file of the library, which is locked against further uses; undefined if it does not exist. */
export async function lockedUses(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<FileUse[] | undefined> {
  const { rows: locked } = await sql`
    select from files f
    where f.agency_id = ${agencyId} and f.id = ${id} and ${isInLibrary}
    for update of f`.execute(tx);
  if (locked.length === 0) return undefined;
  // A separate statement, so that it sees everything committed before the lock was granted.
  const { rows } = await sql<FileUse>`
    select u.* from files f cross join lateral ${usesOf} u where f.id = ${id}`.execute(tx);
  return rows;
}
