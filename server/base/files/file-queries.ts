/** Files that the library keeps, as rows. Only this folder writes file_parts, file_licences and file_uses. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { hasRow } from '../lists/has-row.ts';

/** A kept file; sizes in bytes and px, length in milliseconds, `peaks` as in `SoundFacts`. */
export type FileRow = {
  id: string;
  agency_id: string;
  name: string;
  title: string;
  kind: 'image' | 'video' | 'audio' | 'document' | 'font';
  content_type: string;
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  loudness_lufs: number | null;
  peak_db: number | null;
  peaks: Buffer | null;
  thumbnail_name: string | null;
  thumbnail_state: 'none' | 'waiting' | 'ready' | 'failed';
  created_at: Date;
};

/** The columns of a `FileRow`, from the table `files f`. */
export const fileColumns = sql.raw(
  [
    'id',
    'agency_id',
    'name',
    'title',
    'kind',
    'content_type',
    'size_bytes',
    'width',
    'height',
    'duration_ms',
    'loudness_lufs',
    'peak_db',
    'peaks',
    'thumbnail_name',
    'thumbnail_state',
    'created_at',
  ]
    .map((column) => `f.${column}`)
    .join(', '),
);

/** A file of the agency; undefined if the agency has none with that id. */
export async function findFile(tx: Tx, key: { agencyId: string; id: string }): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f
    where f.agency_id = ${key.agencyId} and f.id = ${key.id} and f.deleted_at is null`.execute(tx);
  return rows[0];
}

/** Any file of the agency by its stored name or its thumbnail's, including files of streams and profile pictures. */
export async function findStored(
  tx: Tx,
  { agencyId, name }: { agencyId: string; name: string },
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f
    where f.agency_id = ${agencyId} and f.deleted_at is null
      and (f.name = ${name} or f.thumbnail_name = ${name})`.execute(tx);
  return rows[0];
}

/**
 * Whether a file `f` is in the library: kept for its own sake, an item of an existing stream, part of a video, design
 * or text, or the logo of a client's brand kit.
 */
export const isInLibrary = sql<boolean>`(
  f.deleted_at is null and (
    f.kept_since is not null
    or ${hasRow(sql`from file_uses u where u.file_id = f.id`)}
    or ${hasRow(sql`from kits k where k.logo_file_id = f.id`)}
    or ${hasRow(sql`
      from items i
      join streams s on s.id = i.stream_id
      where i.file_id = f.id and i.deleted_at is null and s.deleted_at is null`)}))`;

/** The files of the agency's library with these stored names, or with these thumbnail names. */
export async function listInLibrary(
  tx: Tx,
  { agencyId, names }: { agencyId: string; names: readonly string[] },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f
    where f.agency_id = ${agencyId} and ${isInLibrary}
      and (f.name = any(${[...names]}::text[]) or f.thumbnail_name = any(${[...names]}::text[]))`.execute(tx);
  return rows;
}

/**
 * Adds stored files of the agency to its library, by their names; returns the kept file of each name. Equal bytes are
 * kept once, so the kept file may have another name.
 */
export async function keepStored(
  tx: Tx,
  { agencyId, names, now }: { agencyId: string; names: readonly string[]; now: Date },
): Promise<Map<string, FileRow>> {
  await sql`
    update files f set kept_since = ${now}
    from (
      select distinct on (sha256) id from files
      where agency_id = ${agencyId} and name = any(${[...names]}::text[]) and deleted_at is null
      order by sha256, id
    ) chosen
    where f.agency_id = ${agencyId} and f.id = chosen.id and f.kept_since is null and not exists (
      select from files k
      where k.agency_id = f.agency_id and k.sha256 = f.sha256 and k.kept_since is not null)`.execute(tx);
  const { rows } = await sql<FileRow & { asked: string }>`
    select s.name as asked, ${fileColumns} from files s
    join files f on f.agency_id = s.agency_id and f.sha256 = s.sha256
      and f.kept_since is not null and f.deleted_at is null
    where s.agency_id = ${agencyId} and s.name = any(${[...names]}::text[]) and s.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.asked, row]));
}

/** The licence record of a file: its source, its name at the source, its author, and when it was copied. */
export type Licence = {
  source: string;
  sourceItem?: string;
  title?: string;
  pageUrl?: string;
  author?: string;
  licence: string;
  licenceUrl?: string;
  /** The credit that must be shown with the work. */
  attribution?: string;
};

/** Stores a file's licence record, once per work of a source. */
export async function insertLicence(
  tx: Tx,
  { agencyId, fileId, now, licence }: { agencyId: string; fileId: string; now: Date; licence: Licence },
): Promise<void> {
  await sql`
    insert into file_licences (agency_id, file_id, source, source_item, title, page_url, author, licence,
      licence_url, attribution, taken_at)
    values (${agencyId}, ${fileId}, ${licence.source}, ${licence.sourceItem ?? ''}, ${licence.title ?? ''},
      ${licence.pageUrl ?? ''}, ${licence.author ?? ''}, ${licence.licence}, ${licence.licenceUrl ?? ''},
      ${licence.attribution ?? ''}, ${now})
    on conflict do nothing`.execute(tx);
}

/** Records the parts of a file, and copies their licence records. */
export async function insertParts(
  tx: Tx,
  { agencyId, fileId, partIds }: { agencyId: string; fileId: string; partIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into file_parts (file_id, part_id, agency_id)
    select ${fileId}, f.id, ${agencyId} from files f
    where f.agency_id = ${agencyId} and f.id = any(${[...partIds]}::bigint[]) and f.id <> ${fileId}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into file_licences (agency_id, file_id, source, source_item, title, page_url, author, licence,
      licence_url, attribution, taken_at, withdrawn_at)
    select agency_id, ${fileId}, source, source_item, title, page_url, author, licence, licence_url, attribution,
      taken_at, withdrawn_at
    from file_licences
    where agency_id = ${agencyId} and file_id = any(${[...partIds]}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** The kinds of things that contain a file. */
export type User = { videoId: string } | { designId: string } | { itemId: string };

/** Records the files used in a project, a document or a formatted text, replacing the previous records. */
export async function replaceUses(
  tx: Tx,
  { agencyId, user, fileIds }: { agencyId: string; user: User; fileIds: readonly string[] },
): Promise<void> {
  const [column, id] =
    'videoId' in user
      ? ['video_id', user.videoId]
      : 'designId' in user
        ? ['design_id', user.designId]
        : ['item_id', user.itemId];
  const ids = [...new Set(fileIds)];
  await sql`
    delete from file_uses
    where agency_id = ${agencyId} and ${sql.ref(column)} = ${id} and not file_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into file_uses (agency_id, file_id, ${sql.ref(column)})
    select ${agencyId}, f.id, ${id} from files f
    where f.agency_id = ${agencyId} and f.id = any(${ids}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** The files in an item's formatted text, by id. */
export async function listUsedByItem(
  tx: Tx,
  { agencyId, itemId }: { agencyId: string; itemId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file_id as id from file_uses where agency_id = ${agencyId} and item_id = ${itemId} order by file_id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Copies the records of an item's files to a copy of the item. */
export async function copyItemUses(
  tx: Tx,
  { agencyId, fromItemId, toItemId }: { agencyId: string; fromItemId: string; toItemId: string },
): Promise<void> {
  await sql`
    insert into file_uses (agency_id, file_id, item_id)
    select agency_id, file_id, ${toItemId} from file_uses
    where agency_id = ${agencyId} and item_id = ${fromItemId}
    on conflict do nothing`.execute(tx);
}

/** The credits that must be shown for a file and its parts, each once. */
export async function listCredits(
  tx: Tx,
  { agencyId, fileId }: { agencyId: string; fileId: string },
): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select l.attribution as line from file_licences l
    where l.agency_id = ${agencyId} and l.file_id = ${fileId} and l.attribution <> ''
    group by l.attribution
    order by min(l.id)`.execute(tx);
  return rows.map(({ line }) => line);
}

/**
 * Marks a work as no longer offered by its source, in every agency that has it; returns those agencies. `page` is the
 * page of the work, for sources that may have several works of this name; null for all of them.
 */
export async function markWithdrawn(
  tx: Tx,
  { source, item, page, now }: { source: string; item: string; page: string | null; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ agency_id: string }>`
    with gone as (
      update file_licences set withdrawn_at = ${now}
      where source = ${source} and source_item = ${item} and source_item <> '' and withdrawn_at is null
        and (${page}::text is null or page_url = ${page})
      returning agency_id
    )
    select distinct agency_id from gone order by agency_id`.execute(tx);
  return rows.map((row) => row.agency_id);
}
