import { Fragment, useState, type ReactNode } from 'react';
import type { Selection } from '../bulk/use-selection.ts';
import styles from './data-table.module.css';
import { Icon } from '../icons/icon.tsx';
import { ShowMore, type Paging } from './show-more.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import { SortHead, SortNews } from './sort-head.tsx';
import { ariaSort, type Sortable, type Sorting, type SortValue } from '../../lib/sorting.ts';

/**
 * One column. `label` is the heading, and on a phone the label before the value. `phone` is the value's position in a
 * phone's two-line row: name and state on the first line, when and where on the second. Columns without it, and the
 * row's actions, are in the part that opens below these lines.
 */
export type Column<T> = {
  key: string;
  label: string;
  cell: (row: T, index: number) => ReactNode;
  /** A CSS width. */
  width?: string;
  phone?: 'name' | 'state' | 'when' | 'where' | 'never';
  align?: 'start' | 'end' | 'center';
  /** Hidden between phone width and a tablet in landscape, where not all columns fit. */ isWide?: boolean;
  /**
   * Set if the list can be sorted by this column: the order's name, `label` if it differs from the heading, and `value`
   * if the whole list is loaded (`sortRows`).
   */
  sort?: { by: string; kind: Sortable['kind']; label?: string; value?: (row: T) => SortValue };
};

/** The columns a list can be sorted by. 'CLIENT' is 'Client' in a sentence. */
export const sortablesOf = <T,>(columns: readonly Column<T>[]): Sortable[] =>
  columns.flatMap(({ label, sort }) =>
    sort ? [{ by: sort.by, kind: sort.kind, label: sort.label ?? label.charAt(0) + label.slice(1).toLowerCase() }] : [],
  );

type Props<T> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The subject of a row, for the button that opens it on a phone. */
  rowName: (row: T) => string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  loading?: boolean;
  /** The buttons at the end of a row, in a column named `actionsLabel` ('ACTION'). */
  rowActions?: (row: T) => ReactNode;
  actionsLabel?: string;
  /** Full-width content below a row, such as a form that edits it; null if nothing is open. */
  below?: (row: T) => ReactNode;
  /** Set if several rows can be selected for one action. */
  selection?: Selection<T>;
  /** Set if the rows come in pages. */
  more?: Paging;
  /** The order of the rows, if columns can be sorted. */
  sorting?: Sorting;
};

/**
 * A table of rows. Below 48em each row becomes two lines, and a button opens the rest of it. Roles are explicit because
 * `display: grid` would remove them.
 */
export function DataTable<T>(props: Props<T>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowName,
    empty,
    loading = false,
    rowActions,
    actionsLabel = 'ACTION',
    below,
    selection,
    more,
    sorting,
  } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const hasMore = rowActions !== undefined || columns.some(({ phone }) => phone === undefined);
  const toggle = (key: string): void =>
    setOpened((keys) => new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]));
  const sortables = sortablesOf(columns);
  const sortable = (column: Column<T>) => sorting && sortables.find(({ by }) => by === column.sort?.by);
  if (loading) return <Skeletons rows={5} kind="table" />;
  if (rows.length === 0) return empty;
  return (
    <div className={styles.frame}>
      {sorting && <SortNews sorting={sorting} sortables={sortables} />}
      <table className={styles.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={styles.choose}>
                <input
                  type="checkbox"
                  aria-label={`Choose all ${rows.length} rows that are shown`}
                  checked={selection.extent === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.extent === 'some';
                  }}
                  onChange={(event) => selection.chooseAll(event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-wide={column.isWide}
                style={{ width: column.width }}
                {...(sorting && column.sort ? { 'aria-sort': ariaSort(sorting.value, column.sort.by) } : {})}
              >
                <Head label={column.label} sortable={sortable(column)} sorting={sorting} />
              </th>
            ))}
            {rowActions && (
              <th role="columnheader" scope="col" data-align="end">
                {actionsLabel}
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const key = rowKey(row);
            const open = below?.(row) ?? null;
            const isOpen = opened.has(key);
            return (
              <Fragment key={key}>
                <tr role="row" data-open={isOpen || undefined} data-chooses={selection !== undefined || undefined}>
                  {selection && (
                    <td role="cell" className={styles.choose}>
                      <input
                        type="checkbox"
                        aria-label={`Choose ${rowName(row)}`}
                        checked={selection.isChosen(row)}
                        onChange={(event) => selection.choose(row, event.currentTarget.checked)}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      role="cell"
                      data-label={column.label}
                      data-align={column.align}
                      data-wide={column.isWide}
                      data-phone={column.phone ?? 'below'}
                    >
                      <div className={styles.value}>{column.cell(row, index)}</div>
                    </td>
                  ))}
                  {hasMore && (
                    <td role="cell" className={styles.more}>
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        aria-label={`More about ${rowName(row)}`}
                        onClick={() => toggle(key)}
                      >
                        <Icon name="chevron-down" size={20} />
                      </button>
                    </td>
                  )}
                  {rowActions && (
                    <td role="cell" data-align="end" className={styles.actions}>
                      <div>{rowActions(row)}</div>
                    </td>
                  )}
                </tr>
                {open !== null && (
                  <tr role="row" className={styles.below}>
                    <td role="cell" colSpan={columns.length + (rowActions ? 1 : 0) + (selection ? 1 : 0)}>
                      {open}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {more?.hasMore && (
        <div className={styles.footer}>
          <ShowMore list={more} />
        </div>
      )}
    </div>
  );
}

type HeadProps = { label: string; sortable: Sortable | undefined; sorting: Sorting | undefined };
const Head = ({ label, sortable, sorting }: HeadProps) =>
  sortable && sorting ? <SortHead label={label} sortable={sortable} sorting={sorting} /> : label;
