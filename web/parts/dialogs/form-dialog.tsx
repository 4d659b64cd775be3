import { Button, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { Failure } from '../states/failure.tsx';
import styles from './form-dialog.module.css';
import { SubmitButton } from '../buttons/submit-button.tsx';

type FormProps = {
  busy: boolean;
  /** Whether the form cannot be sent yet. */
  disabled?: boolean;
  /** The label of the primary button. */
  action?: string;
  /** The label of the button that changes nothing. */
  cancel?: string;
  /** Why the last try failed, if no field says so. */
  failure?: string;
  /** Called with the form, whose fields may need the focus. */
  onSave: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

type DialogProps = FormProps & {
  title: string;
  size?: ModalRootProps['size'];
  /** False if a press beside the dialog would lose typed words. */
  closesOutside?: boolean;
};

/** A dialog of fields that are sent together or not at all. */
export function FormDialog({ title, size, closesOutside, ...form }: DialogProps) {
  return (
    <DialogFrame
      opened
      onClose={form.onClose}
      title={title}
      {...(size === undefined ? {} : { size })}
      {...(closesOutside === undefined ? {} : { closesOutside })}
    >
      <DialogForm {...form} />
    </DialogFrame>
  );
}

/** Only the form of such a dialog, for a frame with other content before or after it. */
export function DialogForm({
  busy,
  disabled = false,
  action = 'Save',
  cancel = 'Cancel',
  failure = '',
  onSave,
  onClose,
  children,
}: FormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React also passes the event to the form whose component opened this dialog.
        event.stopPropagation();
        onSave(event.currentTarget);
      }}
    >
      {children}
      <Failure message={failure} />
      <div className={styles.buttons}>
        <Button variant="default" h={40} onClick={onClose}>
          {cancel}
        </Button>
        <SubmitButton busy={busy} disabled={disabled}>
          {action}
        </SubmitButton>
      </div>
    </form>
  );
}
