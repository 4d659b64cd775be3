import { sayCount } from '../../../lib/words.ts';

/**
 * The first day without a post, for the plan that fills it; null if every day has one. Today is used only if there is
 * no other.
 */
export function firstGap({ dates, counts }: { dates: readonly string[]; counts: readonly number[] }): string | null {
  const gaps = dates.filter((_, index) => (counts[index] ?? 0) === 0);
  return gaps.find((date) => date !== dates[0]) ?? gaps[0] ?? null;
}

/** How many of the clients have nothing planned for a week. */
export function idleWords({ idle, total }: { idle: number; total: number }): string {
  if (idle === 0)
    return total === 1
      ? 'Your client has something planned.'
      : `All ${sayCount(total)} clients have something planned.`;
  if (idle === total)
    return total === 1
      ? 'Nothing is planned for your client in the next 7 days.'
      : `Nothing is planned for any of your ${sayCount(total)} clients in the next 7 days.`;
  return (
    `${sayCount(idle)} of ${sayCount(total)} clients ${idle === 1 ? 'has' : 'have'} ` +
    'nothing planned in the next 7 days.'
  );
}
