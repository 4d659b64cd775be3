/** Finds and removes unneeded files. The clean-up's queries see all agencies. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Whether an item `i` of a stream `s` exists, or belongs to a post that was published, failed or is still planned. */
const isItemNeeded = sql<boolean>`(
  i.deleted_at is null and s.deleted_at is null
  or exists (
    select from occurrences o
    where o.item_id = i.id
      and (o.state <> 'cancelled' or exists (select from deliveries d where d.occurrence_id = o.id
        and d.state <> 'cancelled'))))`;

/**
 * Whether anything needs a file: the library itself; a video or a design, as its result or as a part; a text of a
 * stream; an existing item of a stream, or a removed one whose post was published, failed or is still planned; a
 * profile picture; a logo; or a running download of all data, which copies files as it goes.
 */
const isNeeded = sql<boolean>`(
  f.kept_since is not null
  or exists (select from file_uses u where u.file_id = f.id and u.item_id is null)
  or exists (
    select from file_uses u
    join items i on i.id = u.item_id
    join streams s on s.id = i.stream_id
    where u.file_id = f.id and ${isItemNeeded})
  or exists (select from videos v where v.poster_file_id = f.id)
  or exists (select from videos v where v.file_id = f.id)
  or exists (select from designs d where d.thumbnail_file_id = f.id)
  or exists (select from designs d where d.picture_file_id = f.id)
  or exists (
    select from items i
    join streams s on s.id = i.stream_id
    where i.file_id = f.id and ${isItemNeeded})
  or exists (select from users u where u.image_file_id = f.id)
  or exists (select from agencies g where g.logo_file_id = f.id)
  or exists (select from kits k where k.logo_file_id = f.id)
  or exists (select from rebrandings r where r.logo_file_id = f.id)
  or exists (select from white_labels w where w.logo_file_id = f.id)
  or exists (select from data_exports e where e.agency_id = f.agency_id and e.state in ('waiting', 'running')))`;

/**
 * Marks the unneeded files in a range of ids, and unmarks those that are needed again; returns the last id, null at the
 * end.
 */
export async function markUnneeded(
  tx: Tx,
  { afterId, limit, now }: { afterId: string; limit: number; now: Date },
): Promise<string | null> {
  const {
    rows: [last],
  } = await sql<{ id: string | null }>`
    with stretch as materialized (
      select f.id, f.unneeded_since, ${isNeeded} as is_needed from files f where f.id > ${afterId} order by f.id
        limit ${limit}
    ),
    changed as (
      update files f set unneeded_since = case when stretch.is_needed then null else ${now}::timestamptz end
      from stretch
      where f.id = stretch.id and stretch.is_needed = (stretch.unneeded_since is not null)
    )
    select max(id) as id from stretch`.execute(tx);
  return last?.id ?? null;
}

/** The files removed from an agency: their number and total size. */
export type Removed = { agencyId: string; files: number; bytes: number };

/**
 * Removes files that have not been needed since `until`, and the files derived from them; their stored names stay in
 * `dropped_files`. The need is checked again under each file's lock: a file that a concurrent transaction is referring
 * to is locked and skipped, and one that it has referred to is needed.
 */
export async function removeUnneeded(tx: Tx, { until, limit }: { until: Date; limit: number }): Promise<Removed[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select f.id from files f
    where f.unneeded_since <= ${until} and not ${isNeeded}
    order by f.id
    limit ${limit}
    for update of f skip locked`.execute(tx);
  const ids = locked.map(({ id }) => id);
  return ids.length === 0 ? [] : removeLocked(tx, ids);
}

/** Removes those of the locked files that are still not needed. */
export async function removeLocked(tx: Tx, ids: readonly string[]): Promise<Removed[]> {
  // A separate statement, so that it sees everything committed before the locks were granted.
  const { rows: still } = await sql<{
    id: string;
  }>`select f.id from files f where f.id = any(${[...ids]}::bigint[]) and not ${isNeeded}`.execute(tx);
  const gone = still.map(({ id }) => id);
  await sql`
    insert into dropped_files (name, agency_id)
    select stored.name, f.agency_id
    from files f
    left join media_fits m on m.file_id = f.id
    cross join lateral unnest(array[f.name, f.thumbnail_name, m.fitted_name]) as stored (name)
    where f.id = any(${gone}::bigint[]) and stored.name is not null
    on conflict do nothing`.execute(tx);
  await sql`update items set file_id = null where file_id = any(${gone}::bigint[])`.execute(tx);
  await sql`delete from file_uses where file_id = any(${gone}::bigint[])`.execute(tx);
  const { rows } = await sql<Removed>`
    with gone as (
      delete from files where id = any(${gone}::bigint[]) returning agency_id, size_bytes
    )
    select agency_id as "agencyId", count(*)::int as files, sum(size_bytes)::float8 as bytes from gone
      group by agency_id`.execute(tx);
  return rows;
}

/**
 * Deletes the rows of files without references, by their ids; returns the names of their stored bytes. The clean-up
 * handles the others.
 */
export async function eraseUnused(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<string[]> {
  await sql`
    select from files f where f.agency_id = ${agencyId} and f.id = any(${[...ids]}::bigint[])
    order by f.id
    for update of f`.execute(tx);
  // A separate statement, so that it sees everything committed before the locks were granted.
  const { rows } = await sql<{ name: string; thumbnail_name: string | null }>`
    delete from files f
    where f.agency_id = ${agencyId} and f.id = any(${[...ids]}::bigint[]) and not ${isNeeded}
      and not exists (select from items i where i.file_id = f.id)
      and not exists (select from file_uses u where u.file_id = f.id)
    returning f.name, f.thumbnail_name`.execute(tx);
  return rows.flatMap(({ name, thumbnail_name: thumbnail }) => (thumbnail === null ? [name] : [name, thumbnail]));
}

/** Some stored names whose bytes are still to be deleted, in order. */
export async function listDropped(tx: Tx, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await tx
    .selectFrom('dropped_files')
    .select('name')
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes the names whose bytes are gone. */
export async function forgetDropped(tx: Tx, names: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('dropped_files')
    .where('name', 'in', [...names])
    .execute();
}
