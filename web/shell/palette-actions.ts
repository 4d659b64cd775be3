import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { IconName } from '../parts/icons/icon.tsx';
import { useMay } from '../api/session.ts';
import { newPost } from '../composer/address.ts';
import { useOpenComposer } from '../composer/open-composer.ts';
import { askPause, askResume } from '../parts/pausing/targets.ts';
import { usePauses } from '../parts/pausing/use-pauses.ts';
import { paths } from '../paths.ts';

/** The palette's actions, each with further words by which it is found. */
export type Action = { label: string; words: string; icon: IconName; run: () => void };

/** The actions that this person may take now. */
export function useActions(): Action[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const navigate = useNavigate();
  const mayManageClients = useMay('manageClients');
  const mayStreams = useMay('manageStreams');
  const maySchedule = useMay('schedule');
  const pausing = usePausing();
  const compose = useOpenComposer();
  const goTo = (to: string) => () => void navigate(to);
  const actions: (Action | null)[] = [
    mayManageClients
      ? { label: 'New client', words: 'add create', icon: 'user-plus', run: goTo(paths.addClient()) }
      : null,
    mayStreams
      ? { label: 'New stream', words: 'add create content', icon: 'plus', run: goTo(paths.createStream()) }
      : null,
    maySchedule
      ? { label: 'New post', words: 'add create write compose draft', icon: 'pencil', run: () => compose(newPost) }
      : null,
    maySchedule
      ? {
          label: 'New schedule',
          words: 'add create plan',
          icon: 'calendar-plus',
          run: goTo(paths.scheduler({ new: '' })),
        }
      : null,
    maySchedule
      ? {
          label: 'Failed posts of this month',
          words: 'errors broken',
          icon: 'circle-x',
          run: goTo(paths.ledgerPosts({ place: 'failed' })),
        }
      : null,
    pausing,
    isDark
      ? { label: 'Light colours', words: 'theme mode colors', icon: 'sun', run: () => setColorScheme('light') }
      : { label: 'Dark colours', words: 'theme mode colors night', icon: 'moon', run: () => setColorScheme('dark') },
    colorScheme === 'auto'
      ? null
      : {
          label: 'Colours of the system',
          words: 'theme mode colors light dark automatic',
          icon: 'device-desktop',
          run: () => setColorScheme('auto'),
        },
  ];
  return actions.filter((action) => action !== null);
}

/** Pausing or resuming everything; null without the permission: only the owner resumes what the owner has paused. */
function usePausing(): Action | null {
  const allowed = useMay('pause');
  const isOwner = useMay('accountData');
  const pauses = usePauses();
  if (!allowed || !pauses || (pauses.everything?.processing_stopped === true && !isOwner)) return null;
  return pauses.everything === null
    ? {
        label: 'Pause everything',
        words: 'stop publishing',
        icon: 'player-pause',
        run: () => askPause({ scope: 'everything' }),
      }
    : {
        label: 'Resume publishing',
        words: 'start everything',
        icon: 'player-play',
        run: () => askResume({ scope: 'everything' }),
      };
}
