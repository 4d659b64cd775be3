import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { Player } from '../../../parts/tutorial/player.tsx';

type Props = { video: Data<'help/fetch-videos'>[number]; opened: boolean; onClose: () => void };

/** A video tutorial with its captions and chapters. */
export default function VideoDialog({ video, opened, onClose }: Props) {
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <DialogFrame opened={opened && isReady} onClose={onClose} title={video.title} size={960}>
      <Player name={video.id} tutorial={video.film} />
    </DialogFrame>
  );
}
