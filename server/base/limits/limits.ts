import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../retention/index.ts';

/** A limit across processes: at most `most` tries in any period of `seconds`. */
export type Limit = { name: string; most: number; seconds: number };

/**
 * A limit whose wait grows with each try within a day: `free` tries need no wait; each further try must wait for the
 * first, second … wait after the latest one, and then always for the last.
 */
export type GrowingLimit = { name: string; free: number; waitsMinutes: readonly number[] };

/** Tries to log in from one address. */
export const loginByAddress: Limit = { name: 'login-address', most: 25, seconds: 300 };
/** Tries to log in with one email. */
export const loginByEmail: Limit = { name: 'login-email', most: 25, seconds: 3600 };
/** Wrong current passwords of a logged-in person who has to confirm it. */
export const confirmByUser: Limit = { name: 'confirm-user', most: 10, seconds: 900 };
/**
 * Wrong codes of a second factor in a day, 200 in total: three in a million codes are valid at a time, so guessing
 * succeeds once in 1,600 days. Tries from unknown addresses cannot use up those from known addresses, and neither can
 * use up those of logged-in sessions. Source: decisions/018-second-factor.md.
 */
export const codesFromUnknownAddresses: Limit = { name: 'code-strangers', most: 100, seconds: 86_400 };
/** Wrong codes from addresses at which the person has logged in before. */
export const codesFromKnownAddresses: Limit = { name: 'code-known', most: 60, seconds: 86_400 };
/** Wrong codes in a session that asks for a code again. */
export const codesSignedIn: Limit = { name: 'code-signed-in', most: 40, seconds: 86_400 };
/**
 * The pauses after wrong codes of one person from one address, or in one session: one minute after the fifth, growing
 * to an hour.
 */
export const codesInARow: GrowingLimit = { name: 'code-row', free: 5, waitsMinutes: [1, 2, 4, 8, 15, 30, 60] };
/** Requests for another email: each sends two mails. */
export const emailByUser: Limit = { name: 'email-user', most: 5, seconds: 1800 };
/** Ratings of help articles, and reports of searches without a result. */
export const helpByAddress: Limit = { name: 'help-address', most: 30, seconds: 3600 };
/** Requests to reset a password, from one address. */
export const resetByAddress: Limit = { name: 'reset-address', most: 5, seconds: 1800 };
/** Requests to reset the password of one email. */
export const resetByEmail: Limit = { name: 'reset-email', most: 5, seconds: 1800 };

// For privacy, only a hash of the address or email is stored.
const hashOf = (who: string): string => createHash('sha256').update(who).digest('base64url');
// `where` separates the tries of one person. It comes last, because all tries of a person are deleted together.
const keyOf = ({ name }: { name: string }, { who, where }: Trier): string =>
  `${name}:${hashOf(who)}${where === undefined ? '' : `:${hashOf(where)}`}`;
const dayMs = 86_400_000;

/** The person whose tries are counted, and where they come from, if that matters. */
export type Trier = { who: string; where?: string };

/**
 * Counts a try before it is made, so that concurrent ones cannot slip through. Returns 0, or the seconds to wait if the
 * limit is reached. A refused try does not count, so a try after that wait is accepted.
 */
export async function secondsToWait(
  tx: Tx,
  limit: Limit | GrowingLimit,
  { now, ...trier }: Trier & { now: Date },
): Promise<number> {
  const key = keyOf(limit, trier);
  if ('free' in limit) return secondsToGrow(tx, limit, { key, now });
  const since = new Date(now.getTime() - limit.seconds * 1000);
  await inTurn(tx, key);
  const { rows: counted } = await sql`
    insert into rate_limits (key, window_start, count)
    select ${key}, ${now}::timestamptz, 1
    where (select coalesce(sum(count), 0) from rate_limits where key = ${key}
      and window_start > ${since}) < ${limit.most}
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

/** Counts a try against a growing limit. A refused try does not count; the wait depends on the latest counted one. */
async function secondsToGrow(
  tx: Tx,
  { free, waitsMinutes }: GrowingLimit,
  { key, now }: { key: string; now: Date },
): Promise<number> {
  await inTurn(tx, key);
  const { tries, latest } = await tx
    .selectFrom('rate_limits')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<string>('count'), sql<string>`0`).as('tries'),
      row.fn.max('window_start').as('latest'),
    ])
    .where('key', '=', key)
    .where('window_start', '>', new Date(now.getTime() - dayMs))
    .where('count', '>', 0)
    .executeTakeFirstOrThrow();
  const over = Number(tries) - free;
  const waitMinutes = over < 0 ? 0 : (waitsMinutes[Math.min(over, waitsMinutes.length - 1)] ?? 0);
  const seconds = latest === null ? 0 : Math.ceil((latest.getTime() + waitMinutes * 60_000 - now.getTime()) / 1000);
  if (waitMinutes > 0 && seconds > 0) return seconds;
  await sql`
    insert into rate_limits (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1`.execute(tx);
  return 0;
}

/** Counts a try; false if the limit is reached. */
export const takeTry = async (tx: Tx, limit: Limit, tried: Trier & { now: Date }): Promise<boolean> =>
  (await secondsToWait(tx, limit, tried)) === 0;

/** Uncounts the latest try, because a successful one was not a guess. */
export async function returnTry(tx: Tx, limit: Limit | GrowingLimit, trier: Trier): Promise<void> {
  const key = keyOf(limit, trier);
  await inTurn(tx, key);
  await sql`
    update rate_limits set count = count - 1
    where key = ${key} and count > 0 and window_start = (select max(window_start) from rate_limits where key = ${key}
      and count > 0)`.execute(tx);
}

/** Serialises counting for a key across processes, so that each try sees the counts before it. */
async function inTurn(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** No limit looks back further than a day. */
export const oldTries = byTime({ table: 'rate_limits', column: 'window_start', days: 1 });

/** Deletes all counts of some people, for every limit: by address, email or user id. */
export async function forgetTries(tx: Tx, who: readonly string[]): Promise<void> {
  await sql`delete from rate_limits where split_part(key, ':', 2) = any(${who.map(hashOf)}::text[])`.execute(tx);
}
