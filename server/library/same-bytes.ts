/** Equal bytes of an agency are one file with several uses. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countAsNeeded, insertFile, lockUploads, type NewFile } from './queries.ts';
import { takeQuota } from './quota.ts';

/** A file to be shared or written down, with what else is added in the transaction, in bytes. */
export type Added = { file: NewFile; quotaBytes: number; moreBytes: number };

type Same = { id: string; is_kept: boolean; is_counted: boolean };

/**
 * The file of the agency with the same bytes, kept from then on where this one is to be; null where there is none that
 * may have further uses: a face, a logo or a preview goes with its owner. Behind the lock of uploads, so that of two
 * that come at once one is stored. Throws a UserError (413) where there is no room for what is added.
 */
export async function shareFile(tx: Tx, { file, quotaBytes, moreBytes }: Added): Promise<string | null> {
  const { agencyId, sizeBytes, now } = file;
  await lockUploads(tx, agencyId);
  const same = await findSame(tx, file);
  const isCounted = same?.is_counted ?? false;
  await takeQuota(tx, { agencyId, quotaBytes, moreBytes: moreBytes + (isCounted ? 0 : sizeBytes) });
  if (same === undefined) return null;
  await countAsNeeded(tx, { agencyId, ids: [same.id] });
  if (file.isKept === true && !same.is_kept)
    await sql`update files set kept_since = ${now} where agency_id = ${agencyId} and id = ${same.id}`.execute(tx);
  return same.id;
}

/** Shares the file with the same bytes, or writes this one down; `isNew`: what has been stored for it is needed. */
export async function shareOrInsert(tx: Tx, added: Added): Promise<{ id: string; isNew: boolean }> {
  const shared = await shareFile(tx, added);
  return shared === null ? { id: await insertFile(tx, added.file), isNew: true } : { id: shared, isNew: false };
}

// Who is just deleting it, the clean-up say, is waited for, and then it is not found. A kept file comes first: there is
// one at most.
async function findSame(tx: Tx, { agencyId, sha256 }: NewFile): Promise<Same | undefined> {
  const { rows } = await sql<Same>`
    select f.id, f.kept_since is not null as is_kept,
      f.kept_since is not null or exists (select from items i where i.file_id = f.id and i.deleted_at is null)
        as is_counted
    from files f
    where f.agency_id = ${agencyId} and f.sha256 = ${sha256} and f.deleted_at is null
      and (f.kept_since is not null or exists (select from items i where i.file_id = f.id))
    order by f.kept_since is null, f.id
    limit 1
    for key share of f`.execute(tx);
  return rows[0];
}
