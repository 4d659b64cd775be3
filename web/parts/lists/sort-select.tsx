import { Select } from '@mantine/core';
import { ordersOf, type Sortable, type Sorting } from '../../lib/sorting.ts';
import styles from './sort-select.module.css';

type Props = {
  sorting: Sorting;
  sortables: readonly Sortable[];
  /** Set if the list has no heads at any width. */
  always?: boolean;
  /** Set if it is above its list by itself, outside a toolbar. */
  alone?: boolean;
  /** Orders with one direction only, listed before the others. */
  further?: readonly { value: string; label: string }[];
};

/** A select for the order of a list, for phones, where rows have no heads to press, and for lists without a table. */
export function SortSelect({ sorting, sortables, always = false, alone = false, further = [] }: Props) {
  return (
    <Select
      aria-label="Sort by"
      className={[always ? styles.always : styles.phone, alone ? styles.alone : ''].join(' ')}
      data={[...further, ...sortables.flatMap(ordersOf)]}
      value={sorting.value}
      allowDeselect={false}
      onChange={(value) => {
        if (value !== null) sorting.choose(value);
      }}
    />
  );
}
