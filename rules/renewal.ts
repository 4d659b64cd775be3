/** When an account's credentials are renewed, and when its owner hears that they will end. */

/**
 * Seconds before their end from which credentials are renewed before a post: a long publish still ends with living
 * ones.
 */
export const renewSoonSeconds = 600;
/** Seconds that credentials must still have to be used where they could not be renewed. */
export const stillGoodSeconds = 60;
/** Hours ahead for which the look-ahead asks whether an account will still work. */
export const lookAheadHours = 24;
/**
 * Hours after which credentials that end within the look-ahead are renewed without waiting for a post: once a day, so
 * that it is known whether it works.
 */
export const provenHours = 20;
/** Failed tries in a row after which a network that cannot be reached counts as a problem. */
export const failuresUntilProblem = 3;

const waitsSeconds: readonly number[] = [60, 300, 900, 1800, 3600];
const longestWaitSeconds = 6 * 3600;

/** When renewing may be tried again after so many failures in a row (from 1); never before the network wants it. */
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

/** Whether credentials end within so many seconds; those without a known end never do. */
export const endsWithin = (expiresAt: Date | null, seconds: number, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now.getTime() + seconds * 1000;

/**
 * Whether refused credentials may be renewed: not where renewed ones that have never worked were refused since the
 * delivery's first try, which is what "after one refresh" means.
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
