/** The earnings from clients: an amount for every week, month or year begun since they were added. */

/** How often a client pays. */
export type EarningFrequency = 'weekly' | 'monthly' | 'yearly';

const week = 7 * 86_400_000;

/**
 * The number of periods begun since an instant, including the first one: on the day a client is added it is 1. Months
 * and years are the calendar's, in UTC; a period that begins on the 31st starts on the last day of shorter months.
 */
export function periodsBegun({
  frequency,
  since,
  now,
}: {
  frequency: EarningFrequency;
  since: Date;
  now: Date;
}): number {
  if (now < since) return 0;
  switch (frequency) {
    case 'weekly':
      return Math.floor((now.getTime() - since.getTime()) / week) + 1;
    case 'monthly':
      return monthsPassed(since, now) + 1;
    case 'yearly':
      return Math.floor(monthsPassed(since, now) / 12) + 1;
    default:
      return frequency satisfies never;
  }
}

function monthsPassed(since: Date, now: Date): number {
  const months = (now.getUTCFullYear() - since.getUTCFullYear()) * 12 + now.getUTCMonth() - since.getUTCMonth();
  return monthsAfter(since, months) <= now ? months : months - 1;
}

function monthsAfter(since: Date, months: number): Date {
  const lastDay = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + months + 1, 0)).getUTCDate();
  const moved = new Date(since);
  moved.setUTCDate(1);
  moved.setUTCMonth(since.getUTCMonth() + months, Math.min(since.getUTCDate(), lastDay));
  return moved;
}

/** Cents earned over all clients so far. */
export const totalEarnedCents = (
  clients: readonly { earningCents: number; frequency: EarningFrequency; since: Date }[],
  now: Date,
): number => clients.reduce((sum, client) => sum + client.earningCents * periodsBegun({ ...client, now }), 0);
