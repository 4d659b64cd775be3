import { ActionIcon, Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { plainTextOf } from '#rules/captions.ts';
import { loadPart } from '../../../lib/load-code.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { useSelection } from '../../../parts/bulk/use-selection.ts';
import { SelectableList } from '../../../parts/bulk/selectable-list.tsx';
import { ByHandDialog } from '../../../parts/by-hand/by-hand-dialog.tsx';
import { DataTable, type Column } from '../../../parts/lists/data-table.tsx';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { PauseNotice } from '../../../parts/pausing/pause-notice.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { AccountsDialog } from './schedule-detail/accounts-dialog.tsx';
import { ApprovalNote } from './schedule-detail/approval-note.tsx';
import { BulkItems } from './schedule-detail/bulk-items.tsx';
import { EngagementDialog } from './schedule-detail/engagement-dialog.tsx';
import { NextRound } from './schedule-detail/next-round.tsx';
import { PostUrl } from './schedule-detail/post-url.tsx';
import { ScheduleHead } from './schedule-detail/schedule-head.tsx';
import { streamIcons } from '../../content/streams/stream-icons.ts';
import { goesOutOf, itemStatus, lookAgainAfter, reasonOf, waitsUntil, type Item } from './schedule-detail/words.ts';

const ApprovalDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../../parts/approval/approval-dialog.tsx'))).ApprovalDialog,
}));

const above = [{ label: 'Schedules', to: paths.scheduleContent() }];

/** /schedule-detail/:id: every item of a schedule and its outcome, refreshed while something happens. */
export default function ScheduleDetail() {
  const { id = '' } = useParams();
  const { search, setSearch } = useListAddress();
  const [openId, setOpenId] = useState<string | null>(null);
  const [handId, setHandId] = useState<string | null>(null);
  const [measuredId, setMeasuredId] = useState<string | null>(null);
  const [askedId, setAskedId] = useState<string | null>(null);
  const mayMeasure = useMay('engagement');
  const [every, setEvery] = useState(30_000);
  const list = useList('fetch-scheduler', { id, brief: true, ...(search ? { search } : {}) }, { every });
  const remove = useAction('delete-scheduled-item', {});
  const selection = useSelection(list.items, (item) => item.id);
  const wanted = lookAgainAfter(list.items, new Date());
  if (wanted !== every) setEvery(wanted);

  const schedule = list.first?.schedule;
  if (!schedule) {
    return (
      <Page title="Schedule Detail" above={above}>
        {list.error ? (
          <ErrorState
            error={list.error}
            onRetry={list.retry}
            list={{ to: paths.scheduleContent(), name: 'Back to the schedules' }}
          />
        ) : (
          <Skeletons rows={6} kind="table" />
        )}
      </Page>
    );
  }
  return (
    <Page
      title="Schedule Detail"
      heading={schedule.content_stream.title}
      thing={schedule.content_stream.title}
      above={above}
      action={
        <PageAction icon="list" to={paths.scheduleContent()}>
          View Schedule
        </PageAction>
      }
    >
      <ScheduleHead schedule={schedule} />
      {(schedule.paused_at !== null || schedule.next_at !== null) && (
        <PauseNotice
          target={{ scope: 'schedule', id, name: schedule.content_stream.title }}
          pausedAt={schedule.paused_at}
          goesOut={goesOutOf({ accounts: schedule.accounts.length, lost: schedule.lost_accounts })}
        />
      )}
      {schedule.re_purpose === '1' && <NextRound scheduleId={id} zone={schedule.timezone} />}
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search by title" />
      <SelectableList bar={<BulkItems selection={selection} zone={schedule.timezone} reread={list.retry} />}>
        <DataTable
          label="Scheduled items"
          selection={selection}
          columns={[
            ...columnsOf(schedule.timezone, { onAccounts: setOpenId, onByHand: setHandId, onApproval: setAskedId }),
            ...(mayMeasure ? [engagementColumn(setMeasuredId)] : []),
          ]}
          rows={list.items}
          rowKey={(item) => item.id}
          rowName={(item) => item.title}
          empty={
            <EmptyState
              icon={search ? 'search' : 'calendar-off'}
              text={search ? 'No item fits this search.' : 'No Records Found'}
            />
          }
          rowActions={(item) =>
            item.done === '0' ? (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Delete ${item.title}`}
                onClick={() =>
                  confirmDelete({
                    text: 'Do you want to delete this Scheduler',
                    about: { name: item.title, of: 'scheduled-item', id: item.id },
                    onConfirm: () => remove.run({ id: item.id }),
                  })
                }
              >
                <Icon name="trash" />
              </ActionIcon>
            ) : null
          }
          more={list}
        />
      </SelectableList>
      <AccountsDialog
        item={list.items.find((item) => item.id === openId) ?? null}
        zone={schedule.timezone}
        onClose={() => setOpenId(null)}
        onByHand={(id) => {
          setOpenId(null);
          setHandId(id);
        }}
      />
      {askedId !== null && (
        <Suspense>
          <ApprovalDialog itemId={askedId} onClose={() => setAskedId(null)} />
        </Suspense>
      )}
      <ByHandDialog deliveryId={handId} onClose={() => setHandId(null)} />
      <EngagementDialog
        item={list.items.find((item) => item.id === measuredId) ?? null}
        scheduleId={id}
        zone={schedule.timezone}
        onClose={() => setMeasuredId(null)}
      />
    </Page>
  );
}

type Ways = {
  onAccounts: (itemId: string) => void;
  onApproval: (itemId: string) => void;
  onByHand: (deliveryId: string) => void;
};

const columnsOf = (zone: string, { onAccounts, onApproval, onByHand }: Ways): readonly Column<Item>[] => [
  {
    key: 'preview',
    label: 'PREVIEW',
    cell: (item) => <Thumbnail src={item.thumbnails} alt="" icon={streamIcons[item.type]} />,
    width: '88px',
  },
  { key: 'title', label: 'TITLE', phone: 'name', cell: (item) => <Text fw={600}>{item.title}</Text>, width: '15%' },
  {
    key: 'description',
    label: 'DESCRIPTION',
    cell: (item) => (
      <Text size="sm" c="dimmed" lineClamp={2}>
        {item.description_format === 'formatted' ? plainTextOf(item.description) : item.description}
      </Text>
    ),
    width: '22%',
  },
  {
    key: 'scheduled',
    label: 'SCHEDULED',
    phone: 'when',
    cell: (item) => <When at={item.due_at} zone={zone} form="short" />,
  },
  {
    key: 'status',
    phone: 'state',
    label: 'STATUS',
    cell: (item) => {
      const { status, word } = itemStatus(item);
      const reason = reasonOf(item);
      const until = waitsUntil(item);
      return (
        <div>
          {word ? <StatusBadge status={status}>{word}</StatusBadge> : <StatusBadge status={status} />}
          {item.approval !== null && item.done === '0' && (
            <ApprovalNote item={item} approval={item.approval} onOpen={() => onApproval(item.id)} />
          )}
          {until !== null && (
            <Text size="xs" mt={4}>
              Waits until <When at={until} zone={zone} within />
            </Text>
          )}
          {reason !== '' && (
            <Text size="xs" c="dimmed" mt={4} lineClamp={3} title={reason}>
              {reason}
            </Text>
          )}
        </div>
      );
    },
  },
  {
    key: 'url',
    phone: 'where',
    label: 'POST URL',
    cell: (item) => <PostUrl item={item} onAccounts={() => onAccounts(item.id)} onByHand={onByHand} />,
  },
];

/** Only on the unlimited plan. */
const engagementColumn = (onOpen: (id: string) => void): Column<Item> => ({
  key: 'engagement',
  label: 'ENGAGEMENT',
  cell: (item) =>
    item.social_networks.some(({ status }) => status) ? (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Engagement of ${item.title}`}
        onClick={() => onOpen(item.id)}
      >
        Engagement
      </Button>
    ) : (
      'N/A'
    ),
});
