/** Equal bytes of an agency are one file with several uses. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countAsNeeded, insertFile, isCounted, lockUploads, type NewFile } from './queries.ts';
import { takeQuota } from './quota.ts';

/** A file to share or insert, with the other additions of the transaction, in bytes. */
export type Added = { file: NewFile; quotaBytes: number; moreBytes: number };

type Same = { id: string; is_kept: boolean; is_counted: boolean };

/**
 * The id of the agency's file with the same bytes; the library then keeps it if `file` is meant for the library. Null
 * if there is none that may be shared: a profile picture, a logo or a preview belongs to its owner. Takes the lock on
 * uploads, so that only one of two concurrent uploads is stored. Throws a UserError (413) if there is no space for the
 * addition.
 */
export async function shareFile(tx: Tx, { file, quotaBytes, moreBytes }: Added): Promise<string | null> {
  const { agencyId, sizeBytes, now } = file;
  await lockUploads(tx, agencyId);
  const same = await findSame(tx, file);
  const counts = same?.is_counted ?? false;
  await takeQuota(tx, { agencyId, quotaBytes, moreBytes: moreBytes + (counts ? 0 : sizeBytes) });
  if (same === undefined) return null;
  await countAsNeeded(tx, { agencyId, ids: [same.id] });
  if (file.isKept === true && !same.is_kept)
    await sql`update files set kept_since = ${now} where agency_id = ${agencyId} and id = ${same.id}`.execute(tx);
  return same.id;
}

/** Shares the file with the same bytes, or inserts this one. `isNew`: the bytes of this file must be stored. */
export async function shareOrInsert(tx: Tx, added: Added): Promise<{ id: string; isNew: boolean }> {
  const shared = await shareFile(tx, added);
  return shared === null ? { id: await insertFile(tx, added.file), isNew: true } : { id: shared, isNew: false };
}

// Waits for a concurrent deletion, such as the clean-up's, and then does not find the deleted file. A file that the
// library keeps comes first; there is at most one.
async function findSame(tx: Tx, { agencyId, sha256 }: NewFile): Promise<Same | undefined> {
  const { rows } = await sql<Same>`
    select f.id, f.kept_since is not null as is_kept, ${isCounted} as is_counted
    from files f
    where f.agency_id = ${agencyId} and f.sha256 = ${sha256} and f.deleted_at is null
      and (f.kept_since is not null or exists (select from items i where i.file_id = f.id))
    order by f.kept_since is null, f.id
    limit 1
    for key share of f`.execute(tx);
  return rows[0];
}
