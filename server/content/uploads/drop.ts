import type { Services } from '../../base/handlers.ts';
import { deletePieces, deleteUpload, listPieces } from './queries.ts';

/**
 * Deletes the pieces of an upload, from storage first, so that no bytes stay without a row; pieces that the storage
 * fails to delete stay for the hourly clean-up. With `isWhole` the row stays, because it says what the upload has
 * become.
 */
export async function dropPieces(
  { db, storage }: Services,
  { agencyId, id, isWhole }: { agencyId: string; id: string; isWhole: boolean },
): Promise<void> {
  const names = await db.asAgency(agencyId, (tx) => listPieces(tx, { agencyId, id }));
  const outcomes = await Promise.allSettled(names.map((name) => storage.delete(name)));
  const gone = names.filter((_name, index) => outcomes[index]?.status === 'fulfilled');
  await db.asAgency(agencyId, async (tx) => {
    await deletePieces(tx, { agencyId, names: gone });
    if (!isWhole) await deleteUpload(tx, { agencyId, id });
  });
}
