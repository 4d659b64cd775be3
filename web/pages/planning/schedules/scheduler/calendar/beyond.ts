/** Where a week opens, and what of it is scrolled out of sight. */

/** The hour at which a working day begins. */
const workingDay = 7;
/** How much of an hour's row must be visible for its first post to be legible, px: a post's height and its margins. */
const leastSeen = 84;

/** An hour's row with its number of entries; `top` and `bottom` in px from the top of the week. */
export type HourRow = { hour: number; count: number; top: number; bottom: number };

/** The entries above and below the visible part, each with the first hour that has any of them. */
export type Beyond = { above: HiddenEntries | null; below: HiddenEntries | null };

/** How many entries are out of sight on one side, and the first hour that has any of them. */
export type HiddenEntries = { count: number; hour: number };

/**
 * The hour at which a week with entries in these hours opens: one hour before the first of the working day, or before
 * the first of the night if there are no others. So an entry after midnight does not hide the day.
 */
export function openingHour(filled: Iterable<number>): number {
  const hours = [...filled].toSorted((a, b) => a - b);
  const first = hours.find((hour) => hour >= workingDay) ?? hours[0] ?? workingDay + 1;
  return Math.max(0, first - 1);
}

/** What of these rows, in their order, is outside the visible part between two heights, px. */
export function beyond(rows: readonly HourRow[], { from, to }: { from: number; to: number }): Beyond {
  const filled = rows.filter(({ count }) => count > 0);
  return {
    above: hidden(filled.filter(({ bottom }) => bottom - from < leastSeen)),
    below: hidden(filled.filter(({ top }) => to - top < leastSeen)),
  };
}

function hidden(rows: readonly HourRow[]): HiddenEntries | null {
  const [first] = rows;
  return first ? { count: rows.reduce((sum, { count }) => sum + count, 0), hour: first.hour } : null;
}
