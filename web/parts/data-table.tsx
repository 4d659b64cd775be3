import { Fragment, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { Skeletons } from './skeletons.tsx';

/** One column. `label` is the heading, and the label before the value on a phone, where each row is a card. */
export type Column<T> = {
  key: string;
  label: string;
  cell: (row: T, index: number) => ReactNode;
  /** A CSS width. */
  width?: string;
  hideOnPhone?: boolean;
  align?: 'start' | 'end' | 'center';
};

type Props<T> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
  loading?: boolean;
  /** The buttons at a row's end, in a column named `actionsLabel` ('ACTION'). */
  rowActions?: (row: T) => ReactNode;
  actionsLabel?: string;
  /** What opens under a row over its whole width: a form that edits it. Null where nothing is open. */
  below?: (row: T) => ReactNode;
  /** Under the last row: 'Show more'. */
  footer?: ReactNode;
};

/** A table of rows; under 48em each row becomes a card. Roles are written out because `display: block` would take them away. */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rows, rowKey, empty, loading = false, rowActions, actionsLabel = 'ACTION', below, footer } = props;
  if (loading) return <Skeletons rows={5} kind="table" />;
  if (rows.length === 0) return empty;
  return (
    <div className={styles.frame}>
      <table className={styles.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-align={column.align} style={{ width: column.width }}>{column.label}</th>
            ))}
            {rowActions && <th role="columnheader" scope="col" data-align="end">{actionsLabel}</th>}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const open = below?.(row) ?? null;
            return (
              <Fragment key={rowKey(row)}>
                <tr role="row">
                  {columns.map((column) => (
                    <td key={column.key} role="cell" data-label={column.label} data-align={column.align} data-phone={column.hideOnPhone ? 'hidden' : undefined}>
                      <div className={styles.value}>{column.cell(row, index)}</div>
                    </td>
                  ))}
                  {rowActions && <td role="cell" data-align="end" className={styles.actions}><div>{rowActions(row)}</div></td>}
                </tr>
                {open !== null && <tr role="row" className={styles.below}><td role="cell" colSpan={columns.length + (rowActions ? 1 : 0)}>{open}</td></tr>}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
