import { ActionIcon, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { scheduleSorts } from '#contract/base/list-options.ts';
import { useSelection } from '../../../parts/bulk/use-selection.ts';
import { SelectableList } from '../../../parts/bulk/selectable-list.tsx';
import { DataTable, sortablesOf, type Column } from '../../../parts/lists/data-table.tsx';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Face } from '../../../parts/display/face.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { PauseButton } from '../../../parts/pausing/pause-button.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { sortingIn } from '../../../lib/sorting.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { paths } from '../../../paths.ts';
import { BulkSchedules } from './schedule-content/bulk-schedules.tsx';
import { NextPost } from './schedule-content/next-post.tsx';
import { RescheduleDialog } from './schedule-content/reschedule-dialog.tsx';
import { filtersIn, ScheduleFilters, scheduleFilters } from './schedule-content/schedule-filters.tsx';
import styles from './schedule-content/schedule-content.module.css';
import { frequencyNames } from './scheduler/plan-words.ts';
import { sayTotal } from '../../../lib/words.ts';

type Row = Data<'fetch-schedulers'>['items'][number];

/** Milliseconds after which the list is read again, so that newly published posts appear. */
const refresh = 30_000;

/** An order without a column of its own. */
const created = { by: 'created', label: 'Created', kind: 'time' } as const;

/** /schedule-content: every schedule of the agency. */
export default function ScheduleContent() {
  const address = useListAddress(scheduleFilters);
  const { search, setSearch, isNarrowed } = address;
  const filters = filtersIn(address);
  const sorting = sortingIn(address, { sorts: scheduleSorts, standard: '-created' });
  const [moving, setMoving] = useState<Row | null>(null);
  const list = useList(
    'fetch-schedulers',
    {
      brief: true,
      ...(search ? { search } : {}),
      ...filters,
      ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
    },
    { every: refresh },
  );
  const remove = useAction('delete-scheduler', {});
  const selection = useSelection(list.items, ({ id }) => id);
  const columns = columnsOf(setMoving);

  return (
    <Page
      title="Schedule Content"
      above={[{ label: 'Scheduler', to: paths.scheduler() }]}
      wide
      heading={list.first ? `${sayTotal(list.first.total)} Schedule` : 'Schedule'}
      action={
        <PageAction icon="plus" to={paths.scheduler({ new: '' })}>
          Schedule
        </PageAction>
      }
    >
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search by stream title"
        filters={
          <ScheduleFilters address={address} clears={list.items.length > 0}>
            <SortSelect sorting={sorting} sortables={[created, ...sortablesOf(columns)]} />
          </ScheduleFilters>
        }
      />
      <SelectableList bar={<BulkSchedules selection={selection} reread={list.retry} />}>
        {list.error && !list.first ? (
          <ErrorState error={list.error} onRetry={list.retry} />
        ) : (
          <DataTable
            label="Schedules"
            selection={selection}
            columns={columns}
            rows={list.items}
            rowKey={({ id }) => id}
            rowName={({ content_stream: { title } }) => title}
            loading={list.loading}
            empty={
              isNarrowed ? (
                <EmptyState
                  icon="search"
                  text={Object.keys(filters).length === 0 ? 'No records found' : 'No schedules match'}
                  action={
                    <Button variant="default" onClick={address.clear}>
                      Clear filters
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon="calendar-plus"
                  text="You don't have any schedule to publish content. click 'Schedule' to schedule one"
                  action={
                    <Button component={Link} to={paths.scheduler({ new: '' })}>
                      Schedule
                    </Button>
                  }
                />
              )
            }
            rowActions={({ id, client, content_stream: { title }, paused_at: pausedAt, next_at: nextAt }) => (
              <>
                {(pausedAt !== null || nextAt !== null) && (
                  <PauseButton target={{ scope: 'schedule', id, name: title }} paused={pausedAt !== null} size={28} />
                )}
                <ActionIcon
                  component={Link}
                  to={paths.scheduleDetail(id)}
                  variant="subtle"
                  color="gray"
                  aria-label={`View ${title}`}
                >
                  <Icon name="eye" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Delete the schedule of ${title}`}
                  onClick={() =>
                    confirmDelete({
                      text: 'Do you want to delete this Schedule',
                      about: { name: `${title} for ${client.name}`, of: 'schedule', id },
                      onConfirm: () => remove.run({ id }),
                    })
                  }
                >
                  <Icon name="trash" />
                </ActionIcon>
              </>
            )}
            more={list}
            sorting={sorting}
          />
        )}
      </SelectableList>
      <RescheduleDialog row={moving} onClose={() => setMoving(null)} />
    </Page>
  );
}

/** How many posts of a schedule are not approved, and whether one of them is already held, with a link. */
function ApprovalCounts({
  id,
  title,
  asked,
  firstAt,
}: {
  id: string;
  title: string;
  asked: number;
  firstAt: string | null;
}) {
  if (asked === 0) return null;
  return (
    <Link to={paths.approvals({ schedule: id })} className={styles.approvals}>
      {firstAt !== null && Date.parse(firstAt) <= Date.now() && <StatusBadge status="not-approved" />}
      <StatusBadge status="approval">{`Waits for approval: ${asked}`}</StatusBadge>
      <span className="visually-hidden">See the approvals of {title}</span>
    </Link>
  );
}

const columnsOf = (onReschedule: (row: Row) => void): readonly Column<Row>[] => [
  {
    key: 'client',
    phone: 'where',
    label: 'CLIENT',
    sort: { by: 'client', kind: 'name' },
    cell: ({ client }) => (
      <span className={styles.client}>
        <span className={styles.face}>
          <Face name={client.name} image={client.image} size={32} />
        </span>
        <Link to={paths.editClient(client.id)} title={client.name}>
          {client.name}
        </Link>
      </span>
    ),
  },
  {
    key: 'stream',
    phone: 'name',
    label: 'STREAM',
    sort: { by: 'title', kind: 'name' },
    cell: ({ id, content_stream: { title } }) => (
      <Text component={Link} to={paths.scheduleDetail(id)} fw={600} c="inherit" className={styles.stream ?? ''}>
        {title}
      </Text>
    ),
  },
  {
    key: 'network',
    label: 'NETWORK',
    cell: ({ accounts }) => (
      <span className={styles.networks}>
        {accounts.map((network, index) => (
          <NetworkIcon key={`${network} ${index}`} network={network} size={22} />
        ))}
      </span>
    ),
  },
  {
    key: 'posted',
    phone: 'state',
    label: 'CONTENT POSTED',
    cell: ({
      id,
      posted_count,
      item_count,
      failed_count,
      uncertain_count,
      partly_count,
      by_hand_count,
      approval_count,
      approval_first_at,
      content_stream: { title },
    }) => (
      <span className={`${styles.counts} nums`}>
        <span>
          {posted_count} / {item_count}
        </span>
        {failed_count > 0 && <span className={styles.failed}>{failed_count} failed</span>}
        {partly_count > 0 && <span className={styles.turn}>{partly_count} partly posted</span>}
        {uncertain_count > 0 && (
          <span className={styles.turn}>
            {uncertain_count} {uncertain_count === 1 ? 'needs' : 'need'} a look
          </span>
        )}
        {by_hand_count > 0 && <span className={styles.turn}>Your turn: {by_hand_count}</span>}
        <ApprovalCounts id={id} title={title} asked={approval_count} firstAt={approval_first_at} />
      </span>
    ),
  },
  {
    key: 'schedule',
    phone: 'when',
    label: 'SCHEDULE',
    sort: { by: 'next', kind: 'coming', label: 'Next post' },
    cell: (row) => <NextPost row={row} onReschedule={() => onReschedule(row)} />,
  },
  {
    key: 'timezone',
    isWide: true,
    label: 'TIMEZONE',
    cell: ({ timezone }) => (
      <span className={styles.zone}>{timezone.replaceAll('_', ' ').replace('/', '/\u200b')}</span>
    ),
  },
  {
    key: 'frequency',
    label: 'FREQUENCY',
    cell: ({ type }) => <span className={styles.zone}>{frequencyNames[type]}</span>,
  },
  { key: 'repurpose', isWide: true, label: 'REPURPOSE', cell: ({ re_purpose }) => (re_purpose === '1' ? 'Yes' : 'No') },
];
