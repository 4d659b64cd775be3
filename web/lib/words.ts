import { mostCounted } from '#rules/lists.ts';

/** A number with thousands separators and at most two decimals: 1234.5 -> '1,234.5'. */
export const sayCount = (count: number): string => count.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** A count as the screens show it: 3 -> '03', 12 -> '12', 1234 -> '1,234'. */
export const padded = (count: number): string => (count < 10 ? `0${count}` : sayCount(count));

/** A number with its noun: 1 -> '1 post', 2 -> '2 posts'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${sayCount(count)} ${count === 1 ? one : many}`;

const namesShown = 5;

/** The first few of several names: 'Bread, Cakes, Rolls, Buns, Pies and 3 more'. */
export function someNames(names: readonly string[]): string {
  const more = names.length - namesShown;
  return more <= 0 ? names.join(', ') : `${names.slice(0, namesShown).join(', ')} and ${sayCount(more)} more`;
}

/** A list's `total`, '1,000+' above the counted maximum; `say` formats numbers. */
export const sayTotal = (total: number, say = sayCount): string =>
  total > mostCounted ? `${say(mostCounted)}+` : say(total);

/** A list's `total` with its noun: '1 post', '1,000+ posts'. */
export const countedTotal = (total: number, one: string, many = `${one}s`): string =>
  `${sayTotal(total)} ${total === 1 ? one : many}`;

/**
 * The label of the button that loads more of a list: 'Show more (3 posts left)', without a number if not all are
 * counted.
 */
export const sayMore = ({ total, here }: { total: number; here: number }, one: string): string =>
  total > mostCounted ? 'Show more' : `Show more (${counted(total - here, one)} left)`;
