import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A limit that holds across processes: so many tries in a window that starts anew every `seconds`. */
export type Limit = { name: string; most: number; seconds: number };

/** Tries to sign in. Source: architecture.md, "Security, everywhere". */
export const loginByAddress: Limit = { name: 'login-address', most: 25, seconds: 300 };
export const loginByEmail: Limit = { name: 'login-email', most: 25, seconds: 3600 };
/** Times somebody signed in may get the current password wrong, where it is asked for again. */
export const confirmByUser: Limit = { name: 'confirm-user', most: 10, seconds: 900 };
/** Codes of a second factor that somebody may get wrong, at log-in and where it is asked for again: 50 a day of a million, three of them right. */
export const codesByUser: Limit = { name: 'code-user', most: 10, seconds: 900 };
export const codesByUserADay: Limit = { name: 'code-user-day', most: 50, seconds: 86_400 };
/** Wishes for another email: each sends two mails. */
export const emailByUser: Limit = { name: 'email-user', most: 5, seconds: 1800 };
/** Wishes for a reset of the password. */
export const resetByAddress: Limit = { name: 'reset-address', most: 5, seconds: 1800 };
export const resetByEmail: Limit = { name: 'reset-email', most: 5, seconds: 1800 };

// Who tried is nobody's business later: only a hash of the address or e-mail is kept.
const hashOf = (who: string): string => createHash('sha256').update(who).digest('base64url');
const keyOf = ({ name }: Limit, who: string): string => `${name}:${hashOf(who)}`;
const windowOf = ({ seconds }: Limit, now: Date): Date => new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000);

/** Counts a try before it is made, so that many at once cannot slip through; false when the limit is reached. */
export async function takeTry(tx: Tx, limit: Limit, { who, now }: { who: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, window_start, count)
    values (${keyOf(limit, who)}, ${windowOf(limit, now)}, 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count`.execute(tx);
  return (rows[0]?.count ?? 0) <= limit.most;
}

/** Gives a try back: one that succeeded was no guess. */
export async function returnTry(tx: Tx, limit: Limit, { who, now }: { who: string; now: Date }): Promise<void> {
  await tx
    .updateTable('rate_limits')
    .set((row) => ({ count: sql<number>`greatest(${row.ref('count')} - 1, 0)` }))
    .where('key', '=', keyOf(limit, who))
    .where('window_start', '=', windowOf(limit, now))
    .execute();
}

/** Forgets the counters of windows long past. */
export async function deleteOldTries(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('rate_limits').where('window_start', '<', new Date(now.getTime() - 86_400_000)).execute();
}

/** Forgets every count of some people, whatever was limited: by address, e-mail or user id. */
export async function forgetTries(tx: Tx, who: readonly string[]): Promise<void> {
  await sql`delete from rate_limits where split_part(key, ':', 2) = any(${who.map(hashOf)}::text[])`.execute(tx);
}
