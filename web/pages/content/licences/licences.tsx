import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ClientChoice } from '../../../parts/forms/client-choice.tsx';
import { DataTable, sortablesOf } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { sortingIn, sortRows } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import { paths } from '../../../paths.ts';
import { columns, licenceSorts, rowKey } from './columns.tsx';
import { Withdrawn } from './withdrawn.tsx';

/** `/licences`: the licence of everything in use, for one client or for the whole agency. */
export default function Licences() {
  const address = useListAddress();
  const client = address.filter('client', (word) => word);
  const input = client === null ? {} : { client_id: client };
  const { data, error, isPending, refetch } = useCall('fetch-licences', input);
  const sorting = sortingIn(address, { sorts: licenceSorts, standard: 'state' });
  const rows = sortRows(data?.items ?? [], sorting.value, columns);
  const save = useAction('export-licences', {
    quiet: true,
    onDone: ({ file_name, csv }) => saveFile(file_name, csv, 'text/csv;charset=utf-8'),
  });
  return (
    <Page
      title="Licences"
      above={[{ label: 'Media Library', to: paths.library() }]}
      thing={data?.client ?? undefined}
      {...(data ? { count: counted(rows.length, 'work') } : {})}
      {...(rows.length > 0
        ? {
            action: (
              <PageAction icon="download" disabled={save.busy} onClick={() => void save.run(input)}>
                {save.busy ? 'Exporting…' : 'Export CSV'}
              </PageAction>
            ),
          }
        : {})}
    >
      <Withdrawn />
      <ClientChoice
        label="Used for"
        everybody="The whole agency"
        client={client ?? ''}
        onChoose={(id) => address.setFilter('client', id === '' ? null : id)}
      />
      <SortSelect
        sorting={sorting}
        sortables={sortablesOf(columns)}
        further={[{ value: 'state', label: 'Withdrawn first' }]}
        alone
      />
      {error && !data ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          list={{ to: paths.licences(), name: 'All licences' }}
        />
      ) : (
        <DataTable
          label="Licences"
          sorting={sorting}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowName={({ title }) => title}
          loading={isPending}
          empty={<EmptyState icon="shield-lock" text="No works from other sources are used yet." />}
        />
      )}
    </Page>
  );
}
