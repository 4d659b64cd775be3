/** Projects whose search results are copied, as rows. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { storableDocument } from '../../base/lib/storable.ts';

/** A project as it is stored. `isWaiting`: a render waits for the copies. */
export type CopyingRow = {
  agency_id: string;
  project: unknown;
  created_by: string | null;
  is_waiting: boolean;
};

/** A project; undefined if it was deleted. With `locked`, other changes of it wait until the transaction ends. */
export async function findCopying(
  tx: Tx,
  { id, locked = false }: { id: string; locked?: boolean },
): Promise<CopyingRow | undefined> {
  const { rows } = await sql<CopyingRow>`
    select agency_id, project, created_by, status = '4' and not failed and render_run is null as is_waiting
    from videos where id = ${id}
    ${locked ? sql`for update` : sql``}`.execute(tx);
  return rows[0];
}

/** Stores a project with copies in place of search results. Its revision stays: a person sees no change. */
export async function storeCopies(
  tx: Tx,
  video: { id: string; project: object; copies: Readonly<Record<string, string>>; posterFileId: string | null },
): Promise<void> {
  await sql`
    update videos set project = ${storableDocument(video.project)}::jsonb,
      copies = copies || ${JSON.stringify(video.copies)}::jsonb, poster_file_id = ${video.posterFileId}
    where id = ${video.id}`.execute(tx);
}

/** Fails a render that waits for copies. */
export async function failWaiting(
  tx: Tx,
  { id, message, now }: { id: string; message: string; now: Date },
): Promise<void> {
  await sql`
    update videos set status = '5', failed = true, message = ${message}, updated_at = ${now}
    where id = ${id} and status = '4' and not failed and render_run is null`.execute(tx);
}
