import { localToInstant } from '#rules/planning.ts';

const day = 86_400_000;

/**
 * The dates from `from` (included) to `to` (excluded): `'2026-02-27', '2026-03-02' -> ['2026-02-27', '2026-02-28',
 * '2026-03-01']`.
 */
export function datesBetween(from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00Z`);
  const count = Math.max(0, Math.round((Date.parse(`${to}T00:00Z`) - first) / day));
  return Array.from({ length: count }, (_, index) => dateAfter(from, index));
}

/** The date some days later. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10);

/** The instants at which consecutive dates begin in a zone, and the end of the last one. */
export function startsOfDays(dates: readonly string[], timezone: string): Date[] {
  const last = dates.at(-1);
  if (last === undefined) return [];
  return [...dates, dateAfter(last, 1)].map((date) => localToInstant(`${date} 00:00`, timezone));
}
