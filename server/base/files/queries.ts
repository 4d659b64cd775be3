/** Stored files, as rows. Only this folder writes the table files; unneeded-queries.ts deletes unneeded ones. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { JudgedFile, SoundFacts } from '../media/index.ts';

/** A stored file to insert; sizes in bytes and px, length in milliseconds. */
export type NewFile = {
  agencyId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
  kind: JudgedFile['kind'];
  /** Its display name. */
  title?: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  sound?: SoundFacts;
  thumbnailName: string | null;
  /** Null for the result of a job. */
  createdBy: string | null;
  now: Date;
  /** Whether the library keeps the file for its own sake. */
  isKept?: boolean;
};

/** The bytes of all texts of an item, counted as `bytesOfItem` does. */
const bytesOfWords = (item: 'i' | 'k') => {
  const words = sql.ref(item);
  return sql`octet_length(${words}.title) + octet_length(${words}.description) + octet_length(${words}.alt_text)
    + case when ${words}.own_words = '{}' then 0 else (
        select coalesce(sum(octet_length(own.words ->> 'title') + octet_length(own.words ->> 'description')), 0)
        from jsonb_each(${words}.own_words) own (network, words)
      ) end`;
};

/** Whether a file `f` counts towards the space: every file that something needs, except items removed from streams. */
export const isCounted = sql<boolean>`(
  f.kept_since is not null
  or exists (select from items i where i.file_id = f.id and i.deleted_at is null)
  or exists (
    select from file_uses u
    left join items i on i.id = u.item_id
    where u.file_id = f.id and i.deleted_at is null)
  or exists (select from designs d where d.thumbnail_file_id = f.id)
  or exists (select from designs d where d.picture_file_id = f.id)
  or exists (select from videos v where v.poster_file_id = f.id)
  or exists (select from videos v where v.file_id = f.id)
  or exists (select from users u where u.image_file_id = f.id)
  or exists (select from agencies g where g.logo_file_id = f.id)
  or exists (select from kits k where k.logo_file_id = f.id)
  or exists (select from rebrandings r where r.logo_file_id = f.id)
  or exists (select from white_labels w where w.logo_file_id = f.id))`;

/**
 * The bytes of everything that an agency keeps: files in its library, streams, designs and videos, logos and profile
 * pictures, the texts of its streams, and its design documents and video projects as stored. Versions of an item's text
 * that posts keep count as well. Items removed from a stream do not count unless the library keeps them.
 */
export async function countStoredBytes(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (
      (
        select coalesce(sum(f.size_bytes), 0)
        from files f
        where f.agency_id = ${agencyId} and f.deleted_at is null and ${isCounted}
      ) + (
        select coalesce(sum(${bytesOfWords('i')}), 0)
        from streams s
        join items i on i.stream_id = s.id and i.deleted_at is null
        where s.agency_id = ${agencyId} and s.deleted_at is null
      ) + (
        select coalesce(sum(${bytesOfWords('k')}), 0)
        from streams s
        join items i on i.stream_id = s.id and i.deleted_at is null
        join items k on k.kept_of = i.id
        where s.agency_id = ${agencyId} and s.deleted_at is null
      ) + (
        select coalesce(sum(pg_column_size(d.document)), 0) from designs d where d.agency_id = ${agencyId}
      ) + (
        select coalesce(sum(pg_column_size(v.project)), 0) from videos v where v.agency_id = ${agencyId}
      )
    )::text as bytes`.execute(tx);
  return Number(rows[0]?.bytes);
}

/**
 * Makes the agency's other uploads wait until this transaction ends, so that concurrent ones cannot exceed the quota
 * together. Texts count as uploads, too.
 */
export async function lockUploads(tx: Tx, agencyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload', ${agencyId}::bigint))`.execute(tx);
}

/** The thumbnail of a picture or video is made later; sound, documents and fonts have none. */
const thumbnailState = ({ kind, thumbnailName }: NewFile): 'none' | 'waiting' | 'ready' =>
  thumbnailName !== null ? 'ready' : kind === 'image' || kind === 'video' ? 'waiting' : 'none';

/**
 * Inserts a stored file and returns its id. Its thumbnail is waiting unless it is named already or never made. NOTE the
 * library must not have a file with the same bytes: see `shareOrInsert`.
 */
export async function insertFile(tx: Tx, file: NewFile): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into files (agency_id, name, kind, title, content_type, size_bytes, sha256, width, height, duration_ms,
      loudness_lufs, peak_db, peaks, thumbnail_name, thumbnail_state, kept_since, created_by, created_at)
    values (${file.agencyId}, ${file.name}, ${file.kind}, ${file.title ?? ''}, ${file.contentType}, ${file.sizeBytes},
      ${file.sha256}, ${file.width}, ${file.height}, ${file.durationMs},
      ${file.sound?.loudnessLufs ?? null}, ${file.sound?.peakDb ?? null}, ${file.sound?.peaks ?? null},
      ${file.thumbnailName}, ${thumbnailState(file)}, ${file.isKept === true ? file.now : null},
      ${file.createdBy}, ${file.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** A file whose row was deleted: the names of its stored bytes, and their number. */
export type ErasedFile = { name: string; thumbnailName: string | null; sizeBytes: number };

/** Deletes the row of a file without references. */
export async function eraseFile(tx: Tx, key: { agencyId: string; id: string }): Promise<ErasedFile | null> {
  const row = await tx
    .deleteFrom('files')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .returning(['name', 'thumbnail_name as thumbnailName', 'size_bytes as sizeBytes'])
    .executeTakeFirst();
  return row === undefined ? null : { ...row, sizeBytes: Number(row.sizeBytes) };
}

/** Removes the clean-up's mark from files that are needed again, and keeps it off until the transaction ends. */
export async function countAsNeeded(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    select from files f where f.agency_id = ${agencyId} and f.id = any(${[...ids]}::bigint[])
    order by f.id
    for key share of f`.execute(tx);
  await sql`
    update files set unneeded_since = null
    where agency_id = ${agencyId} and id = any(${[...ids]}::bigint[]) and unneeded_since is not null`.execute(tx);
}

/** A file whose thumbnail is still to be made; undefined if there is none. */
export async function findFileWithoutThumbnail(
  tx: Tx,
  id: string,
): Promise<{ agency_id: string; name: string; duration_ms: number | null } | undefined> {
  const { rows } = await sql<{ agency_id: string; name: string; duration_ms: number | null }>`
    select agency_id, name, duration_ms from files
    where id = ${id} and thumbnail_state = 'waiting' and deleted_at is null`.execute(tx);
  return rows[0];
}

/**
 * Records the outcome of a thumbnail: its name, or null if none can be made. Returns whether the file was still waiting
 * for one.
 */
export async function settleThumbnail(tx: Tx, file: { id: string; thumbnailName: string | null }): Promise<boolean> {
  const { rows } = await sql`
    update files set thumbnail_name = ${file.thumbnailName}, thumbnail_state =
      ${file.thumbnailName === null ? 'failed' : 'ready'}
    where id = ${file.id} and thumbnail_state = 'waiting'
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Removes a file from the library; the clean-up deletes it later. */
export async function releaseFile(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await sql`update files set kept_since = null where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}
