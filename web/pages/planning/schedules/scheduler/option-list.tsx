import { TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { ShowMore, type Paging } from '../../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import styles from './wizard.module.css';

type Props<T> = {
  label: string;
  list: {
    items: readonly T[];
    loading: boolean;
    error: Error | null;
    retry: () => void;
  } & Partial<Paging>;
  empty: ReactNode;
  option: (item: T) => ReactNode;
  /** With a search: its current text, and the function for another one. */
  search?: { value: string; onChange: (search: string) => void; label: string };
};

const noMore: Paging = { hasMore: false, loadMore: () => {}, loadingMore: false };

/** The options of one step in a short scrolling list. */
export function OptionList<T>({ label, list, empty, option, search }: Props<T>) {
  const searched = search !== undefined && search.value !== '';
  return (
    <div className={styles.step}>
      {search && (searched || list.items.length > 0) && <Search {...search} />}
      {list.loading ? (
        <Skeletons rows={3} kind="table" />
      ) : list.error && list.items.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : list.items.length === 0 ? (
        searched ? (
          <p className={styles.nothing}>Nothing found for this search.</p>
        ) : (
          empty
        )
      ) : (
        <fieldset className={styles.options}>
          <legend className="visually-hidden">{label}</legend>
          {list.items.map(option)}
          <ShowMore list={{ ...noMore, ...list }} variant="subtle" />
        </fieldset>
      )}
    </div>
  );
}

function Search({ value, onChange, label }: { value: string; onChange: (search: string) => void; label: string }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), 200); // ms, longer than the pause between a fast typist's keys
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      leftSection={<Icon name="search" size={16} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
