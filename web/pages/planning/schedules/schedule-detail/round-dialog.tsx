import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { RoundItem } from '#contract/planning/repurposing.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { EmptyState } from '../../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { ShowMore } from '../../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { Thumbnail } from '../../../../parts/display/thumbnail.tsx';
import { Toolbar } from '../../../../parts/lists/toolbar.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { useAction } from '../../../../api/action.ts';
import { useList } from '../../../../api/queries.ts';
import { counted } from '../../../../lib/words.ts';
import { streamIcons } from '../../../content/streams/stream-icons.ts';
import styles from './next-round.module.css';
import { RestNote } from './rest-note.tsx';

type Props = { scheduleId: string; zone: string; onClose: () => void };

/** The dialog in which a person selects the posts of the next round; every choice takes effect at once. */
export function RoundDialog({ scheduleId, zone, onClose }: Props) {
  const [search, setSearch] = useState('');
  const list = useList('fetch-round', { id: scheduleId, ...(search === '' ? {} : { search }) });
  const rest = useAction('rest-items', { quiet: true });
  const round = list.first?.next_round;
  return (
    <DialogFrame opened onClose={onClose} title={`Next round${round === undefined ? '' : ` (${round})`}`} size="48rem">
      <Text size="sm" c="dimmed" mb="md">
        A resting post is left out from the next round on, until you let it go out again. Posts that are planned already
        stay as they are.
      </Text>
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search by title" />
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {list.loading && <Skeletons rows={4} kind="table" />}
      {list.first && list.items.length === 0 && <EmptyState icon="search" text="No post fits this search." />}
      <ul className={styles.items}>
        {list.items.map((item) => (
          <li key={item.id}>
            <Thumbnail src={item.thumbnails} alt="" size={44} icon={streamIcons[item.type]} />
            <div className={styles.words}>
              <Text fw={600} lineClamp={2}>
                {item.title}
              </Text>
              <History item={item} zone={zone} />
            </div>
            <Switch
              label={item.rests === null ? 'Goes out' : 'Rests'}
              aria-label={`${item.title} goes out in the next round`}
              checked={item.rests === null}
              disabled={rest.busy}
              onChange={() => void rest.run({ id: scheduleId, item_ids: [item.id], rests: item.rests === null })}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </DialogFrame>
  );
}

/** How often and when a post was published, and its engagement. */
function History({ item, zone }: { item: RoundItem; zone: string }) {
  const { rounds_posted: posted, last_posted: at, rests, read, tired } = item;
  const [first, ...later] = read;
  return (
    <>
      <Text size="xs" c="dimmed">
        {posted === 0 ? 'Not posted yet' : `Posted in ${counted(posted, 'round')}`}
        {at !== null && (
          <>
            , last <When at={at} zone={zone} within />
          </>
        )}
      </Text>
      {rests !== null && <RestNote rests={rests} zone={zone} />}
      {first !== undefined && first.points !== null && (
        <Text size="xs" c="dimmed">
          Round {first.round}: {counted(first.points, 'point')}
          {later.map(({ round, points, share }) => (
            <span key={round}>
              {' · '}Round {round}: {points === null ? 'not read' : counted(points, 'point')}
              {share !== null && ` (${Math.round(share * 100)}% of the first)`}
            </span>
          ))}
        </Text>
      )}
      {tired && (
        <span className={styles.iconTile}>
          <Icon name="moon" size={14} /> Tired
        </span>
      )}
    </>
  );
}
