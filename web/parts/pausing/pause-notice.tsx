import { Button } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './pausing.module.css';
import { askPause, askResume, type PauseTarget } from './targets.ts';
import { Since } from './since.tsx';

type Props = {
  target: Exclude<PauseTarget, { scope: 'everything' }>;
  pausedAt: string | null;
  /** What is published while it is not paused. */ goesOut: string;
};

/**
 * On the page of a client or a schedule: says that it is paused, with a button to resume; otherwise offers to pause it.
 * Hidden from people without the permission.
 */
export function PauseNotice({ target, pausedAt, goesOut }: Props) {
  const allowed = useMay('pause');
  if (!allowed) return null;
  return (
    <div className={styles.notice} data-paused={pausedAt !== null || undefined}>
      <Icon name={pausedAt === null ? 'send' : 'player-pause'} size={18} />
      {pausedAt === null ? (
        <p>{goesOut}</p>
      ) : (
        <p>
          <strong>{target.name} is paused</strong> <Since at={pausedAt} />. Nothing goes out.
        </p>
      )}
      {pausedAt === null ? (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Icon name="player-pause" size={15} />}
          onClick={() => askPause(target)}
        >
          Pause
        </Button>
      ) : (
        <Button size="compact-md" leftSection={<Icon name="player-play" size={15} />} onClick={() => askResume(target)}>
          Resume
        </Button>
      )}
    </div>
  );
}
