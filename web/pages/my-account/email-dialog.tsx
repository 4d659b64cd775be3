import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { emailProblem } from '../../emails.ts';
import { Failure } from '../../parts/failure.tsx';
import { showFirstProblem } from '../../parts/first-problem.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useAction } from '../../queries.ts';
import { useUser } from '../../session.ts';
import styles from './my-account.module.css';

/** Asks for another email: the new one and the current password; then says where the link went. */
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
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState({ email: '', password: '' });
  const [sentTo, setSentTo] = useState('');
  const { run, busy, errors, failure } = useAction('change-email', { quiet: true, onDone: () => setSentTo(email.trim()) });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = { email: emailProblem(email), password: password === '' ? 'Current password is required' : '' };
    setProblems(found);
    if (found.email !== '' || found.password !== '' || !(await run({ email, password }))) showFirstProblem(form);
  };
  if (sentTo !== '') {
    return (
      <div className={styles.form} role="status">
        <p className={styles.text}>We have sent a link to <strong>{sentTo}</strong>. Open it within 24 hours, and it is the email of your account.</p>
        <p className={styles.text}>Until then you sign in with {user.email}, where we have sent a notice.</p>
        <div className={styles.end}><Button h={40} variant="default" onClick={onClose} data-autofocus>Close</Button></div>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.text}>We send a link to the new address. Your email stays {user.email} until you open it.</p>
      <TextInput
        label="New email" name="email" type="email" required withAsterisk={false} autoComplete="email" data-autofocus value={email} error={problems.email || errors.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblems({ ...problems, email: '' });
        }}
      />
      <PasswordInput
        label="Current password" name="password" required withAsterisk={false} autoComplete="current-password" visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
        value={password} error={problems.password || errors.password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblems({ ...problems, password: '' });
        }}
      />
      <Failure message={Object.keys(errors).length > 0 ? '' : failure} />
      <div className={styles.end}>
        <Button h={40} variant="default" onClick={onClose}>Cancel</Button>
        <SubmitButton busy={busy}>Send the link</SubmitButton>
      </div>
    </form>
  );
}
