import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { DataTable, type Column } from '../../../parts/lists/data-table.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useList, type List } from '../../../api/queries.ts';
import { sayMonth } from '../../../lib/dates.ts';
import { ownZone } from '../../../lib/when.ts';
import { paths } from '../../../paths.ts';
import { monthOfNow, type FoundPosts } from './address.ts';
import styles from './ledger.module.css';

type Entry = Data<'fetch-ledger-deliveries'>['items'][number];

/** The deliveries behind a figure of the ledger, or those of them that match a search. */
export const usePosts = (posts: FoundPosts): List<'fetch-ledger-deliveries'> =>
  useList('fetch-ledger-deliveries', inputOf(posts), { every: 30_000 });

type Props = {
  list: List<'fetch-ledger-deliveries'>;
  /** The list that an error links to. */ back: { to: string; name: string };
  /** Whether all of them belong to one client, whose name is shown elsewhere. */ ofOne?: boolean;
  /** Which deliveries they are. */ found: FoundPosts;
};

/** Deliveries in the order of the plan, each with its outcome. */
export function PostsTable({ list, back, found, ofOne = false }: Props) {
  if (list.error && !list.first) return <ErrorState error={list.error} onRetry={list.retry} list={back} />;
  return (
    <DataTable
      label="Posts"
      columns={ofOne ? columns.filter(({ key }) => key !== 'client') : columns}
      rows={list.items}
      rowKey={({ delivery_id }) => delivery_id}
      rowName={({ title }) => title}
      loading={list.loading}
      empty={<NoPosts found={found} />}
      rowActions={({ delivery_id, title }) => (
        <Button
          component={Link}
          to={paths.ledgerPost(delivery_id)}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="history" size={16} />}
          aria-label={`History of ${title}`}
        >
          History
        </Button>
      )}
      more={list}
    />
  );
}

/** Says why there is no post; if nothing is planned for a month that is not over, it leads to a new schedule. */
function NoPosts({ found: { month, clientId, place: bucket, search } }: { found: FoundPosts }) {
  if (search.trim() !== '') return <EmptyState icon="search" text="No post fits this search." />;
  if (bucket !== undefined) return <EmptyState icon="calendar-off" text="No post is here." />;
  return (
    <EmptyState
      icon="calendar-off"
      text={`Nothing is planned for ${sayMonth(month)}.`}
      action={
        month >= monthOfNow(new Date()) && (
          <Button component={Link} to={paths.scheduler({ new: '', for: clientId })}>
            Schedule something
          </Button>
        )
      }
    />
  );
}

const inputOf = ({ month, clientId, place: bucket, search }: FoundPosts) => ({
  month,
  timezone: ownZone(),
  ...(clientId === undefined ? {} : { client_id: clientId }),
  ...(bucket === undefined ? {} : { place: bucket }),
  ...(search.trim() === '' ? {} : { search }),
});

const columns: readonly Column<Entry>[] = [
  {
    key: 'at',
    label: 'PLANNED FOR',
    phone: 'when',
    cell: ({ at, timezone }) => <When at={at} zone={timezone} />,
    width: '17%',
  },
  {
    key: 'client',
    label: 'CLIENT',
    cell: ({ client, client_id: id }) => (
      <ClientLink id={id} name={client} className={id === null ? styles.named : styles.client} />
    ),
  },
  {
    key: 'title',
    phone: 'name',
    label: 'TITLE',
    cell: ({ title, schedule_id }) => (
      <Text component={Link} to={paths.scheduleDetail(schedule_id)} fw={600} c="inherit" lineClamp={2}>
        {title}
      </Text>
    ),
  },
  {
    key: 'account',
    phone: 'where',
    label: 'ACCOUNT',
    cell: ({ network, username }) => (
      <span className={styles.account}>
        <NetworkIcon network={network} size={22} labelled={false} />
        <span>{username || networkNames[network]}</span>
      </span>
    ),
  },
  {
    key: 'status',
    phone: 'state',
    label: 'STATUS',
    cell: ({ state, by_hand }) => <StatusBadge status={by_hand ? 'by-hand' : state} />,
  },
  {
    key: 'message',
    label: 'WHAT IS KNOWN',
    cell: ({ message, post_url, network }) =>
      post_url ? (
        <Anchor
          href={post_url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Visit the post on ${networkNames[network]}`}
        >
          Visit
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {message || '–'}
        </Text>
      ),
    width: '24%',
  },
];
