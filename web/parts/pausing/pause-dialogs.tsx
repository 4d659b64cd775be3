import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAction } from '../../api/action.ts';
import { Ask } from '../dialogs/ask.tsx';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import {
  closePauseDialog,
  onPauseDialog,
  openPauseDialog,
  sentTarget,
  type PauseDialog,
  type PauseTarget,
} from './targets.ts';
import { ResumeForm } from './resume-form.tsx';
import { pauseQuestion, resumeTitle } from './words.ts';

/** Draws the open pause dialog. */
export function PauseDialogs() {
  const dialog = useSyncExternalStore(onPauseDialog, openPauseDialog);
  const [last, setLast] = useState<PauseDialog | null>(null);
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (dialog) setLast(dialog); // stays drawn while the dialog fades out
  }, [dialog]);
  const drawn = dialog ?? last;
  if (!drawn) return null;
  const opened = dialog !== null && ready;
  if (drawn.kind === 'pause') return <PauseQuestion opened={opened} target={drawn.target} />;
  return (
    <DialogFrame opened={opened} onClose={closePauseDialog} title={resumeTitle(drawn.target)} size="46rem" above>
      <ResumeForm key={drawn.id} target={drawn.target} onClose={closePauseDialog} />
    </DialogFrame>
  );
}

function PauseQuestion({ opened, target }: { opened: boolean; target: PauseTarget }) {
  const pause = useAction('pause-publishing', {
    onDone: closePauseDialog,
    onRefused: ({ status }) => {
      if (status === 404) closePauseDialog();
    },
  });
  const { title, text } = pauseQuestion(target);
  const close = () => {
    if (!pause.busy) closePauseDialog();
  };
  return (
    <Ask opened={opened} busy={pause.busy} onClose={close} icon="player-pause" tone="warn" title={title} text={text}>
      <Button h={40} variant="default" onClick={close} disabled={pause.busy}>
        Cancel
      </Button>
      <Button h={40} px="xs" onClick={() => void pause.run(sentTarget(target))} loading={pause.busy} data-autofocus>
        Pause
      </Button>
    </Ask>
  );
}
