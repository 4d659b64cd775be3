import { useState } from 'react';
import { ariaSort, orderAfter, sayOrder, type Sortable, type Sorting } from '../lib/sorting.ts';
import { Icon } from './icon.tsx';
import styles from './sort-head.module.css';

/** The words of a sortable column's head: a button that sorts by it, with an arrow the way it goes. */
export function SortHead({ label, sortable, sorting }: { label: string; sortable: Sortable; sorting: Sorting }) {
  const way = ariaSort(sorting.value, sortable.by);
  return (
    <>
      <button
        type="button"
        className={styles.head}
        data-way={way}
        onClick={() => sorting.choose(orderAfter(sorting, sortable))}
      >
        {label}
        <Icon name={way === 'descending' ? 'arrow-down' : 'arrow-up'} size={14} />
      </button>
      <span className={styles.word}>{label}</span>
    </>
  );
}

/** Says the order to screen readers once it has changed. */
export function SortNews({ sorting, sortables }: { sorting: Sorting; sortables: readonly Sortable[] }) {
  const [before] = useState(sorting.value);
  const [isChanged, setChanged] = useState(false);
  if (!isChanged && sorting.value !== before) setChanged(true);
  const words = sayOrder(sorting.value, sortables);
  return (
    <span role="status" className="visually-hidden">
      {isChanged && (words === '' ? 'Sorted as before' : `Sorted by ${words}`)}
    </span>
  );
}
