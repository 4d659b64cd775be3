import { useSearchParams } from 'react-router';
import { bucketNames } from '#rules/ledger.ts';
import { useCall } from '../../../api/queries.ts';
import { sayMonth } from '../../../lib/dates.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { sayCount } from '../../../lib/words.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { paths } from '../../../paths.ts';
import { figureOf } from './address.ts';
import { BucketFilter } from './bucket-filter.tsx';
import { ExportButton } from './export-button.tsx';
import { MonthChoice } from './month-choice.tsx';
import styles from './month.module.css';
import { PostsTable, usePosts } from './posts-table.tsx';
import { ClientFilter } from '../../planning/schedules/scheduler/calendar/filters.tsx';

/** /ledger/posts: the deliveries behind one figure of the ledger. */
export default function LedgerPosts() {
  const [params] = useSearchParams();
  const { search, setSearch, setFilter } = useListAddress();
  const figure = figureOf(params, new Date());
  const { month, clientId, place: bucket } = figure;
  const list = usePosts({ ...figure, search });
  const total = list.first?.total ?? 0;
  const heading = [
    bucket === undefined ? 'Planned' : bucketNames[bucket],
    sayMonth(month),
    ...useNameOf(clientId),
  ].join(', ');
  return (
    <Page
      title="Ledger"
      above={[{ label: `Ledger of ${sayMonth(month)}`, to: paths.ledger({ month }) }]}
      heading={heading}
      thing={heading}
      count={list.first ? `${sayCount(total)} ${total === 1 ? 'post' : 'posts'}` : ''}
      {...(total > 0 ? { action: <ExportButton what="deliveries" {...figure} search={search} /> } : {})}
    >
      <div className={styles.choice}>
        <MonthChoice
          month={month}
          to={(chosen) =>
            paths.ledgerPosts({ ...chosen, client: clientId, place: bucket, search: search || undefined })
          }
        />
        <div className={toolbar.filters}>
          <ClientFilter value={clientId ?? null} onChange={(id) => setFilter('client', id)} />
          <BucketFilter value={bucket} onChange={(value) => setFilter('place', value)} />
        </div>
      </div>
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search by title, client or account" />
      <PostsTable list={list} back={{ to: paths.ledger(), name: 'Back to the ledger' }} found={{ ...figure, search }} />
    </Page>
  );
}

/** A client's name once it is loaded. */
function useNameOf(clientId: string | undefined): string[] {
  const { data } = useCall('fetch-app-client', { id: clientId ?? '' }, { enabled: clientId !== undefined });
  return data?.items.map(({ name }) => name) ?? [];
}
