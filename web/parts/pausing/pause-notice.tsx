import { Button } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { Icon } from '../icon.tsx';
import styles from './pausing.module.css';
import { askPause, askResume } from './targets.ts';
import { Since } from './since.tsx';

/**
 * On a client's page: that it is paused, with the way to resume; else the way to pause it. Nothing for those who may
 * not.
 */
export function ClientPause({ id, name, pausedAt }: { id: string; name: string; pausedAt: string | null }) {
  const allowed = useMay('pause');
  if (!allowed) return null;
  const target = { scope: 'client', id, name } as const;
  return (
    <div className={styles.notice} data-paused={pausedAt !== null || undefined}>
      <Icon name={pausedAt === null ? 'send' : 'player-pause'} size={18} />
      {pausedAt === null ? (
        <p>Posts for {name} go out as planned.</p>
      ) : (
        <p>
          <strong>{name} is paused</strong> <Since at={pausedAt} />. Nothing goes out.
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
