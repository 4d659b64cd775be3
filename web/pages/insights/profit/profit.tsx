import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { isFound } from '../../../lib/found-words.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { sortingIn, sortRows } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { ownZone, zoneLabel } from '../../../lib/when.ts';
import { DataTable, sortablesOf } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { paths } from '../../../paths.ts';
import { sayMonth } from '../../../lib/dates.ts';
import { sayCount } from '../../../lib/words.ts';
import { figureOf } from '../ledger/address.ts';
import { MonthChoice } from '../ledger/month-choice.tsx';
import { columns, profitSorts, type Row } from './columns.tsx';
import { EditMonth } from './edit-month.tsx';
import styles from './profit.module.css';

/** `/profit`: the profit of each client in a month: what it pays, less the costs, beside hours and posts. */
export default function Profit() {
  const [params] = useSearchParams();
  const { month } = figureOf(params, new Date());
  const address = useListAddress();
  const { search, setSearch } = address;
  const sorting = sortingIn(address, { sorts: profitSorts, standard: 'client' });
  const kept = {
    search: search === '' ? undefined : search,
    sort: sorting.value === sorting.standard ? undefined : sorting.value,
  };
  const asked = { month, timezone: ownZone() };
  const { data, error, isPending, refetch } = useCall('fetch-profits', asked);
  const [edited, setEdited] = useState<Data<'fetch-profits'>['clients'][number] | null>(null);
  const csv = useAction('export-profits', {
    quiet: true,
    onDone: ({ file_name: name, csv: text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
  const hasClients = data !== undefined && data.clients.length > 0;
  return (
    <Page
      title="Profit"
      thing={sayMonth(month)}
      above={[{ label: 'My Reports', to: paths.report() }]}
      {...(hasClients
        ? {
            action: (
              <PageAction icon="download" disabled={csv.busy} onClick={() => void csv.run(asked)}>
                {csv.busy ? 'Exporting…' : 'Export CSV'}
              </PageAction>
            ),
          }
        : {})}
    >
      <MonthChoice month={month} to={(chosen) => paths.profit({ ...chosen, ...kept })} />
      {isPending && <Skeletons rows={6} kind="table" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !hasClients && (
        <EmptyState
          icon="users"
          text="You have no client yet."
          action={
            <Button component={Link} to={paths.addClient()}>
              Add Client
            </Button>
          }
        />
      )}
      {hasClients && (
        <>
          <Toolbar
            search={search}
            onSearch={setSearch}
            searchLabel="Search by name"
            filters={<SortSelect sorting={sorting} sortables={sortablesOf(columns)} />}
          />
          <DataTable
            sorting={sorting}
            label={`Profit of ${sayMonth(month)} by client`}
            columns={columns}
            rows={rowsOf(data, { search, sort: sorting.value })}
            rowKey={({ client }) => client?.id ?? 'all'}
            rowName={({ name }) => name}
            empty={<EmptyState icon="search" text={`No client matches “${search}”.`} />}
            rowActions={({ client, name }) =>
              client && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${name}`}
                  onClick={() => setEdited(client)}
                >
                  Edit
                </Button>
              )
            }
          />
          {data.clients_total > data.clients.length && (
            <p className={styles.hint}>
              The first {sayCount(data.clients.length)} of {sayCount(data.clients_total)} clients; the sum and the CSV
              are of all.
            </p>
          )}
          <p className={styles.hint}>
            Counts the posts published in this month, in the time zone {zoneLabel(ownZone())}, as the ledger does. Only
            you can see this page.
          </p>
        </>
      )}
      {edited && <EditMonth key={edited.id} month={month} client={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

/** The clients that match the search, in the selected order, and below them the sum of all. */
function rowsOf(
  { clients, total }: Data<'fetch-profits'>,
  { search, sort }: { search: string; sort: string },
): readonly Row[] {
  const found = clients.filter(({ name }) => isFound(search, name)).map((client) => ({ ...client, client }));
  return found.length === 0
    ? []
    : [...sortRows<Row>(found, sort, columns), { ...total, name: 'All clients', client: null }];
}
