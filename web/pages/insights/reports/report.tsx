import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { clientSorts } from '#contract/base/list-options.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { useList } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { sortingIn } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { counted } from '../../../lib/words.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Face } from '../../../parts/display/face.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { paths } from '../../../paths.ts';
import { clientOrders } from '../../people/clients/orders.ts';
import { CreateReport } from './create-report.tsx';
import styles from './report-list.module.css';

type Client = Data<'fetch-app-client'>['items'][number];

/** `/report`: the clients, each with a choice of the month to report. */
export default function Reports() {
  const seesProfit = useMay('profit');
  const address = useListAddress();
  const { search, setSearch } = address;
  const sorting = sortingIn(address, { sorts: clientSorts, standard: '-created' });
  const [chosen, setChosen] = useState<Client | null>(null);
  const list = useList('fetch-app-client', {
    ...(search === '' ? {} : { search }),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  });
  return (
    <Page
      title="My Reports"
      {...(seesProfit
        ? {
            action: (
              <PageAction icon="coin" to={paths.profit()}>
                Profit
              </PageAction>
            ),
          }
        : {})}
    >
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search by name or email"
        filters={
          <div className={toolbar.filters}>
            <SortSelect sorting={sorting} {...clientOrders} always />
          </div>
        }
      />
      {list.loading && <Skeletons rows={6} kind="cards" />}
      {list.error && list.first === undefined && <ErrorState error={list.error} onRetry={list.retry} />}
      {list.first !== undefined && list.items.length === 0 && <None search={search} />}
      {list.items.length > 0 && (
        <ul className={styles.cards}>
          {list.items.map((client) => (
            <li key={client.id} className={styles.card}>
              <Face name={client.name} image={client.thumbnail ?? client.image} size={44} />
              <div className={styles.who}>
                <h2>
                  <ClientLink id={client.id} name={client.name} />
                </h2>
                <p>{client.accounts === 0 ? 'No account yet' : counted(client.accounts, 'account')}</p>
              </div>
              <Button
                variant="light"
                leftSection={<Icon name="chart-bar" size={16} />}
                aria-label={`Create Report for ${client.name}`}
                onClick={() => setChosen(client)}
              >
                Create Report
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {chosen && <CreateReport client={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

const None = ({ search }: { search: string }) =>
  search === '' ? (
    <EmptyState
      icon="chart-bar"
      text="You have no client to generate a report for."
      action={
        <Button component={Link} to={paths.addClient()}>
          Add Client
        </Button>
      }
    />
  ) : (
    <EmptyState icon="search" text={`No client matches “${search}”.`} />
  );
