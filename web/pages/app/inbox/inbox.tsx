import { SegmentedControl } from '@mantine/core';
import type { InboxEntry } from '#contract/app/inbox.ts';
import { mostUnread } from '#rules/inbox.ts';
import { useList, type List } from '../../../api/queries.ts';
import { useUser } from '../../../api/session.ts';
import { dayIn } from '../../../lib/dates.ts';
import { anId, oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { ownZone, sayClock, sayNearDay } from '../../../lib/when.ts';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { Entries } from '../../../parts/inbox/entries.tsx';
import { refreshInbox, useRead } from '../../../parts/inbox/use-inbox.ts';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { ClientFilter } from '../../planning/schedules/scheduler/calendar/filters.tsx';
import { sayNotification } from '#rules/inbox-words.ts';
import styles from './inbox.module.css';

const narrowing = ['client', 'show'];

/** `/inbox`: what the person was notified of, by day. `client` and `show` filter it. */
export default function Inbox() {
  const own = useUser().is_client_account;
  const address = useListAddress(narrowing);
  const client = address.filter('client', anId);
  const show = address.filter('show', oneOf(['unread']));
  const list = useList(
    'fetch-inbox',
    { ...(client === null ? {} : { client_id: client }), ...(show === null ? {} : { unread: true }) },
    { every: refreshInbox },
  );
  const { readAll, readOne, unread, busy } = useRead();
  const count = unread > mostUnread ? `${mostUnread}+ unread` : `${unread} unread`;
  return (
    <Page
      title="Inbox"
      count={list.first === undefined ? '' : count}
      action={
        unread > 0 && (
          <PageAction icon="check" disabled={busy} onClick={readAll}>
            All read
          </PageAction>
        )
      }
    >
      <div className={styles.page}>
        <div className={styles.filters} role="search">
          <SegmentedControl
            aria-label="Which entries"
            data={[
              { value: '', label: 'All' },
              { value: 'unread', label: 'Unread' },
            ]}
            value={show ?? ''}
            onChange={(value) => address.setFilter('show', value)}
          />
          {!own && <ClientFilter value={client} onChange={(id) => address.setFilter('client', id)} />}
        </div>
        <Days list={list} isNarrowed={address.isNarrowed} onRead={readOne} />
      </div>
    </Page>
  );
}

type DaysProps = { list: List<'fetch-inbox'>; isNarrowed: boolean; onRead: (entry: InboxEntry) => void };

function Days({ list, isNarrowed, onRead }: DaysProps) {
  if (list.loading) return <Skeletons rows={6} kind="table" />;
  if (list.error && !list.first) return <ErrorState error={list.error} onRetry={list.retry} />;
  if (list.items.length === 0)
    return (
      <EmptyState
        icon="bell"
        text={
          isNarrowed
            ? 'Nothing here for this choice.'
            : 'Nothing has happened yet. What fails, waits for you or is ready will be here.'
        }
      />
    );
  const zone = ownZone();
  const days = Map.groupBy(list.items, ({ at }) => dayIn(new Date(at), zone));
  return (
    <>
      {[...days].map(([day, entries]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={styles.day}>
            {sayNearDay({ at: new Date(entries[0]?.at ?? ''), now: new Date(), zone })}
          </h2>
          <div className={styles.card}>
            <Entries
              entries={entries}
              when={({ at }) => <time dateTime={at}>{sayClock(new Date(at), zone)}</time>}
              onFollow={onRead}
              action={(entry) =>
                !entry.read && (
                  <IconAction
                    icon="check"
                    word="Mark as read"
                    label={`Mark as read: ${sayNotification(entry)}`}
                    onClick={() => onRead(entry)}
                  />
                )
              }
            />
          </div>
        </section>
      ))}
      <ShowMore list={list} />
    </>
  );
}
