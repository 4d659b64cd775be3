import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { ShowMore } from '../../../../parts/lists/show-more.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { useCall, useList } from '../../../../api/queries.ts';
import { counted, sayCount } from '../../../../lib/words.ts';
import { ChangeNote, type Change } from '../../../content/streams/stream-editor/change-note.tsx';
import { useWordsChanged } from '../../../content/streams/stream-editor/use-words-changed.ts';
import { paceWords, previewPlan } from './plan-words.ts';
import { PlannedPost } from './posts/planned-post.tsx';
import { PlanProblems } from './problems/plan-problems.tsx';
import { flagsInWords, postsOfPlan } from './posts/posts-of-plan.ts';
import postStyles from './posts/posts.module.css';
import { firstInstant, type Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  /** The networks, each once. */ networks: readonly NetworkId[];
  /** Whether words that are being edited block the plan. */ mustSave: boolean;
  onUnsaved: (id: string, isUnsaved: boolean) => void;
};

/** How many posts are shown at first, and how many more with each press. */
const shownFirst = 5;
const shownMore = 20;

/** What the choices mean: each post as it will look at its time, the last one, and a change of clocks in between. */
export function PlanPreview({ choice, onChange, networks, mustSave, onUnsaved }: Props) {
  const { date, time, zone, frequency, stream, accounts, repurpose } = choice;
  const list = useList('fetch-stream', { id: stream?.id ?? '' }, { enabled: stream !== null });
  const { data: known } = useCall('fetch-networks', {});
  const [shown, setShown] = useState(shownFirst);
  const [onlyFlagged, setOnlyFlagged] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const changed = useWordsChanged(setChange);
  const count = list.first?.stream.items ?? stream?.items ?? 0;
  const isTimed = count > 0 && firstInstant({ date, time, zone }) !== null;
  const rhythm = useMemo(() => ({ origin: `${date} ${time}`, zone, frequency }), [date, time, zone, frequency]);
  const plan = useMemo(() => (isTimed ? previewPlan({ ...rhythm, count }) : null), [isTimed, rhythm, count]);
  const posts = useMemo(
    () => (isTimed ? postsOfPlan(list.items, { ...rhythm, networks, known }) : []),
    [isTimed, rhythm, list.items, networks, known],
  );
  const show = useCallback((ids: ReadonlySet<string> | null) => {
    setPicked(ids);
    setShown(shownFirst);
  }, []);
  const missing = picked !== null && list.items.filter(({ id }) => picked.has(id)).length < picked.size;
  useEffect(() => {
    // The posts that a problem concerns may be on later pages.
    if (missing && list.hasMore && !list.loadingMore && list.moreError === null) list.loadMore();
  }, [missing, list]);
  if (!plan)
    return (
      <aside className={styles.plan} aria-label="The plan">
        <p>Choose a date and a time to see the plan.</p>
      </aside>
    );
  const flagged = posts.filter(({ words }) => words.flags.some((flag) => flag !== 'cut'));
  const offered = picked
    ? posts.filter(({ item }) => picked.has(item.id))
    : onlyFlagged && flagged.length > 0
      ? flagged
      : posts;
  const visible = offered.slice(0, shown);
  const isAllLoaded = !list.hasMore;
  const hasMore = offered.length > visible.length || !isAllLoaded;
  const showMore = () => {
    if (offered.length <= visible.length + shownMore && list.hasMore) list.loadMore();
    setShown(shown + shownMore);
  };
  return (
    <aside className={styles.plan} aria-label="The plan">
      <p className={styles.planHead}>
        {counted(count, 'post')}
        {count > 1 ? `, ${paceWords[frequency]}` : ''}
        {accounts.length > 1 ? `, each to ${accounts.length} accounts` : ''}
      </p>
      {change && <ChangeNote change={change} onClose={() => setChange(null)} />}
      {flagged.length > 0 && (
        <p className={postStyles.look}>
          <span>
            {flagsInWords(flagged)}
            {isAllLoaded ? '' : `, among the first ${sayCount(posts.length)}`}
          </span>
          {flagged.length < posts.length && picked === null && (
            <Button size="compact-sm" variant="default" onClick={() => setOnlyFlagged(!onlyFlagged)}>
              {onlyFlagged ? 'Show all posts' : 'Show only these'}
            </Button>
          )}
        </p>
      )}
      <PlanProblems choice={choice} onChange={onChange} shown={picked} onShow={show} />
      {list.error && posts.length === 0 && (
        <p className={postStyles.look}>
          <span>The posts could not be loaded.</span>
          <Button size="compact-sm" variant="default" onClick={list.retry}>
            Try again
          </Button>
        </p>
      )}
      <ol className={postStyles.posts} aria-label="Posts" data-scrolls tabIndex={0}>
        {visible.map(({ position, at, item, words }) => (
          <PlannedPost
            key={item.id}
            number={position + 1}
            at={at}
            zone={zone}
            item={item}
            words={words}
            mustSave={mustSave}
            onUnsaved={(isUnsaved) => onUnsaved(item.id, isUnsaved)}
            onChanged={changed}
          />
        ))}
      </ol>
      <ShowMore
        className={postStyles.more}
        size="compact-md"
        list={{ hasMore: hasMore && posts.length > 0, loadMore: showMore, loadingMore: list.loadingMore }}
      >
        Show more posts
      </ShowMore>
      {count > visible.length && (
        <p className={styles.planNote}>
          <Icon name="calendar-time" size={16} />
          <span>
            The last, <When at={plan.last.dueAt.toISOString()} zone={zone} form="full" within />
          </span>
        </p>
      )}
      {repurpose && (
        <p className={styles.planNote}>
          <Icon name="repeat" size={16} />
          Then it starts again with the first.
        </p>
      )}
      {plan.note && (
        <p className={styles.planNote} data-tone="warn">
          <Icon name="clock" size={16} />
          {plan.note}
        </p>
      )}
    </aside>
  );
}
