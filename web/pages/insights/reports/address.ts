/** Months as a report's address contains them. */

/** The first year for which a report can be made. */
const firstYear = 2021;

/** The years to choose from, the latest first. */
export function yearsUntil(now: Date): string[] {
  const last = now.getFullYear();
  return Array.from({ length: last - firstYear + 1 }, (_, at) => String(last - at));
}

/** '01' to '12'. */
export const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** The month before that of an instant, which is the last complete one. */
export function lastMonth(now: Date): { month: string; year: string } {
  const before = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  return { month: String(before.getMonth() + 1).padStart(2, '0'), year: String(before.getFullYear()) };
}
