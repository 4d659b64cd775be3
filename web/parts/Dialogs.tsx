import { Button, Modal } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './Dialogs.module.css';
import { closeDialog, onDialog, openDialog, type Dialog } from './dialogs.ts';
import { Icon } from './Icon.tsx';

/** Draws the dialog that is open. */
export function Dialogs() {
  const dialog = useSyncExternalStore(onDialog, openDialog);
  const [last, setLast] = useState<Dialog | null>(null);
  const [busy, setBusy] = useState(false);
  // Opened only once it stands there closed: the modal notes on opening where the focus has to go back to.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (dialog) setLast(dialog); // drawn on while it fades out
    setBusy(false);
  }, [dialog]);

  const drawn = dialog ?? last;
  if (!drawn) return null;

  const answer = async () => {
    if (drawn.kind === 'oops') return closeDialog();
    setBusy(true);
    try {
      if ((await drawn.onConfirm()) !== false && openDialog()?.id === drawn.id) closeDialog();
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    if (!busy) closeDialog();
  };

  return (
    <Modal opened={dialog !== null && ready} onClose={close} withCloseButton={false} size="sm" radius="lg" aria-labelledby="dialog-title" aria-describedby="dialog-text">
      <div className={styles.dialog}>
        <span className={styles.icon} data-kind={drawn.kind}><Icon name={drawn.kind === 'oops' ? 'alert-circle' : 'alert-triangle'} size={28} /></span>
        <h2 id="dialog-title">{drawn.kind === 'oops' ? 'Oops!' : drawn.title}</h2>
        <p id="dialog-text">{drawn.text}</p>
        {drawn.kind === 'oops'
          ? <Button fullWidth onClick={closeDialog} data-autofocus>OK</Button>
          : (
            <div className={styles.buttons}>
              <Button variant="default" onClick={close} disabled={busy} data-autofocus>{drawn.cancel}</Button>
              <Button color="red" onClick={() => void answer()} disabled={busy}>{busy ? drawn.busy : drawn.confirm}</Button>
            </div>
          )}
      </div>
    </Modal>
  );
}
