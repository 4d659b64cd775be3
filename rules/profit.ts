/** The profit of a client: its agreement in a month, less the costs. Money is whole cents. */
import { daysIn } from './reports.ts';

/** How often a client pays the agreed amount. */
export type Frequency = 'weekly' | 'monthly' | 'yearly';

/** The amount of an agreement in a month ('2026-05'): weeks by the month's days, a twelfth of a year. Whole cents. */
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

/** The figures of a client's month: payment, costs, working time and posts. */
export type MonthOfClient = { paidCents: number; costsCents: number; minutes: number; delivered: number };

/** The profit, also per hour of work and per post: null without hours or posts. Whole cents. */
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
