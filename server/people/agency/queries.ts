import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Adds an agency, either independent or that of a reseller account; returns its id. */
export async function insertAgency(tx: Tx, agency: { name: string; sellerAgencyId?: string }): Promise<string> {
  const row = await tx
    .insertInto('agencies')
    .values({ name: agency.name, seller_agency_id: agency.sellerAgencyId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Makes other saves of an agency's profile wait until the transaction ends. */
export async function lockProfile(tx: Tx, agencyId: string): Promise<void> {
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forNoKeyUpdate().execute();
}

/** An agency's profile; throws if the agency does not exist. */
export const findAgency = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('agencies')
    .leftJoin('files', 'files.id', 'agencies.logo_file_id')
    .select(['agencies.id', 'agencies.name', 'agencies.email', 'agencies.site', 'files.name as logo_name'])
    .where('agencies.id', '=', agencyId)
    .executeTakeFirstOrThrow();
export type AgencyRow = Awaited<ReturnType<typeof findAgency>>;

/** Saves an agency's name and addresses. */
export async function updateAgency(
  tx: Tx,
  { agencyId, name, email, site }: { agencyId: string; name: string; email: string; site: string },
): Promise<void> {
  await tx.updateTable('agencies').set({ name, email, site }).where('id', '=', agencyId).execute();
}

/** Sets an agency's logo; returns the id of the previous logo's file, null if there was none. */
export async function updateLogo(
  tx: Tx,
  { agencyId, fileId }: { agencyId: string; fileId: string },
): Promise<string | null> {
  // Locked, so that of two concurrent logos the second replaces the first.
  const { logo_file_id: before } = await tx
    .selectFrom('agencies')
    .select('logo_file_id')
    .where('id', '=', agencyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('agencies').set({ logo_file_id: fileId }).where('id', '=', agencyId).execute();
  return before;
}

/** Whether the owner has stopped the processing of all data, so that no network is contacted. */
export async function isProcessingStopped(tx: Tx, agencyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('agencies')
    .select('id')
    .where('id', '=', agencyId)
    .where('processing_stopped_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Like `isProcessingStopped`, and keeps its answer valid until the end of the transaction. */
export async function holdProcessing(tx: Tx, agencyId: string): Promise<{ isStopped: boolean }> {
  const row = await tx
    .selectFrom('agencies')
    .select('processing_stopped_at')
    .where('id', '=', agencyId)
    .forShare()
    .executeTakeFirst();
  return { isStopped: row !== undefined && row.processing_stopped_at !== null };
}

/** Marks an agency as being deleted: no pause of it can end any more. Returns false if it is marked already. */
export async function markDeleting(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('agencies')
    .set({ deleting_at: now })
    .where('id', '=', agencyId)
    .where('deleting_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes new references to an agency wait until the transaction ends. */
export async function lockAgency(tx: Tx, agencyId: string): Promise<void> {
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forUpdate().execute();
}

/** Deletes an agency's row, and with it every row that still refers to it. */
export async function deleteAgency(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('agencies').where('id', '=', agencyId).execute();
}

/** Notes that the agency has answered whether waiting posts leave out titles that are names of files. */
export async function noteFileTitlesSettled(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> {
  await sql`update agencies set file_titles_settled_at = ${now} where id = ${agencyId}`.execute(tx);
}
