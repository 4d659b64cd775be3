import { Button, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { Failure } from './failure.tsx';
import styles from './form-dialog.module.css';
import { SubmitButton } from './submit-button.tsx';

type FormProps = {
  busy: boolean;
  /** Whether what is typed cannot be sent yet. */
  disabled?: boolean;
  /** What the loud button does. */
  action?: string;
  /** How the quiet button, which leaves everything as it was, is called. */
  cancel?: string;
  /** Why the last try failed, where no field says it. */
  failure?: string;
  /** Called with the form, whose fields may have to be shown. */
  onSave: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

type DialogProps = FormProps & {
  title: string;
  size?: ModalRootProps['size'];
  /** False if typed words would be lost by a press beside the dialog. */
  closesOutside?: boolean;
};

/** A dialog of fields that are sent together, or left as they were. */
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

/** The form of such a dialog alone, for a frame that shows something else before or after it. */
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
        // React passes the event on to a form whose component opened this dialog.
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
