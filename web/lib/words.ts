/** A count as the screens show it: 3 -> '03', 12 -> '12', 1234 -> '1,234'. */
export const padded = (count: number): string => (count < 10 ? `0${count}` : count.toLocaleString('en-US'));

/** A number with its noun: 1 -> '1 post', 2 -> '2 posts'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/**
 * An instant as a plain date in the viewer's zone: '2026-11-21T10:00:00Z' -> 'Nov 21, 2026'; '' for an unreadable one.
 */
export const plainDate = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
};
