import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../handlers.ts';
import { countStoredBytes, lockUploads } from './queries.ts';

/** The addition to an agency's storage, in bytes. */
export type Addition = { agencyId: string; quotaBytes: number; moreBytes: number };

/** Throws a UserError if the addition exceeds the agency's quota. */
export async function checkQuota(tx: Tx, { agencyId, quotaBytes, moreBytes }: Addition): Promise<void> {
  if ((await countStoredBytes(tx, agencyId)) + moreBytes > quotaBytes)
    throw new UserError(messages.quotaReached, { status: 413 });
}

/**
 * The same right before storing: nobody else of the agency can add anything until the transaction ends. A change that
 * frees space is always permitted.
 */
export async function takeQuota(tx: Tx, addition: Addition): Promise<void> {
  if (addition.moreBytes <= 0) return;
  await lockUploads(tx, addition.agencyId);
  await checkQuota(tx, addition);
}

/**
 * For what has been stored in this transaction already, where only then its size is known: throws a UserError where it
 * has grown and is too much. What is smaller than before may always be stored.
 */
export async function takeGrown(
  tx: Tx,
  { agencyId, quotaBytes, grownBytes }: Omit<Addition, 'moreBytes'> & { grownBytes: number },
): Promise<void> {
  if (grownBytes <= 0) return;
  await lockUploads(tx, agencyId);
  await checkQuota(tx, { agencyId, quotaBytes, moreBytes: 0 });
}

/**
 * The same for a file that took the place of another: `before` is the one that is deleted, null where there was none.
 */
export const takeReplaced = (
  tx: Tx,
  { before, sizeBytes, ...whose }: Replaced & Pick<Addition, 'agencyId' | 'quotaBytes'>,
): Promise<void> => takeGrown(tx, { ...whose, grownBytes: sizeBytes - (before?.sizeBytes ?? 0) });

/** A file in the place of another, in bytes. */
type Replaced = { before: { sizeBytes: number } | null; sizeBytes: number };
