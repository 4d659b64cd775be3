import { CloseButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './toolbar.module.css';
import { useTyped } from './use-typed.ts';

type Props = {
  search: string;
  /** Called after a pause in typing. */
  onSearch: (search: string) => void;
  /** What is searched, used as placeholder and label: 'Search by name or email'. */
  searchLabel: string;
  filters?: ReactNode;
  /** Actions at the right end. */
  children?: ReactNode;
};

/** The row above a list: search, filters, actions. */
export function Toolbar({ search, onSearch, searchLabel, filters, children }: Props) {
  const [typed, setTyped] = useTyped(search, onSearch);
  return (
    <div className={styles.bar} role="search">
      <TextInput
        type="text"
        className={styles.search ?? ''}
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<Icon name="search" size={16} />}
        rightSection={
          typed === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
        }
      />
      {filters}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
