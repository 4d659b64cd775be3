/** Stored files, as rows. This folder alone writes the table files; what nothing needs any more is removed by unneeded-queries.ts. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A stored file to be written down; sizes in bytes and px, length in milliseconds. */
export type NewFile = {
  agencyId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
  width: number;
  height: number;
  durationMs: number | null;
  thumbnailName: string | null;
  createdBy: string;
  now: Date;
};

/** Bytes of the files and texts in an agency's streams: what its quota is about. What is taken out of a stream counts no longer. */
export async function countStoredBytes(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (
      (
        select coalesce(sum(f.size_bytes), 0)
        from files f
        where f.agency_id = ${agencyId} and f.deleted_at is null
          and exists (select from items i where i.file_id = f.id and i.deleted_at is null)
      ) + (
        select coalesce(sum(octet_length(i.title) + octet_length(i.description)), 0)
        from streams s
        join items i on i.stream_id = s.id and i.deleted_at is null
        where s.agency_id = ${agencyId} and s.deleted_at is null
      )
    )::text as bytes`.execute(tx);
  return Number(rows[0]?.bytes);
}

/** Lets the agency's further uploads wait until this transaction ends, so that many at once cannot pass the quota together. Texts are uploads, too. */
export async function lockUploads(tx: Tx, agencyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload', ${agencyId}::bigint))`.execute(tx);
}

/** Writes a stored file down, its thumbnail waiting unless it has a name; answers its id. */
export async function insertFile(tx: Tx, file: NewFile): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into files (agency_id, name, content_type, size_bytes, sha256, width, height, duration_ms,
      thumbnail_name, thumbnail_state, created_by, created_at)
    values (${file.agencyId}, ${file.name}, ${file.contentType}, ${file.sizeBytes}, ${file.sha256}, ${file.width}, ${file.height},
      ${file.durationMs}, ${file.thumbnailName}, ${file.thumbnailName === null ? 'waiting' : 'ready'}, ${file.createdBy}, ${file.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Takes the row of a file away that nothing points to any more; answers the names its bytes are stored under. */
export async function eraseFile(tx: Tx, key: { agencyId: string; id: string }): Promise<{ name: string; thumbnailName: string | null } | null> {
  const row = await tx
    .deleteFrom('files')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .returning(['name', 'thumbnail_name as thumbnailName'])
    .executeTakeFirst();
  return row ?? null;
}

/** A file whose thumbnail is still to be made, or undefined. */
export async function findFileWithoutThumbnail(
  tx: Tx,
  id: string,
): Promise<{ agency_id: string; name: string; duration_ms: number | null } | undefined> {
  const { rows } = await sql<{ agency_id: string; name: string; duration_ms: number | null }>`
    select agency_id, name, duration_ms from files
    where id = ${id} and thumbnail_state = 'waiting' and deleted_at is null`.execute(tx);
  return rows[0];
}

/** Notes what became of a thumbnail: its name, or null where none can be made. Answers whether it was still waited for. */
export async function settleThumbnail(tx: Tx, file: { id: string; thumbnailName: string | null }): Promise<boolean> {
  const { rows } = await sql`
    update files set thumbnail_name = ${file.thumbnailName}, thumbnail_state = ${file.thumbnailName === null ? 'failed' : 'ready'}
    where id = ${file.id} and thumbnail_state = 'waiting'
    returning id`.execute(tx);
  return rows.length > 0;
}
