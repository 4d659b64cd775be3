import type { Tx } from '#db/database.ts';

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

/** Uses up the code of a step and of all before it; false where one of them was used already. Of two who try at once one wins. */
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

/** Uses up a recovery code; false for one that is none or was used. */
export async function takeRecoveryCode(tx: Tx, { agencyId, userId, codeHash, now }: Key & { codeHash: Buffer; now: Date }): Promise<boolean> {
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
