/** When the next backup is due. */

/** A failed backup is tried again after this time. */
const againMs = 3_600_000;

/**
 * Whether a backup is due: none was tried since the time of day `at` ('02:30', UTC), or the last one failed an hour
 * before.
 */
export function isDue({
  at,
  now,
  triedAt,
  failedAt,
}: {
  at: string;
  now: Date;
  triedAt: Date | null;
  failedAt: Date | null;
}): boolean {
  const last = new Date(`${now.toISOString().slice(0, 10)}T${at}:00Z`);
  if (last > now) last.setUTCDate(last.getUTCDate() - 1);
  if (triedAt === null || triedAt < last) return true;
  return failedAt !== null && now.getTime() - failedAt.getTime() >= againMs;
}
