import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../handlers.ts';
import { countStoredBytes, lockUploads } from './queries.ts';

/** Bytes about to be added to an agency's storage. */
export type Addition = { agencyId: string; quotaBytes: number; moreBytes: number };

/** Throws a UserError if the addition exceeds the agency's quota. */
export async function checkQuota(tx: Tx, { agencyId, quotaBytes, moreBytes }: Addition): Promise<void> {
  if ((await countStoredBytes(tx, agencyId)) + moreBytes > quotaBytes)
    throw new UserError(messages.quotaReached, { status: 413 });
}

/**
 * Like `checkQuota`, right before storing: nobody else in the agency can add anything until the transaction ends. A
 * change that frees space is always permitted.
 */
export async function takeQuota(tx: Tx, addition: Addition): Promise<void> {
  if (addition.moreBytes <= 0) return;
  await lockUploads(tx, addition.agencyId);
  await checkQuota(tx, addition);
}

/**
 * Checks the quota after storing in this transaction, for data whose size is known only then: throws a UserError if it
 * has grown and exceeds the quota. Data that shrank is always permitted.
 */
export async function takeGrown(
  tx: Tx,
  { agencyId, quotaBytes, grownBytes }: Omit<Addition, 'moreBytes'> & { grownBytes: number },
): Promise<void> {
  if (grownBytes <= 0) return;
  await lockUploads(tx, agencyId);
  await checkQuota(tx, { agencyId, quotaBytes, moreBytes: 0 });
}

/** Like `takeGrown`, for a file that replaced another: `before` is the deleted one, null if there was none. */
export const takeReplaced = (
  tx: Tx,
  { before, sizeBytes, ...whose }: Replaced & Pick<Addition, 'agencyId' | 'quotaBytes'>,
): Promise<void> => takeGrown(tx, { ...whose, grownBytes: sizeBytes - (before?.sizeBytes ?? 0) });

/** A file that replaced another; sizes in bytes. */
type Replaced = { before: { sizeBytes: number } | null; sizeBytes: number };
