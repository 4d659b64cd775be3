import { Anchor, Button, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { placeNames } from '#rules/ledger.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { NetworkIcon } from '../parts/network-icon.tsx';
import { Page } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { When } from '../parts/when.tsx';
import { useList } from '../api/queries.ts';
import { ownZone } from '../lib/when.ts';
import { paths } from '../paths.ts';
import { figureOf, monthName, type Figure } from './ledger/address.ts';
import { ExportButton } from './ledger/export-button.tsx';
import styles from './ledger/ledger.module.css';

type Entry = Data<'fetch-ledger-deliveries'>['items'][number];

/** /ledger/posts: the deliveries behind one figure of the ledger. */
export default function LedgerPosts() {
  const [search] = useSearchParams();
  const figure = figureOf(search, new Date());
  const list = useList('fetch-ledger-deliveries', inputOf(figure), { every: 30_000 });
  const total = list.first?.total ?? 0;
  return (
    <Page
      title="Ledger"
      above={[{ label: `Ledger of ${monthName(figure.month)}`, to: paths.ledger({ month: figure.month }) }]}
      heading={`${figure.place === undefined ? 'Planned' : placeNames[figure.place]}, ${monthName(figure.month)}`}
      {...(list.first ? { count: `${total.toLocaleString('en-US')} ${total === 1 ? 'post' : 'posts'}` } : {})}
      {...(total > 0 ? { action: <ExportButton what="deliveries" {...figure} /> } : {})}
    >
      {list.error && !list.first ? (
        <ErrorState error={list.error} onRetry={list.retry} list={{ to: paths.ledger(), name: 'Back to the ledger' }} />
      ) : (
        <DataTable
          label="Posts"
          columns={columns}
          rows={list.items}
          rowKey={({ delivery_id }) => delivery_id}
          rowName={({ title }) => title}
          loading={list.loading}
          empty={<EmptyState icon="calendar-off" text="No post is here." />}
          rowActions={({ delivery_id, title }) => (
            <Button
              component={Link}
              to={paths.ledgerPost(delivery_id)}
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="history" size={16} />}
              aria-label={`Explain ${title}`}
            >
              Explain
            </Button>
          )}
          more={list}
        />
      )}
    </Page>
  );
}

const inputOf = ({ month, clientId, place }: Figure) => ({
  month,
  timezone: ownZone(),
  ...(clientId === undefined ? {} : { client_id: clientId }),
  ...(place === undefined ? {} : { place }),
});

const columns: readonly Column<Entry>[] = [
  {
    key: 'at',
    label: 'PLANNED FOR',
    phone: 'when',
    cell: ({ at, timezone }) => <When at={at} zone={timezone} />,
    width: '180px',
  },
  { key: 'client', label: 'CLIENT', cell: ({ client }) => client },
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
