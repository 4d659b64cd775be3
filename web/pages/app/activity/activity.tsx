import { useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { DataTable, type Column } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useList } from '../../../api/queries.ts';
import { countedTotal } from '../../../lib/words.ts';
import { ExportActivity } from './export-activity.tsx';
import { filterIn, inputOf, isNarrowed } from './filter.ts';
import { Filters } from './filters.tsx';
import styles from './activity.module.css';

type Entry = Data<'fetch-activity'>['items'][number];

/** `/activity`: who did what in the agency, when, from where and on whose behalf. */
export default function Activity() {
  const [search] = useSearchParams();
  const filter = filterIn(search);
  const list = useList('fetch-activity', inputOf(filter));
  const total = list.first?.total ?? 0;
  return (
    <Page
      title="Activity"
      {...(list.first ? { count: countedTotal(total, 'entry', 'entries') } : {})}
      {...(total > 0 ? { action: <ExportActivity filter={filter} /> } : {})}
    >
      <Filters filter={filter} />
      {list.error && !list.first ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Activity"
          columns={columns}
          rows={list.items}
          rowKey={({ id }) => id}
          rowName={({ what }) => what}
          loading={list.loading}
          empty={
            <EmptyState
              icon="history"
              text={isNarrowed(filter) ? 'Nothing was recorded for this choice.' : 'Nothing has been recorded yet.'}
            />
          }
          more={list}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<Entry>[] = [
  { key: 'at', label: 'WHEN', phone: 'when', cell: ({ at }) => <When at={at} form="short" />, width: '190px' },
  {
    key: 'who',
    phone: 'name',
    label: 'WHO',
    cell: ({ who, on_behalf_of }) => (
      <span className={styles.who}>
        <strong>{who}</strong>
        {on_behalf_of !== null && <span>on behalf of {on_behalf_of}</span>}
      </span>
    ),
    width: '22%',
  },
  { key: 'what', label: 'WHAT', phone: 'where', cell: ({ what }) => <span className={styles.what}>{what}</span> },
  { key: 'from', label: 'FROM', cell: ({ from }) => from || '–', width: '150px' },
];
