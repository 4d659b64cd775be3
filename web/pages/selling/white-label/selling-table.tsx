import type { ReactNode } from 'react';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { DataTable, type Column } from '../../../parts/lists/data-table.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import type { Sorting } from '../../../lib/sorting.ts';
import styles from './selling.module.css';
import { useMay } from '../../../api/session.ts';

type Sold = { id: string; name: string };

type Props<Row extends Sold> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The call that the rows are from. */
  read: { error: Error | null; isPending: boolean; data?: unknown; refetch: () => unknown };
  sorting?: Sorting;
  empty: ReactNode;
  /** The head of the column of actions. */
  actionsLabel: string;
  onEdit: (row: Row) => void;
  /** Actions between edit and delete. */
  further?: (row: Row) => ReactNode;
  /** The question before a row is deleted, what deleting it means, and the deletion. */
  deletion: { text: string; words: (row: Row) => string; run: (row: Row) => Promise<boolean> };
};

/** The table of a tab of the white label: what it sells, or who bought it. Each row is edited and deleted here. */
export function SellingTable<Row extends Sold>({
  label,
  columns,
  rows,
  read,
  sorting,
  empty,
  actionsLabel,
  onEdit,
  further,
  deletion,
}: Props<Row>) {
  const sells = useMay('sell');
  if (read.error && read.data === undefined)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      loading={read.isPending}
      {...(sorting ? { sorting } : {})}
      empty={empty}
      actionsLabel={actionsLabel}
      rowActions={(row) => (
        <>
          <IconAction icon="pencil" word="Edit" label={`Edit ${row.name}`} size={36} onClick={() => onEdit(row)} />
          {further?.(row)}
          <IconAction
            icon="trash"
            word="Delete"
            label={`Delete ${row.name}`}
            size={36}
            isRed
            disabled={!sells}
            onClick={() =>
              confirmDelete({
                text: deletion.text,
                busy: 'Deleting...',
                about: { name: row.name, words: deletion.words(row) },
                onConfirm: () => deletion.run(row),
              })
            }
          />
        </>
      )}
    />
  );
}

/** The name of a row, with a line below it. */
export const Named = ({ name, below }: { name: string; below: ReactNode }) => (
  <span className={styles.name}>
    <b>{name}</b>
    <span>{below}</span>
  </span>
);
