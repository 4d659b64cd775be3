import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import styles from './approval.module.css';

type Props = {
  /** The client in whose name it is approved. */
  client: string;
  /** The subject of the approval: '“Good morning”', 'all 12 posts of “Spring”'. */
  what: string;
  busy: boolean;
  failure: string;
  onApprove: (approvedHow: string) => void;
  onClose: () => void;
  /** What is approved, under the question. */ children?: ReactNode;
};

/** The owner approves in the client's name and says how the client agreed, which is recorded. */
export function ForClientDialog({ client, what, busy, failure, onApprove, onClose, children }: Props) {
  const [approvedHow, setApprovedHow] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <FormDialog
      title={`Approve for ${client}?`}
      closesOutside={false}
      busy={busy}
      action="Approve for the client"
      failure={failure}
      onSave={() => {
        if (approvedHow.trim() === '') setProblem('Please say how the client told you');
        else onApprove(approvedHow);
      }}
      onClose={onClose}
    >
      <p className={styles.note}>
        You approve {what} in the name of {client}. It will be published as scheduled, as if {client} had pressed
        Approve. Your name and your note are kept in the activity.
      </p>
      <TextInput
        label={`How did ${client} tell you?`}
        placeholder="On the phone, in a mail, …"
        required
        maxLength={200}
        data-autofocus
        value={approvedHow}
        error={problem}
        onChange={(event) => {
          setApprovedHow(event.currentTarget.value);
          setProblem('');
        }}
      />
      {children}
    </FormDialog>
  );
}
