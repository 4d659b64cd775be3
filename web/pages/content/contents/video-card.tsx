import { Button, Progress as Bar } from '@mantine/core';
import type { VideoContent } from '#contract/content/videos.ts';
import { useAction } from '../../../api/action.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import type { Status } from '../../../parts/states/state-looks.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { Card, type Selecting } from './card.tsx';
import styles from './contents.module.css';
import { isBeingMade, statusWord, timeLeft } from './video-words.ts';

type Props = { video: VideoContent & { seconds_left?: number | null }; select: Selecting };

const badges = { '3': 'waiting', '4': 'processing', '5': 'processing', '6': 'posted' } as const satisfies Record<
  VideoContent['status'],
  Status
>;

/** A video with its state. While it is being made it cannot be edited; only a complete one can be used. */
export function VideoCard({ video, select }: Props) {
  const { id, name, poster, created, video_path: url, status, failed, message } = video;
  const remove = useAction('delete-video');
  const again = useAction('render-video');
  return (
    <Card
      name={name}
      created={created}
      picture={poster}
      icon="movie"
      select={select}
      status={
        <>
          <StatusBadge status={failed === '1' ? 'failed' : badges[status]}>{statusWord(video)}</StatusBadge>
          {isBeingMade(video) && <Making video={video} />}
          {failed === '1' && message !== '' && <p className={styles.reason}>{message}</p>}
          {failed === '1' && (
            <Button size="compact-sm" variant="default" loading={again.busy} onClick={() => void again.run({ id })}>
              Try again
            </Button>
          )}
        </>
      }
      editor={isBeingMade(video) ? null : paths.createVideo({ id })}
      download={status === '6' && url !== null ? { url, name: `${name}.mp4` } : null}
      onDelete={() =>
        confirmDelete({
          text: 'Do you want to delete this video',
          about: { name, words: url === null ? '' : 'the finished video stays in the library' },
          onConfirm: () => remove.run({ id }),
        })
      }
    />
  );
}

function Making({ video: { id, name, percent, message, seconds_left: seconds = null } }: { video: Props['video'] }) {
  const cancel = useAction('cancel-video');
  const left = timeLeft(seconds);
  return (
    <div className={styles.making}>
      <Bar.Root size="sm">
        <Bar.Section value={percent} aria-label={`Progress of ${name}`} />
      </Bar.Root>
      <span>{message === '' ? `${percent} %${left === '' ? '' : ` · ${left}`}` : `${message}…`}</span>
      <Button size="compact-xs" variant="subtle" loading={cancel.busy} onClick={() => void cancel.run({ id })}>
        Cancel
      </Button>
    </div>
  );
}
