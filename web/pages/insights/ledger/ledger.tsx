import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { DataTable, sortablesOf } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { useCall } from '../../../api/queries.ts';
import { isFound } from '../../../lib/found-words.ts';
import { sortingIn, sortRows } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { ownZone, zoneLabel } from '../../../lib/when.ts';
import { paths } from '../../../paths.ts';
import { sayMonth } from '../../../lib/dates.ts';
import { figureOf } from './address.ts';
import { columnsOf, ledgerSorts, type Row } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './ledger.module.css';
import { MonthChoice } from './month-choice.tsx';
import { Sum } from './sum.tsx';

const refresh = 30_000; // ms

/** /ledger: the outcome of everything planned for a month, by client; every figure links to its posts. */
export default function Ledger() {
  const [params] = useSearchParams();
  const { month } = figureOf(params, new Date());
  const address = useListAddress();
  const { search, setSearch } = address;
  const sorting = sortingIn(address, { sorts: ledgerSorts, standard: 'client' });
  const kept = {
    search: search === '' ? undefined : search,
    sort: sorting.value === sorting.standard ? undefined : sorting.value,
  };
  const columns = columnsOf(month);
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
      <MonthChoice month={month} to={(chosen) => paths.ledger({ ...chosen, ...kept })} />
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
          <Toolbar
            search={search}
            onSearch={setSearch}
            searchLabel="Search by name"
            filters={<SortSelect sorting={sorting} sortables={sortablesOf(columns)} />}
          />
          <DataTable
            sorting={sorting}
            label={`Ledger of ${sayMonth(month)} by client`}
            columns={columns}
            rows={rowsOf(data, { search, sort: sorting.value, columns })}
            rowKey={({ id }) => id ?? 'all'}
            rowName={({ name }) => name}
            empty={<EmptyState icon="search" text={`No client matches “${search}”.`} />}
          />
          <p className={styles.hint}>
            The month as it begins and ends in {zoneLabel(ownZone())}. A post to several accounts counts once for each.
          </p>
        </>
      )}
    </Page>
  );
}

/** The clients that match the search, in the selected order, and below them the sum of all. */
function rowsOf(
  { clients, total }: Data<'fetch-ledger'>,
  { search, sort, columns }: { search: string; sort: string; columns: ReturnType<typeof columnsOf> },
): Row[] {
  const found = clients.filter(({ name }) => isFound(search, name));
  return found.length === 0
    ? []
    : [...sortRows<Row>(found, sort, columns), { id: null, name: 'All clients', ...total }];
}
