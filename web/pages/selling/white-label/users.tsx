import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { sortsBy } from '#contract/base/list-options.ts';
import type { WlUser } from '#contract/selling/memberships.ts';
import { sortablesOf, type Column } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import type { Status } from '../../../parts/states/state-looks.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { isFound } from '../../../lib/found-words.ts';
import { sortingIn, sortRows } from '../../../lib/sorting.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import styles from './selling.module.css';
import { Named, SellingTable } from './selling-table.tsx';
import { UserDialog } from './user-dialog.tsx';

const states: Readonly<Record<WlUser['state'], { status: Status; word: string }>> = {
  waiting: { status: 'waiting', word: 'No password yet' },
  active: { status: 'posted', word: 'Active' },
  grace: { status: 'late', word: 'Payment failed' },
  suspended: { status: 'stopped', word: 'Suspended' },
};

const columns: readonly Column<WlUser>[] = [
  {
    key: 'name',
    phone: 'name',
    label: 'Name',
    sort: { by: 'name', kind: 'name', value: ({ name }) => name },
    cell: ({ name, email }) => <Named name={name} below={email} />,
  },
  {
    key: 'membership',
    phone: 'where',
    label: 'Membership',
    sort: { by: 'membership', kind: 'name', value: ({ membership }) => membership },
    cell: ({ membership }) => membership,
  },
  {
    key: 'state',
    phone: 'state',
    label: 'State',
    cell: ({ state }) => <StatusBadge status={states[state].status}>{states[state].word}</StatusBadge>,
  },
  {
    key: 'created',
    phone: 'when',
    label: 'Since',
    sort: { by: 'created', kind: 'time', value: ({ created }) => created },
    cell: ({ created }) => <When at={created} form="short" />,
  },
];
const sorts = sortsBy('created', 'name', 'membership');
const stateNames = ['waiting', 'active', 'grace', 'suspended'] as const;

/** The tab Users: the buyers of memberships. */
export function Users() {
  const read = useCall('fetch-wl-users', {});
  const { data } = read;
  const address = useListAddress(['state']);
  const { search, setSearch, filter, setFilter, isNarrowed, clear } = address;
  const state = filter('state', oneOf(stateNames));
  const sorting = sortingIn(address, { sorts, standard: 'name' });
  const found = (data ?? []).filter(
    (user) => (state === null || user.state === state) && isFound(search, user.name, user.email, user.membership),
  );
  const [edited, setEdited] = useState<WlUser | null>(null);
  const remove = useAction('delete-wl-users');
  return (
    <section aria-labelledby="users">
      <div className={styles.head}>
        <h2 id="users">Users</h2>
      </div>
      {data !== undefined && data.length > 0 && (
        <Toolbar
          search={search}
          onSearch={setSearch}
          searchLabel="Search by name, email or membership"
          filters={
            <div className={toolbar.filters}>
              <Select
                aria-label="State"
                placeholder="Every state"
                data={stateNames.map((value) => ({ value, label: states[value].word }))}
                value={state}
                clearable
                clearButtonProps={{ 'aria-label': 'Show every state' }}
                onChange={(value) => setFilter('state', value)}
              />
              <SortSelect sorting={sorting} sortables={sortablesOf(columns)} />
            </div>
          }
        />
      )}
      <SellingTable
        label="Users"
        columns={columns}
        sorting={sorting}
        rows={sortRows(found, sorting.value, columns)}
        read={read}
        empty={
          isNarrowed ? (
            <EmptyState
              icon="search"
              text="No user fits this search."
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState icon="users" text="You do not have users created yet!" />
          )
        }
        actionsLabel="Action"
        onEdit={setEdited}
        deletion={{
          text: 'Do you want to delete this user',
          words: whatGoes,
          run: ({ id }) => remove.run({ id }),
        }}
      />
      {edited !== null && <UserDialog key={edited.id} user={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

const whatGoes = ({ email }: WlUser): string =>
  `${email}. The subscription is cancelled at Stripe, and nobody from this account, its team or its clients can sign ` +
  'in any more. Its schedules are deleted, its social accounts are disconnected, and nothing more is published. What ' +
  'was published stays where it is.';
