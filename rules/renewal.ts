/** When an account's credentials are renewed, and when its owner is notified that they will expire. */

/**
 * Seconds before their expiry from which credentials are renewed before a post, so that they are still valid at the end
 * of a long publish.
 */
export const renewSoonSeconds = 600;
/** Seconds of validity that credentials must still have to be used if they could not be renewed. */
export const stillGoodSeconds = 60;
/** Hours for which the look-ahead checks whether an account will still work. */
export const lookAheadHours = 24;
/**
 * Hours after which credentials that expire within the look-ahead are renewed without waiting for a post: once a day,
 * so that a failure is noticed.
 */
export const provenHours = 20;
/** Consecutive failed attempts after which an unreachable network counts as a problem. */
export const failuresUntilProblem = 3;

const waitsSeconds: readonly number[] = [60, 300, 900, 1800, 3600];
const longestWaitSeconds = 6 * 3600;

/**
 * When renewing may be retried after a number of consecutive failures (from 1); never before the time that the network
 * requests.
 */
export function renewAgainAt({
  failures,
  retryAfterSeconds,
  now,
}: {
  failures: number;
  retryAfterSeconds: number;
  now: Date;
}): Date {
  const own = waitsSeconds[Math.min(failures, waitsSeconds.length) - 1] ?? 0;
  const asked = Number.isNaN(retryAfterSeconds) ? longestWaitSeconds : Math.min(retryAfterSeconds, longestWaitSeconds);
  return new Date(now.getTime() + Math.max(own, asked) * 1000);
}

/** Whether credentials expire within a number of seconds; those without a known expiry never do. */
export const endsWithin = (expiresAt: Date | null, seconds: number, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now.getTime() + seconds * 1000;

/**
 * Whether refused credentials may be renewed: not if renewed credentials that never worked were refused since the
 * delivery's first attempt, because one refresh is enough.
 */
export const mayRenewRefused = ({
  refreshedAt,
  unproven,
  firstTriedAt,
}: {
  refreshedAt: Date | null;
  unproven: boolean;
  firstTriedAt: Date;
}): boolean => !(unproven && refreshedAt !== null && refreshedAt >= firstTriedAt);
