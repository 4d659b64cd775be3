import { Select } from '@mantine/core';
import { ordersOf, type Sortable, type Sorting } from '../lib/sorting.ts';
import styles from './sort-select.module.css';

type Props = {
  sorting: Sorting;
  sortables: readonly Sortable[];
  /** Where the list has no heads at any width. */
  always?: boolean;
  /** Where it stands above its list by itself, outside of a toolbar. */
  alone?: boolean;
  /** Orders that go one way only, before the others. */
  further?: readonly { value: string; label: string }[];
};

/** The orders of a list, for phones, whose rows have no heads to press, and for lists without a table. */
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
