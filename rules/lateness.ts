/** A period for which a network's answer made an account, or everybody, wait. */
export type NetworkWait = { from: Date; until: Date };

const hour = 3_600_000;

/** Milliseconds for which the longest of some waits lasted between two instants. */
export const waitedMs = (waits: readonly NetworkWait[], since: Date, now: Date): number =>
  Math.max(
    0,
    ...waits.map(
      ({ from, until }) => Math.min(until.getTime(), now.getTime()) - Math.max(from.getTime(), since.getTime()),
    ),
  );

/**
 * Whether a delivery without an attempt is too late to be sent without asking. Time spent in a wait of its network does
 * not count as lateness: due at 10:00, waiting from 9:00 to midnight and checked at 1:00, it is an hour late.
 */
export function isMissed(
  { dueAt, firstTriedAt, waits }: { dueAt: Date; firstTriedAt: Date | null; waits: readonly NetworkWait[] },
  lateLimitHours: number,
  now: Date,
): boolean {
  return firstTriedAt === null && now.getTime() - dueAt.getTime() - waitedMs(waits, dueAt, now) > lateLimitHours * hour;
}

/**
 * Hours after its first attempt for which a delivery is tried again; a wait that the network itself names may end as
 * late as the operator's late limit.
 */
export const retryLimitHours = 6;

type Tried = { firstTriedAt: Date; lateLimitHours: number; waits: readonly NetworkWait[] };

/**
 * Whether an instant is within some hours of the first attempt; waits requested by the network use up no time for
 * attempts and checks.
 */
export const isWithin = ({ firstTriedAt, waits }: Tried, hours: number, instant: Date): boolean =>
  instant.getTime() <= firstTriedAt.getTime() + hours * hour + waitedMs(waits, firstTriedAt, instant);

/** The last instant at which a delivery is tried again, regardless of its waits. */
export const lastInstant = ({ firstTriedAt, lateLimitHours }: Tried): Date =>
  new Date(firstTriedAt.getTime() + Math.max(retryLimitHours, lateLimitHours) * hour);

/** Whether a delivery whose network refuses the operator's app is tried again at an instant. */
export const isForApp = ({ firstTriedAt, lateLimitHours }: Tried, instant: Date): boolean =>
  instant.getTime() <= firstTriedAt.getTime() + lateLimitHours * hour;

/** Whether a delivery whose network has named no time is tried again at an instant. */
export const isRetried = (tried: Tried, instant: Date): boolean =>
  isWithin(tried, retryLimitHours, instant) && instant <= lastInstant(tried);
