import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { ledgerBuckets, bucketNames, type LedgerBucket } from '#rules/ledger.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Page } from '../parts/page.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { useCall } from '../api/queries.ts';
import { ownZone, zoneLabel } from '../lib/when.ts';
import { paths } from '../paths.ts';
import { sayMonth } from '../lib/dates.ts';
import { figureOf, postsAddress } from './ledger/address.ts';
import { ExportButton } from './ledger/export-button.tsx';
import styles from './ledger/ledger.module.css';
import { MonthChoice } from './ledger/month-choice.tsx';
import { Sum } from './ledger/sum.tsx';
import { sayCount } from '../lib/words.ts';

type Client = Data<'fetch-ledger'>['clients'][number];
type Row = Omit<Client, 'id'> & { id: string | null };

const refresh = 30_000; // ms

/** /ledger: what became of everything planned for a month, by client; every figure leads to its posts. */
export default function Ledger() {
  const [search] = useSearchParams();
  const { month } = figureOf(search, new Date());
  const { data, error, isPending, refetch } = useCall(
    'fetch-ledger',
    { month, timezone: ownZone() },
    { every: refresh },
  );
  const hasPlan = data !== undefined && data.total.planned > 0;
  return (
    <Page
      title="Ledger"
      thing={sayMonth(month)}
      {...(hasPlan ? { action: <ExportButton what="figures" month={month} /> } : {})}
    >
      <MonthChoice month={month} />
      {isPending && <Skeletons rows={5} kind="table" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !hasPlan && (
        <EmptyState
          icon="calendar-off"
          text={`Nothing is planned for ${sayMonth(month)}.`}
          action={
            <Button component={Link} to={paths.scheduler({ new: '' })}>
              Schedule something
            </Button>
          }
        />
      )}
      {hasPlan && (
        <>
          <Sum ledger={data} month={month} />
          <DataTable
            label={`Ledger of ${sayMonth(month)} by client`}
            columns={columnsOf(month)}
            rows={rowsOf(data)}
            rowKey={({ id }) => id ?? 'all'}
            rowName={({ name }) => name}
            empty={null}
          />
          <p className={styles.hint}>
            The month as it begins and ends in {zoneLabel(ownZone())}. A post to several accounts counts once for each.
          </p>
        </>
      )}
    </Page>
  );
}

const rowsOf = ({ clients, total }: Data<'fetch-ledger'>): Row[] => [
  ...clients,
  { id: null, name: 'All clients', ...total },
];

const columnsOf = (month: string): readonly Column<Row>[] => [
  {
    key: 'client',
    phone: 'name',
    label: 'CLIENT',
    cell: (row) =>
      row.id === null ? (
        <strong className={styles.all}>{row.name}</strong>
      ) : (
        <Link className={styles.client} to={paths.editClient(row.id)}>
          {row.name}
        </Link>
      ),
  },
  { key: 'planned', label: 'PLANNED', phone: 'state', align: 'end', cell: (row) => <Count row={row} month={month} /> },
  ...ledgerBuckets.map((bucket): Column<Row> => ({
    key: bucket,
    label: bucketNames[bucket].toUpperCase(),
    align: 'end',
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
