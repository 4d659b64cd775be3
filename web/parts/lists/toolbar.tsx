import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';
import styles from './toolbar.module.css';

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
  return (
    <div className={styles.bar} role="search">
      <SearchField className={styles.search} label={searchLabel} search={search} onSearch={onSearch} />
      {filters}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
