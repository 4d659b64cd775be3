import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepFocus } from '../../lib/keep-focus.ts';
import { About } from './about.tsx';
import { Ask } from './ask.tsx';
import { closeDialog, confirmed, onDialog, openDialog, type Dialog } from './dialogs.ts';

/** Draws the open dialog. */
export function Dialogs() {
  const dialog = useSyncExternalStore(onDialog, openDialog);
  const [last, setLast] = useState<Dialog | null>(null);
  const [busy, setBusy] = useState(false);
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (dialog) setLast(dialog); // stays drawn while the dialog fades out
    setBusy(false);
  }, [dialog]);

  const drawn = dialog ?? last;
  if (!drawn) return null;
  const opened = dialog !== null && ready;

  if (drawn.kind === 'oops') {
    return (
      <Ask opened={opened} onClose={closeDialog} icon="alert-circle" tone="warn" title="Oops!" text={drawn.text}>
        <Button h={40} onClick={closeDialog} data-autofocus>
          OK
        </Button>
      </Ask>
    );
  }

  const close = () => {
    if (!busy) closeDialog();
  };
  const confirm = async () => {
    setBusy(true);
    try {
      if ((await confirmed(drawn)) && drawn.followsRow) keepFocus(drawn.from);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Ask
      opened={opened}
      busy={busy}
      onClose={close}
      icon="alert-triangle"
      tone="bad"
      title={drawn.title}
      text={drawn.text}
      detail={drawn.about && <About subject={drawn.about} />}
    >
      <Button h={40} variant="default" onClick={close} disabled={busy} data-autofocus>
        {drawn.cancel}
      </Button>
      <Button h={40} px="xs" color="red" onClick={() => void confirm()} disabled={busy}>
        {busy ? drawn.busy : drawn.confirm}
      </Button>
    </Ask>
  );
}
