import { useState } from 'react';
import { ariaSort, orderAfter, sayOrder, type Sortable, type Sorting } from '../../lib/sorting.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './sort-head.module.css';

/** The head of a sortable column: a button that sorts by it, with an arrow in the current direction. */
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

/** Announces the order to screen readers after a change. */
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
