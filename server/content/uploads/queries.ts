/** Files that are uploaded in pieces, as rows. */
import { sql } from 'kysely';
import type { UploadType } from '#contract/content/library.ts';
import type { Tx } from '#db/database.ts';

/** An unfinished upload, with the numbers of its received pieces. */
export type UploadRow = {
  id: string;
  stream_id: string | null;
  file_type: UploadType | null;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  sequence: number | null;
  made_id: string | null;
  created_at: Date;
  pieces: number[];
};

/** An upload and its person; only uploads begun after `since` count. */
export type Key = { agencyId: string; userId: string; id: string; since: Date };

const columns = sql`
  u.id, u.stream_id, u.file_type, u.file_name, u.size_bytes, u.sha256, u.sequence, u.made_id, u.created_at,
  coalesce((select array_agg(p.number order by p.number) from upload_pieces p where p.upload_id = u.id),
    '{}') as pieces`;

/** An upload of this person that is still kept; undefined for any other. */
export async function findUpload(tx: Tx, { agencyId, userId, id, since }: Key): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from uploads u
    where u.agency_id = ${agencyId} and u.user_id = ${userId} and u.id = ${id} and u.created_at > ${since}`.execute(tx);
  return rows[0];
}

/** Like `findUpload`, locked, so that pieces are added and the file is made one after the other. */
export async function lockUpload(tx: Tx, key: Key): Promise<UploadRow | undefined> {
  await sql`
    select from uploads u
    where u.agency_id = ${key.agencyId} and u.user_id = ${key.userId} and u.id = ${key.id}
    for update`.execute(tx);
  return findUpload(tx, key);
}

/** Unfinished uploads of a person: for a stream, or for the library. */
export async function listUploads(
  tx: Tx,
  { agencyId, userId, streamId, since }: Omit<Key, 'id'> & { streamId: string | null },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from uploads u
    where u.agency_id = ${agencyId} and u.user_id = ${userId} and u.created_at > ${since} and u.made_id is null
      and (${streamId}::bigint is null and u.file_type is not null or u.stream_id = ${streamId}::bigint)
    order by u.id`.execute(tx);
  return rows;
}

/** The number of an agency's unfinished uploads, and how many bytes they will be. */
export async function countOpen(
  tx: Tx,
  { agencyId, since }: { agencyId: string; since: Date },
): Promise<{ open: number; bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select count(*)::int as open, coalesce(sum(size_bytes), 0)::float8 as bytes from uploads
    where agency_id = ${agencyId} and created_at > ${since} and made_id is null`.execute(tx);
  return rows[0] ?? { open: 0, bytes: 0 };
}

/** A file to be uploaded in pieces. */
export type NewUpload = Pick<UploadRow, 'stream_id' | 'file_type' | 'file_name' | 'size_bytes' | 'sha256' | 'sequence'>;

/** Begins an upload; returns its id. */
export async function insertUpload(
  tx: Tx,
  { agencyId, userId, now, ...file }: NewUpload & { agencyId: string; userId: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into uploads (agency_id, user_id, stream_id, file_type, file_name, size_bytes, sha256, sequence, created_at)
    values (${agencyId}, ${userId}, ${file.stream_id}, ${file.file_type}, ${file.file_name}, ${file.size_bytes},
      ${file.sha256}, ${file.sequence}, ${now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Records where a piece is stored; false if that piece was received already. */
export async function insertPiece(
  tx: Tx,
  { agencyId, id, number, name }: { agencyId: string; id: string; number: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_pieces (upload_id, agency_id, number, name) values (${id}, ${agencyId}, ${number}, ${name})
    on conflict do nothing
    returning number`.execute(tx);
  return rows.length > 0;
}

/** The stored names of an upload's pieces, in their order. */
export async function listPieces(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from upload_pieces
    where agency_id = ${agencyId} and upload_id = ${id}
    order by number`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Records what an upload has become; false if that is recorded already. */
export async function markMade(
  tx: Tx,
  { agencyId, id, madeId }: { agencyId: string; id: string; madeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update uploads set made_id = ${madeId}
    where agency_id = ${agencyId} and id = ${id} and made_id is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes pieces whose bytes are deleted. */
export async function deletePieces(
  tx: Tx,
  { agencyId, names }: { agencyId: string; names: readonly string[] },
): Promise<void> {
  await sql`delete from upload_pieces where agency_id = ${agencyId} and name = any(${[...names]}::text[])`.execute(tx);
}

/** Deletes an upload that has no pieces any more. */
export async function deleteUpload(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await sql`
    delete from uploads u
    where u.agency_id = ${agencyId} and u.id = ${id}
      and not exists (select from upload_pieces p where p.upload_id = u.id)`.execute(tx);
}

/** Uploads of all agencies that are no longer kept: begun before `until`, with an id above `afterId`. */
export async function listOld(
  tx: Tx,
  { until, afterId, limit }: { until: Date; afterId: string; limit: number },
): Promise<{ id: string; agencyId: string }[]> {
  const { rows } = await sql<{ id: string; agencyId: string }>`
    select id, agency_id as "agencyId" from uploads
    where created_at <= ${until} and id > ${afterId}
    order by id
    limit ${limit}`.execute(tx);
  return rows;
}
