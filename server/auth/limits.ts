import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A limit that holds across processes: at most so many tries in any `seconds`, whenever they begin. */
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

/**
 * Counts a try before it is made, so that many at once cannot slip through: 0, or the seconds to wait where the limit is reached.
 * A refused try does not count: whoever waits that long is let through.
 */
export async function secondsToWait(tx: Tx, limit: Limit, { who, now }: { who: string; now: Date }): Promise<number> {
  const key = keyOf(limit, who);
  const since = new Date(now.getTime() - limit.seconds * 1000);
  await inTurn(tx, key);
  const { rows: counted } = await sql`
    insert into rate_limits (key, window_start, count)
    select ${key}, ${now}::timestamptz, 1
    where (select coalesce(sum(count), 0) from rate_limits where key = ${key} and window_start > ${since}) < ${limit.most}
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning 1`.execute(tx);
  if (counted.length > 0) return 0;
  const { first } = await tx
    .selectFrom('rate_limits')
    .select((row) => row.fn.min('window_start').as('first'))
    .where('key', '=', key)
    .where('window_start', '>', since)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil((first.getTime() - since.getTime()) / 1000));
}

/** Counts a try; false where the limit is reached. */
export const takeTry = async (tx: Tx, limit: Limit, tried: { who: string; now: Date }): Promise<boolean> => (await secondsToWait(tx, limit, tried)) === 0;

/** Gives the latest try back: one that succeeded was no guess. */
export async function returnTry(tx: Tx, limit: Limit, { who }: { who: string }): Promise<void> {
  const key = keyOf(limit, who);
  await inTurn(tx, key);
  await sql`
    update rate_limits set count = count - 1
    where key = ${key} and count > 0 and window_start = (select max(window_start) from rate_limits where key = ${key} and count > 0)`.execute(tx);
}

/** Lets those who count for a key do so one after the other, also in other processes: each sees what the one before has counted. */
async function inTurn(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Forgets tries of more than a day ago: no limit looks back further. */
export async function deleteOldTries(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('rate_limits').where('window_start', '<', new Date(now.getTime() - 86_400_000)).execute();
}

/** Forgets every count of some people, whatever was limited: by address, e-mail or user id. */
export async function forgetTries(tx: Tx, who: readonly string[]): Promise<void> {
  await sql`delete from rate_limits where split_part(key, ':', 2) = any(${who.map(hashOf)}::text[])`.execute(tx);
}
