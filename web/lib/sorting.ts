/** The orders of lists: 'title' goes up by the title, '-title' goes down. */

import { oneOf, type ListAddress } from './use-list-address.ts';

const ways = {
  name: { up: 'A to Z', down: 'Z to A', first: 'up' },
  time: { up: 'oldest first', down: 'newest first', first: 'down' },
  coming: { up: 'soonest first', down: 'latest first', first: 'up' },
  size: { up: 'smallest first', down: 'largest first', first: 'down' },
  number: { up: 'lowest first', down: 'highest first', first: 'down' },
} as const;

/** Something a list can be sorted by, both ways; `kind` decides on the words for them, and which comes first. */
export type Sortable = { by: string; label: string; kind: keyof typeof ways };

/** The order a list is shown in: `value` now, `standard` where nobody has chosen one. */
export type Sorting<Sort extends string = string> = {
  value: Sort;
  standard: Sort;
  choose: (sort: string) => void;
};

/** The order that the address of a list names; the standard one is not written there. */
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

/** Both orders of something, the one that comes first before the other, each with its words: 'Client, A to Z'. */
export function ordersOf({ by, label, kind }: Sortable): { value: string; label: string }[] {
  const { up, down, first } = ways[kind];
  const both = [
    { value: by, label: `${label}, ${up}` },
    { value: `-${by}`, label: `${label}, ${down}` },
  ];
  return first === 'up' ? both : both.toReversed();
}

/** The words for an order, or '' for none of these. */
export const sayOrder = (sort: string, sortables: readonly Sortable[]): string =>
  sortables.flatMap(ordersOf).find(({ value }) => value === sort)?.label ?? '';

/** The order after another press of the head: the first one, the other way round, and back to the standard one. */
export function orderAfter({ value, standard }: Pick<Sorting, 'value' | 'standard'>, sortable: Sortable): string {
  const [first = '', second = ''] = ordersOf(sortable).map((order) => order.value);
  if (value === first) return second;
  if (value === second) return standard === second ? first : standard;
  return first;
}

/** What the head of a column says to screen readers. */
export const ariaSort = (value: string, by: string): 'ascending' | 'descending' | 'none' =>
  value === by ? 'ascending' : value === `-${by}` ? 'descending' : 'none';

/** What a row is sorted by; null comes last, whichever way. */
export type SortValue = string | number | null;
const { compare: compareWords } = new Intl.Collator('en', { numeric: true });

/** The rows of a list that is wholly here in an order; as they are where it is none of these columns'. */
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
