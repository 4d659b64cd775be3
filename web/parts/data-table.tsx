import { Fragment, useState, type ReactNode } from 'react';
import type { Selection } from './bulk/use-selection.ts';
import styles from './data-table.module.css';
import { Icon } from './icon.tsx';
import { ShowMore, type Paging } from './show-more.tsx';
import { Skeletons } from './skeletons.tsx';

/**
 * One column. `label` is the heading, and on a phone the label before the value. `phone` is where the value stands in
 * the two lines of a phone's row: name and state on the first line, when and where on the second. Columns without it,
 * and the row's actions, open below these lines.
 */
export type Column<T> = {
  key: string;
  label: string;
  cell: (row: T, index: number) => ReactNode;
  /** A CSS width. */
  width?: string;
  phone?: 'name' | 'state' | 'when' | 'where' | 'never';
  align?: 'start' | 'end' | 'center';
};

type Props<T> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** What a row is about, for the button that opens it on a phone. */
  rowName: (row: T) => string;
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
  loading?: boolean;
  /** The buttons at a row's end, in a column named `actionsLabel` ('ACTION'). */
  rowActions?: (row: T) => ReactNode;
  actionsLabel?: string;
  /** What opens under a row over its whole width: a form that edits it. Null where nothing is open. */
  below?: (row: T) => ReactNode;
  /** Where rows can be chosen to do something to several at once. */
  selection?: Selection<T>;
  /** Where the rows come in pages. */
  more?: Paging;
};

/**
 * A table of rows; under 48em each row becomes two lines, and a button opens the rest of it. Roles are written out
 * because `display: grid` would take them away.
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
  } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const hasMore = rowActions !== undefined || columns.some(({ phone }) => phone === undefined);
  const toggle = (key: string): void =>
    setOpened((keys) => new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]));
  if (loading) return <Skeletons rows={5} kind="table" />;
  if (rows.length === 0) return empty;
  return (
    <div className={styles.frame}>
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
                style={{ width: column.width }}
              >
                {column.label}
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
