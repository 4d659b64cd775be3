/** The queries of rebrandings, in the table `rebrandings`: at most one per agency. */
import type { Tx } from '#db/database.ts';

/** The agency's rebranding, or undefined. */
export const findRebranding = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('rebrandings as r')
    .leftJoin('files as f', 'f.id', 'r.logo_file_id')
    .select(['r.id', 'r.name', 'r.logo_file_id', 'f.name as logo_name'])
    .where('r.agency_id', '=', agencyId)
    .executeTakeFirst();
export type RebrandingRow = NonNullable<Awaited<ReturnType<typeof findRebranding>>>;

/** Makes other saves of the agency's rebranding wait until the transaction ends. */
export async function lockRebranding(tx: Tx, agencyId: string): Promise<void> {
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forNoKeyUpdate().execute();
}

/** Saves the name, and the logo if there is one. */
export async function saveRebranding(
  tx: Tx,
  { agencyId, name, logoFileId, now }: { agencyId: string; name: string; logoFileId: string | null; now: Date },
): Promise<void> {
  const logo = logoFileId === null ? {} : { logo_file_id: logoFileId };
  await tx
    .insertInto('rebrandings')
    .values({ agency_id: agencyId, name, created_at: now, ...logo })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet({ name, ...logo }))
    .execute();
}

/** Deletes the agency's rebranding with this id; answers its logo's file, undefined if there is none. */
export const deleteRebranding = (tx: Tx, { agencyId, id }: { agencyId: string; id: string }) =>
  tx
    .deleteFrom('rebrandings')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('logo_file_id')
    .executeTakeFirst();
