/** The sort orders of lists: 'title' is ascending by title, '-title' descending. */

import { oneOf, type ListAddress } from './use-list-address.ts';

const ways = {
  name: { up: 'A to Z', down: 'Z to A', first: 'up' },
  time: { up: 'oldest first', down: 'newest first', first: 'down' },
  coming: { up: 'soonest first', down: 'latest first', first: 'up' },
  size: { up: 'smallest first', down: 'largest first', first: 'down' },
  number: { up: 'lowest first', down: 'highest first', first: 'down' },
} as const;

/**
 * A property that a list can be sorted by, in both directions; `kind` decides its words and which direction comes
 * first.
 */
export type Sortable = { by: string; label: string; kind: keyof typeof ways };

/** The order a list is shown in: `value` now, `standard` by default. */
export type Sorting<Sort extends string = string> = {
  value: Sort;
  standard: Sort;
  choose: (sort: string) => void;
};

/** The order in the address of a list; the default one is not written there. */
export function sortingIn<Sort extends string>(
  { filter, setFilter }: ListAddress,
  { sorts, standard }: { sorts: readonly Sort[]; standard: Sort },
): Sorting<Sort> {
  return {
    value: filter('sort', oneOf(sorts)) ?? standard,
    standard,
    choose: (sort) => setFilter('sort', sort === standard ? null : sort),
  };
}

/** Both orders of a property, the preferred one first, each with its words: 'Client, A to Z'. */
export function ordersOf({ by, label, kind }: Sortable): { value: string; label: string }[] {
  const { up, down, first } = ways[kind];
  const both = [
    { value: by, label: `${label}, ${up}` },
    { value: `-${by}`, label: `${label}, ${down}` },
  ];
  return first === 'up' ? both : both.toReversed();
}

/** The words for an order; '' if it is unknown. */
export const sayOrder = (sort: string, sortables: readonly Sortable[]): string =>
  sortables.flatMap(ordersOf).find(({ value }) => value === sort)?.label ?? '';

/** The order after another press of the column head: the preferred one, the reverse, then back to the default. */
export function orderAfter({ value, standard }: Pick<Sorting, 'value' | 'standard'>, sortable: Sortable): string {
  const [first = '', second = ''] = ordersOf(sortable).map((order) => order.value);
  if (value === first) return second;
  if (value === second) return standard === second ? first : standard;
  return first;
}

/** The `aria-sort` of a column head. */
export const ariaSort = (value: string, by: string): 'ascending' | 'descending' | 'none' =>
  value === by ? 'ascending' : value === `-${by}` ? 'descending' : 'none';

/** The value that a row is sorted by; null comes last in both directions. */
export type SortValue = string | number | null;
const { compare: compareWords } = new Intl.Collator('en', { numeric: true });

/** Sorts the rows of a completely loaded list; unchanged if the order belongs to none of these columns. */
export function sortRows<T>(
  rows: readonly T[],
  sort: string,
  columns: readonly { sort?: { by: string; value?: (row: T) => SortValue } }[],
): readonly T[] {
  const isDown = sort.startsWith('-');
  const value = columns.find((column) => column.sort?.by === (isDown ? sort.slice(1) : sort))?.sort?.value;
  if (value === undefined) return rows;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const way = typeof a === 'number' && typeof b === 'number' ? a - b : compareWords(String(a), String(b));
    return isDown ? -way : way;
  });
}
