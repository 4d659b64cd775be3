import type { Tx } from '#db/database.ts';
import { byTime } from '../retention/index.ts';

/** How long an answer is kept. */

/** The row of a key: its call, and, once the call is answered, what identifies its input and its encrypted answer. */
export type KeyRow = { held_call: string; held_print: string | null; held_reply: Buffer | null; held_at: Date };

/** What a claim answers: the row's columns, all null if the key has no row yet; left out without a claim. */
export type ClaimedRow = { [Name in keyof KeyRow]?: KeyRow[Name] | null };

/** The row of a claimed key; null if it has none. */
export function heldIn({ held_call, held_print, held_reply, held_at }: ClaimedRow): KeyRow | null {
  if (!held_call || !held_at) return null;
  return { held_call, held_at, held_print: held_print ?? null, held_reply: held_reply ?? null };
}

/** One caller's key: a person's, or with null one of a call without sign-in. */
export type KeyOf = { userId: string | null; hash: Buffer };

const callerOf = ({ userId }: KeyOf): string => (userId === null ? 'anyone' : `user ${userId}`);

/**
 * The expression of a `from` that claims a key at the beginning of a transaction, for its opening: no values, since
 * that is a text. `agency` and `person` are expressions; the database sets the visible agency and the person before it
 * looks. With `runs` the key gets a row at once, otherwise the transaction holds its lock.
 */
export const claimText = (
  { hash, runs, now }: { hash: Buffer; runs: string | null; now: Date },
  { agency, person }: { agency: string; person: string },
): string =>
  `claim_idempotency_key(${agency}, ${person}, '\\x${hash.toString('hex')}', ${runs === null ? 'null' : `'${runs}'`},
    '${now.toISOString()}')`;

/** Stores the answer of a key. */
export async function upsertAnswer(
  tx: Tx,
  {
    agencyId,
    call,
    print,
    reply,
    now,
    ...key
  }: KeyOf & {
    agencyId: string | null;
    call: string;
    print: string;
    reply: Buffer;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ caller: callerOf(key), key: key.hash, agency_id: agencyId, call, print, reply, created_at: now })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doUpdateSet({ print, reply }))
    .execute();
}

/** Deletes a key whose call failed, so that the next request with it runs. */
export async function deleteKey(tx: Tx, key: KeyOf): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('caller', '=', callerOf(key)).where('key', '=', key.hash).execute();
}

/** A request is not repeated after a day. */
export const oldKeys = byTime({ table: 'idempotency_keys', column: 'created_at', days: 1 });
