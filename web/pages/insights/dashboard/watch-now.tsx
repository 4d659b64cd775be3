import { Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../../lib/load-code.ts';
import { Icon } from '../../../parts/icons/icon.tsx';

const TutorialDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../../parts/tutorial/tutorial-dialog.tsx'))).TutorialDialog,
}));

/** Opens the video that shows the main job, from a client to a post. */
export function WatchNow() {
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setAsked(true);
    setOpened(true);
  };
  return (
    <>
      <button type="button" onClick={open} aria-haspopup="dialog">
        <Icon name="player-play" size={17} />
        Watch now
      </button>
      {asked && (
        <Suspense fallback={<Loader size={18} role="img" aria-label="Loading the video" />}>
          <TutorialDialog name="tour" title="Watch now" opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
