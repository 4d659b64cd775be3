import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { DialogForm } from '../../../../parts/dialogs/form-dialog.tsx';
import { emailProblem } from '../../../../lib/emails.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { useAction } from '../../../../api/action.ts';
import { useUser } from '../../../../api/session.ts';
import styles from './my-account.module.css';

/**
 * Asks for another email, which may require the person to confirm their identity; then says where the link was sent.
 */
export function EmailDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <DialogFrame opened={opened} onClose={onClose} title="Change Email" closesOutside={false}>
      <EmailForm onClose={onClose} />
    </DialogFrame>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const [sentTo, setSentTo] = useState('');
  const { run, busy, errors, failure } = useAction('change-email', {
    quiet: true,
    onDone: () => setSentTo(email.trim()),
  });

  const submit = async (form: HTMLFormElement) => {
    const isSame = email.trim().toLowerCase() === user.email.toLowerCase();
    const found = isSame ? messages.emailSame : emailProblem(email);
    setProblem(found);
    if (found !== '' || !(await run({ email }))) showFirstProblem(form);
  };
  if (sentTo !== '') {
    return (
      <div className={styles.form} role="status">
        <p className={styles.text}>
          We have sent a link to <strong>{sentTo}</strong>. Open it within 24 hours, and it is the email of your
          account.
        </p>
        <p className={styles.text}>Until then you sign in with {user.email}, where we have sent a notice.</p>
        <div className={styles.end}>
          <Button h={40} variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </div>
      </div>
    );
  }
  return (
    <DialogForm
      busy={busy}
      action="Update"
      failure={Object.keys(errors).length > 0 ? '' : failure}
      onSave={(form) => void submit(form)}
      onClose={onClose}
    >
      <p className={styles.text}>We send a link to the new address. Your email stays {user.email} until you open it.</p>
      <TextInput label="Current email" type="email" readOnly variant="filled" value={user.email} />
      <TextInput
        label="New email"
        name="email"
        type="email"
        required
        withAsterisk={false}
        autoComplete="email"
        data-autofocus
        value={email}
        error={problem || errors.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem('');
        }}
      />
    </DialogForm>
  );
}
