import { Button, Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { ApprovalCard } from '../../../parts/approval/approval-card.tsx';
import { useDeciding, type Approved } from '../../../parts/approval/use-deciding.ts';
import { useSelection, type Selection } from '../../../parts/bulk/use-selection.ts';
import { SelectableList } from '../../../parts/bulk/selectable-list.tsx';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { SearchField } from '../../../parts/lists/search-field.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { daysOf, sayPostDay } from '../../../lib/post-days.ts';
import { useList } from '../../../api/queries.ts';
import { useMay, useUser } from '../../../api/session.ts';
import { useChangeAddress } from '../../../lib/use-change-address.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { sayMore, sayTotal } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { ClientFilter } from '../schedules/scheduler/calendar/filters.tsx';
import styles from './approvals.module.css';
import { ApprovalBoard } from './approval-board.tsx';
import { BulkPosts } from './bulk-posts.tsx';
import { JustApproved } from './just-approved.tsx';
import { WholeSchedules } from './whole-schedules.tsx';
import { emptyWords, isListName, listNames, listsInOrder, type ListName } from './words.ts';

const every = 60_000; // ms

/**
 * The posts that await approval, list by list, as `list` in the address says. `search`, `client` and `schedule`, or
 * `clientId`, filter them.
 */
export function ApprovalLists({ clientId }: { clientId?: string }) {
  const [params] = useSearchParams();
  const changeAddress = useChangeAddress();
  const own = useUser().is_client_account;
  const name = params.get('list') ?? 'waiting';
  const list = isListName(name) ? name : 'waiting';
  const [approved, setApproved] = useState<Approved | null>(null);
  const only = {
    ...(clientId === undefined ? idIn(params, 'client', 'client_id') : { client_id: clientId }),
    ...idIn(params, 'schedule', 'schedule_id'),
  };
  const { search, setSearch } = useListAddress();
  const isSearched = search.trim() !== '';
  const posts = useList('fetch-approvals', { list, ...only, ...(isSearched ? { search } : {}) }, { every });
  const deciding = useDeciding(setApproved);
  const selection = useSelection(posts.items, ({ id }) => id);
  const counts = posts.first?.counts;
  const isNarrowed = isSearched || only.client_id !== clientId || only.schedule_id !== undefined;
  const isUnused = !isNarrowed && counts !== undefined && Object.values(counts).every((count) => count === 0);
  const countOf = {
    waiting: counts?.waiting,
    'sent-back': counts?.sent_back,
    approved: counts?.approved,
  } as const satisfies Record<ListName, number | undefined>;

  const choose = (value: string | null) => {
    setApproved(null);
    changeAddress((before) => {
      const after = new URLSearchParams(before);
      after.set('list', value ?? 'waiting');
      return after;
    });
  };
  const narrow = (client: string | null) => {
    changeAddress((before) => {
      const after = new URLSearchParams(before);
      after.delete('schedule');
      if (client === null) after.delete('client');
      else after.set('client', client);
      return after;
    });
  };
  return (
    <Tabs value={list} onChange={choose} keepMounted={false}>
      <Tabs.List aria-label="Which posts">
        {listsInOrder.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {listNames[each]}
            {countOf[each] === undefined ? '' : ` (${sayTotal(countOf[each])})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={list} className={styles.panel} data-board={!own || undefined}>
        <div className={styles.aside}>
          <div className={styles.filter} role="search">
            <SearchField
              label={own || clientId !== undefined ? 'Search by title or text' : 'Search by title, text or client'}
              search={search}
              onSearch={setSearch}
            />
          </div>
          {!own && clientId === undefined && (
            <div className={styles.filter}>
              <ClientFilter value={only.client_id ?? null} onChange={narrow} />
            </div>
          )}
          {list === 'waiting' && <WholeSchedules schedules={posts.first?.schedules ?? []} />}
          {list === 'waiting' && own && posts.items.length > 1 && (
            <p className={styles.keys}>
              With a keyboard: <kbd>↓</kbd> <kbd>↑</kbd> go from post to post, <kbd>A</kbd> approves, <kbd>S</kbd> sends
              back.
            </p>
          )}
        </div>
        <div className={styles.main}>
          {approved !== null && (
            <JustApproved approved={approved} deciding={deciding} onClose={() => setApproved(null)} />
          )}
          <SelectableList
            bar={
              (list === 'waiting' || !own) && (
                <BulkPosts
                  selection={selection}
                  isWaiting={list === 'waiting'}
                  onApproved={setApproved}
                  reread={posts.retry}
                />
              )
            }
          >
            <Content
              posts={posts}
              list={list}
              deciding={deciding}
              own={own}
              selection={selection}
              isSearched={isSearched}
              firstStep={isUnused && <FirstStep clientId={clientId} />}
            />
          </SelectableList>
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

type ContentProps = {
  posts: ReturnType<typeof useList<'fetch-approvals'>>;
  list: ListName;
  deciding: ReturnType<typeof useDeciding>;
  own: boolean;
  selection: Selection<ApprovalPost>;
  isSearched: boolean;
  /** How posts come to wait for approval, for an agency without any. */ firstStep: ReactNode;
};

/** Links to where an agency turns on a client's approval: the client's details, or the list of clients. */
function FirstStep({ clientId }: { clientId: string | undefined }) {
  const maySet = useMay('askForApproval');
  if (!maySet) return null;
  return (
    <>
      <p>To have a client approve posts first, choose it in the client’s details.</p>
      <Button
        component={Link}
        to={clientId === undefined ? paths.clients() : paths.editClient(clientId, { tab: 'details' })}
      >
        {clientId === undefined ? 'Choose a client' : 'Open the details'}
      </Button>
    </>
  );
}

function Content({ posts, list, deciding, own, selection, isSearched, firstStep }: ContentProps) {
  const mayApprove = useMay('approve');
  const mayPlan = useMay('schedule');
  const approves = mayApprove && own;
  const isChoice = own ? mayApprove && list === 'waiting' : mayPlan;
  const chooses: { selection?: Selection<ApprovalPost> } = isChoice && posts.items.length > 1 ? { selection } : {};
  const now = new Date();
  if (posts.loading) return <Skeletons rows={3} kind="cards" />;
  if (posts.error && posts.items.length === 0) return <ErrorState error={posts.error} onRetry={posts.retry} />;
  if (posts.items.length === 0 && isSearched) return <EmptyState icon="search" text="No post fits this search." />;
  if (posts.items.length === 0)
    return (
      <EmptyState
        icon={list === 'sent-back' ? 'pencil' : 'check'}
        text={emptyWords[own ? 'client' : 'agency'][list]}
        action={firstStep}
      />
    );
  const more = (
    <ShowMore list={posts}>{sayMore({ total: posts.first?.total ?? 0, here: posts.items.length }, 'post')}</ShowMore>
  );
  if (!own)
    return (
      <>
        <ApprovalBoard posts={posts.items} deciding={deciding} selection={chooses.selection ?? null} />
        {more}
      </>
    );
  return (
    <>
      {daysOf(posts.items).map(({ day, timezone, posts: of }) => (
        <section key={day} className={styles.day} aria-label={sayPostDay(day, { now, zone: timezone })}>
          <div className={styles.dayHead}>
            <h2>{sayPostDay(day, { now, zone: timezone })}</h2>
            {approves && list === 'waiting' && of.length > 1 && (
              <Button
                variant="default"
                size="compact-md"
                loading={deciding.busy}
                onClick={() => void deciding.approve(of)}
              >
                Approve these {of.length}
                <span className="visually-hidden"> of {sayPostDay(day, { now, zone: timezone })}</span>
              </Button>
            )}
          </div>
          {of.map((post) => (
            <ApprovalCard key={post.id} post={post} deciding={deciding} dayIsSaid {...chooses} />
          ))}
        </section>
      ))}
      {more}
    </>
  );
}

/** An id from the address as the call's input; empty without one. */
const idIn = <Field extends 'client_id' | 'schedule_id'>(
  params: URLSearchParams,
  name: string,
  field: Field,
): Partial<Record<Field, string>> => {
  const value = params.get(name) ?? '';
  const input: Partial<Record<Field, string>> = {};
  if (/^[1-9]\d{0,17}$/.test(value)) input[field] = value;
  return input;
};
