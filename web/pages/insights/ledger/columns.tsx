import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { sortsBy } from '#contract/base/list-options.ts';
import { bucketNames, ledgerBuckets, type LedgerBucket } from '#rules/ledger.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { sayCount } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { postsAddress } from './address.ts';
import styles from './ledger.module.css';

type Client = Data<'fetch-ledger'>['clients'][number];

/** A client's month, or (without an id) the sum of all. */
export type Row = Omit<Client, 'id'> & { id: string | null };

/** The orders of the clients; the default order is by name. */
export const ledgerSorts = sortsBy('client', 'planned', ...ledgerBuckets);

/** The outcomes of each client's posts, in columns whose figures link to the posts. */
export const columnsOf = (month: string): readonly Column<Row>[] => [
  {
    key: 'client',
    phone: 'name',
    label: 'CLIENT',
    sort: { by: 'client', kind: 'name', value: ({ name }) => name },
    cell: (row) =>
      row.id === null ? (
        <strong className={styles.all}>{row.name}</strong>
      ) : (
        <Link className={styles.client} to={paths.editClient(row.id)}>
          {row.name}
        </Link>
      ),
  },
  {
    key: 'planned',
    label: 'PLANNED',
    phone: 'state',
    align: 'end',
    sort: { by: 'planned', kind: 'number', value: ({ planned }) => planned },
    cell: (row) => <Count row={row} month={month} />,
  },
  ...ledgerBuckets.map((bucket): Column<Row> => ({
    key: bucket,
    label: bucketNames[bucket].toUpperCase(),
    align: 'end',
    sort: { by: bucket, kind: 'number', value: (row) => row[bucket] },
    cell: (row) => <Count row={row} month={month} place={bucket} />,
  })),
];

function Count({ row, month, place: bucket }: { row: Row; month: string; place?: LedgerBucket }) {
  const count = row[bucket ?? 'planned'];
  if (count === 0) return <span className={styles.zero}>0</span>;
  const what = bucket === undefined ? 'planned' : bucketNames[bucket].toLowerCase();
  return (
    <Link
      className={styles.count}
      data-all={row.id === null || undefined}
      to={postsAddress({ month, clientId: row.id ?? undefined, place: bucket })}
      aria-label={`${sayCount(count)} ${what}, ${row.name}`}
    >
      {sayCount(count)}
    </Link>
  );
}
