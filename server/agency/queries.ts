import type { Tx } from '#db/database.ts';

/** Adds an agency, by itself or created by another one as a reseller account's; answers its id. */
export async function insertAgency(tx: Tx, agency: { name: string; sellerAgencyId?: string }): Promise<string> {
  const row = await tx
    .insertInto('agencies')
    .values({ name: agency.name, seller_agency_id: agency.sellerAgencyId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** What an agency shows of itself; throws for one that does not exist. */
export const findAgency = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('agencies')
    .leftJoin('files', 'files.id', 'agencies.logo_file_id')
    .select(['agencies.id', 'agencies.name', 'agencies.email', 'agencies.site', 'files.name as logo_name'])
    .where('agencies.id', '=', agencyId)
    .executeTakeFirstOrThrow();
export type AgencyRow = Awaited<ReturnType<typeof findAgency>>;

/** Saves an agency's name and addresses. */
export async function updateAgency(tx: Tx, { agencyId, name, email, site }: { agencyId: string; name: string; email: string; site: string }): Promise<void> {
  await tx.updateTable('agencies').set({ name, email, site }).where('id', '=', agencyId).execute();
}

/** Gives an agency another logo; answers the id of the file of the one before, null for none. */
export async function updateLogo(tx: Tx, { agencyId, fileId }: { agencyId: string; fileId: string }): Promise<string | null> {
  // Locked, so that of two logos at once the second replaces the first.
  const { logo_file_id: before } = await tx
    .selectFrom('agencies').select('logo_file_id').where('id', '=', agencyId).forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('agencies').set({ logo_file_id: fileId }).where('id', '=', agencyId).execute();
  return before;
}
