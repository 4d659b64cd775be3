import { Button } from '@mantine/core';
import type { PlannedPost } from '#contract/planning/client-portal.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { daysOf, sayPostDay } from '../../../lib/post-days.ts';
import { useList } from '../../../api/queries.ts';
import { sayMore } from '../../../lib/words.ts';
import { Panel, Reading } from '../../../parts/page/panel.tsx';
import { PostRow } from './post-row.tsx';
import styles from './portal.module.css';

const every = 60_000; // ms
const spans = [7, 30] as const;

/** The posts of the coming days, by day. */
export function Planned({ days, onDays }: { days: 7 | 30; onDays: (days: 7 | 30) => void }) {
  const list = useList('fetch-planned', { days }, { every });
  const now = new Date();
  const span = (
    <div className={styles.spans} role="group" aria-label="How far to look ahead">
      {spans.map((each) => (
        <button key={each} type="button" aria-pressed={each === days} onClick={() => onDays(each)}>
          {each} days
        </button>
      ))}
    </div>
  );
  return (
    <Panel id="planned" title="Planned for you" side={span}>
      <Reading read={{ isThere: list.first !== undefined, error: list.error, retry: list.retry }} height={220}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState
              icon="calendar-off"
              text={`Nothing is planned for the next ${days} days.`}
              action={
                days === 7 ? (
                  <Button variant="default" onClick={() => onDays(30)}>
                    Look 30 days ahead
                  </Button>
                ) : undefined
              }
            />
          ) : (
            <>
              {daysOf(list.items).map(({ day, timezone, posts }) => (
                <section key={day} className={styles.day} aria-label={sayPostDay(day, { now, zone: timezone })}>
                  <h3>{sayPostDay(day, { now, zone: timezone })}</h3>
                  <ul>
                    {posts.map((post) => (
                      <li key={post.id}>
                        <PostRow post={post} accounts={post.accounts} badge={<Standing post={post} />} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              <ShowMore list={list}>
                {sayMore({ total: list.first?.total ?? 0, here: list.items.length }, 'post')}
              </ShowMore>
            </>
          )
        }
      </Reading>
    </Panel>
  );
}

/** What stops a post from being published as planned, or that the client has approved it. */
function Standing({ post: { approval, paused } }: { post: PlannedPost }) {
  return (
    <>
      {approval === 'waiting' && <StatusBadge status="approval" />}
      {approval === 'sent-back' && <StatusBadge status="sent-back" />}
      {approval === 'approved' && <StatusBadge status="approved" />}
      {paused && <StatusBadge status="paused" />}
    </>
  );
}
