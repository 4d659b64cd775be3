/** The rows of a week: an hour with entries has its own, the empty ones between fold into one. */

/** From the first hour to the last one of a row. `isFolded`: none of them has an entry. */
export type HourRange = { from: number; to: number; isFolded: boolean };

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The hours that stand open in a week without any entry. */
const workingDay = hours.slice(8, 19);

/** The rows of a week with entries in these hours. */
export function hourRanges(filled: Iterable<number>): readonly HourRange[] {
  const given = new Set(filled);
  const open = given.size === 0 ? new Set(workingDay) : given;
  const ranges: HourRange[] = [];
  for (const hour of hours) {
    const before = ranges.at(-1);
    if (!open.has(hour) && before?.isFolded === true) ranges.splice(-1, 1, { ...before, to: hour });
    else ranges.push({ from: hour, to: hour, isFolded: !open.has(hour) });
  }
  return ranges;
}

/** An hour on two digits: '09'. */
export const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/** A row's hours in words: '09', '13–14'. */
export const sayHours = ({ from, to }: HourRange): string =>
  from === to ? twoDigits(from) : `${twoDigits(from)}–${twoDigits(to)}`;
