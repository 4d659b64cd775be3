import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

type Key = { agencyId: string; userId: string };

/** A person's second factor, on or still waiting for its first code; undefined for none. */
export const findFactor = (tx: Tx, { agencyId, userId }: Key) =>
  tx
    .selectFrom('second_factors')
    .select(['secret', 'turned_on_at'])
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Whether a person's second factor is on. */
export async function hasSecondFactor(tx: Tx, key: Key): Promise<boolean> {
  return ((await findFactor(tx, key))?.turned_on_at ?? null) !== null;
}

/** Stores a secret that waits for its first code, replacing another waiting one; false if a second factor is on. */
export async function keepSecret(
  tx: Tx,
  { agencyId, userId, secret, now }: Key & { secret: string; now: Date },
): Promise<boolean> {
  const kept = await tx
    .insertInto('second_factors')
    .values({ agency_id: agencyId, user_id: userId, secret, created_at: now })
    .onConflict((row) =>
      row
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: '0' })
        .where('second_factors.turned_on_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Turns on the second factor if this is still its secret, and uses up the code of `step`; false if it is already on or
 * the secret has changed.
 */
export async function turnOn(
  tx: Tx,
  { agencyId, userId, secret, step, now }: Key & { secret: string; step: number; now: Date },
): Promise<boolean> {
  const on = await tx
    .updateTable('second_factors')
    .set({ turned_on_at: now, last_step: String(step) })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('turned_on_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return on !== undefined;
}

/** Removes a person's second factor with all recovery codes; false if none was on. */
export async function deleteFactor(tx: Tx, { agencyId, userId }: Key): Promise<boolean> {
  const gone = await tx
    .deleteFrom('second_factors')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('turned_on_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Secrets whose first code has not come for a day. */
export const unfinishedFactors = byTime({
  table: 'second_factors',
  column: 'created_at',
  days: 1,
  only: sql<boolean>`t.turned_on_at is null`,
});

/** Stores these recovery codes of a person, replacing all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { agencyId, userId, hashes }: Key & { hashes: readonly Buffer[] },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('agency_id', '=', agencyId).where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ agency_id: agencyId, user_id: userId, code_hash: hash })))
    .execute();
}

/**
 * Uses up the codes of a step and of all earlier ones; false if one of them was already used. Of two concurrent tries
 * one succeeds.
 */
export async function takeStep(tx: Tx, { agencyId, userId, step }: Key & { step: number }): Promise<boolean> {
  const taken = await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Uses up a recovery code; false if it is wrong or was used. */
export async function takeRecoveryCode(
  tx: Tx,
  { agencyId, userId, codeHash, now }: Key & { codeHash: Buffer; now: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(tx: Tx, { agencyId, userId }: Key): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll().as('left'))
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
