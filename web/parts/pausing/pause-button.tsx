import { ActionIcon, Tooltip } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { Icon } from '../icons/icon.tsx';
import { askPause, askResume, type PauseTarget } from './targets.ts';

type Props = { target: Exclude<PauseTarget, { scope: 'everything' }>; paused: boolean; /** px */ size?: number };

/** Pauses a client, an account or a schedule, or ends its pause; hidden from people without the permission. */
export function PauseButton({ target, paused, size = 36 }: Props) {
  const allowed = useMay('pause');
  if (!allowed) return null;
  const word = paused ? 'Resume' : 'Pause';
  return (
    <Tooltip label={word}>
      <ActionIcon
        variant={paused ? 'light' : 'subtle'}
        {...(paused ? {} : { color: 'gray' })}
        size={size}
        aria-label={`${word} ${target.name}`}
        onClick={() => (paused ? askResume(target) : askPause(target))}
      >
        <Icon name={paused ? 'player-play' : 'player-pause'} />
      </ActionIcon>
    </Tooltip>
  );
}
