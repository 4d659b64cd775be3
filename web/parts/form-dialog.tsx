import { Button, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './form-dialog.module.css';
import { SubmitButton } from './submit-button.tsx';

type Props = {
  title: string;
  size?: ModalRootProps['size'];
  /** False where typed words would be lost by a press beside the dialog. */
  closesOutside?: boolean;
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog of fields that are saved together, or left as they were. */
export function FormDialog({ busy, onSave, onClose, children, ...frame }: Props) {
  return (
    <DialogFrame opened onClose={onClose} {...frame}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={busy}>Save</SubmitButton>
        </div>
      </form>
    </DialogFrame>
  );
}
