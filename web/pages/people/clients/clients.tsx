import { Button, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { clientSorts, clientStates, type ClientState } from '#contract/base/list-options.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { useSelection } from '../../../parts/bulk/use-selection.ts';
import { SelectableList } from '../../../parts/bulk/selectable-list.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { useList } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { sortingIn } from '../../../lib/sorting.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { padded, sayMore, sayTotal } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { BulkClients } from './bulk-clients.tsx';
import { ClientCard } from './client-card.tsx';
import { ClientTable } from './client-table.tsx';
import styles from './clients.module.css';
import { clientOrders } from './orders.ts';
import { useClientWeeks } from './use-client-weeks.ts';

const stateNames: Readonly<Record<ClientState, string>> = {
  publishing: 'Publishing',
  paused: 'Paused',
  'no-accounts': 'Without accounts',
  'needs-you': 'Needs you',
};
const narrowing = ['state'];
const views = ['table'] as const;

/** `/clients`. A client account sees only its own card. */
export default function Clients() {
  const manages = useMay('manageClients');
  const address = useListAddress(narrowing);
  const { search, setSearch, filter, setFilter, clear, isNarrowed } = address;
  const sorting = sortingIn(address, { sorts: clientSorts, standard: '-created' });
  const state = filter('state', oneOf(clientStates));
  const list = useList('fetch-app-client', {
    ...(search === '' ? {} : { search }),
    ...(state === null ? {} : { state }),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  });
  const weekOf = useClientWeeks(list.items.map(({ id }) => id));
  const isNarrow = useMediaQuery('(max-width: 47.5em)', false, { getInitialValueInEffect: false });
  const isTable = manages && !isNarrow && filter('as', oneOf(views)) === 'table';
  const selection = useSelection(list.items, ({ id }) => id);
  const total = list.first?.total;
  const add = manages ? (
    <PageAction to={paths.addClient()} icon="user-plus">
      Add Client
    </PageAction>
  ) : undefined;

  const content = () => {
    if (list.loading) return <Skeletons rows={6} kind="cards" />;
    if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
    if (list.items.length === 0 && isNarrowed)
      return (
        <EmptyState
          icon="search"
          text={state === null ? `No client matches “${search}”.` : 'No clients match'}
          action={
            <Button variant="default" onClick={clear}>
              Clear filters
            </Button>
          }
        />
      );
    if (list.items.length === 0)
      return (
        <EmptyState
          icon="users"
          text="You have not created any client yet. Click 'Add Client' to create one."
          action={
            manages && (
              <Button component={Link} to={paths.addClient()}>
                Add Client
              </Button>
            )
          }
        />
      );
    return (
      <>
        {isTable ? (
          <ClientTable clients={list.items} weekOf={weekOf} selection={selection} />
        ) : (
          <ul className={styles.cards}>
            {list.items.map((client) => (
              <li key={client.id}>
                <ClientCard client={client} week={weekOf(client.id)} {...(manages ? { selection } : {})} />
              </li>
            ))}
          </ul>
        )}
        {list.hasMore && (
          <div className={styles.more}>
            <ShowMore list={list}>{sayMore({ total: total ?? 0, here: list.items.length }, 'client')}</ShowMore>
          </div>
        )}
      </>
    );
  };

  return (
    <Page title="My Clients" count={total === undefined ? '' : sayTotal(total, padded)} action={add}>
      {manages && (
        <Toolbar
          search={search}
          onSearch={setSearch}
          searchLabel="Search by name or email"
          filters={
            <div className={toolbar.filters}>
              <Select
                aria-label="State"
                placeholder="Every state"
                data={clientStates.map((value) => ({ value, label: stateNames[value] }))}
                value={state}
                clearable
                clearButtonProps={{ 'aria-label': 'Show every state' }}
                onChange={(value) => setFilter('state', value)}
              />
              <SortSelect sorting={sorting} {...clientOrders} always />
            </div>
          }
        >
          {!isNarrow && (
            <SegmentedControl
              aria-label="View"
              data={[
                { value: 'cards', label: 'Cards' },
                { value: 'table', label: 'Table' },
              ]}
              value={isTable ? 'table' : 'cards'}
              onChange={(value) => setFilter('as', value === 'table' ? value : null)}
            />
          )}
        </Toolbar>
      )}
      <SelectableList bar={manages && <BulkClients clients={list.items} selection={selection} reread={list.retry} />}>
        {content()}
      </SelectableList>
    </Page>
  );
}
