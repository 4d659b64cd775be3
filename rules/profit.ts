/** What a client brings: its agreement in a month, and what is left of it. Money is whole cents. */
import { daysIn } from './reports.ts';

/** How often a client pays what it has agreed to. */
export type Frequency = 'weekly' | 'monthly' | 'yearly';

/** What an agreement comes to in a month ('2026-05'): weeks by the month's days, a twelfth of a year. Whole cents. */
export function agreedCents(month: string, { cents, frequency }: { cents: number; frequency: Frequency }): number {
  switch (frequency) {
    case 'weekly':
      return Math.round((cents * daysIn(month)) / 7);
    case 'monthly':
      return cents;
    case 'yearly':
      return Math.round(cents / 12);
    default:
      return frequency satisfies never;
  }
}

/** What was put into a client's month, and what came of it. */
export type MonthOfClient = { paidCents: number; costsCents: number; minutes: number; delivered: number };

/** What is left, and what that is for an hour of work and for a post: null where there is none. Whole cents. */
export function profitOf({ paidCents, costsCents, minutes, delivered }: MonthOfClient): {
  profitCents: number;
  anHourCents: number | null;
  aPostCents: number | null;
} {
  const profitCents = paidCents - costsCents;
  return {
    profitCents,
    anHourCents: minutes === 0 ? null : Math.round((profitCents * 60) / minutes),
    aPostCents: delivered === 0 ? null : Math.round(profitCents / delivered),
  };
}
