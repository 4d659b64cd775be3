/**
 * The addresses from which people have logged in, stored as hashes: tries from them are counted separately from those
 * of unknown addresses.
 */
import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { byTime } from '../../base/retention/index.ts';

const keptDays = 90;

type KnownAddress = { userId: string; address: string };
const hashOf = ({ userId, address }: KnownAddress): Buffer =>
  createHash('sha256')
    .update(`${userId} ${addressPrefix(address)}`)
    .digest();

/**
 * Whether a person has logged in from an address, or its network, within the last months. Null, for an unknown person,
 * costs the same work.
 */
export async function isKnownAddress(
  tx: Tx,
  { userId, address }: { userId: string | null; address: string },
): Promise<boolean> {
  const id = userId ?? '0';
  const row = await tx
    .selectFrom('known_places')
    .select('user_id')
    .where('user_id', '=', id)
    .where('place_hash', '=', hashOf({ userId: id, address }))
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a person has logged in from an address. */
export async function rememberAddress(
  tx: Tx,
  { agencyId, now, ...known }: KnownAddress & { agencyId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('known_places')
    .values({ user_id: known.userId, agency_id: agencyId, place_hash: hashOf(known), seen_at: now })
    .onConflict((row) => row.columns(['user_id', 'place_hash']).doUpdateSet({ seen_at: now }))
    .execute();
}

/** Deletes a person's known addresses. */
export async function forgetKnownAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_places').where('user_id', '=', userId).execute();
}

/** Addresses without a log-in for months. */
export const oldAddresses = byTime({ table: 'known_places', column: 'seen_at', days: keptDays });
