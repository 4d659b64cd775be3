import { TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { WlUser } from '#contract/selling/memberships.ts';
import { messages } from '#contract/messages.ts';
import { lackOf } from '#rules/passwords.ts';
import { passwordHint } from '../../../lib/passwords.ts';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import styles from './selling.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';

/** Update User Info and Update Password of a person who bought a membership. */
export function UserDialog({ user, onClose }: { user: WlUser; onClose: () => void }) {
  return (
    <DialogFrame opened onClose={onClose} title="Edit User" closesOutside={false}>
      <Info user={user} onDone={onClose} />
      <OwnOnly permission="sell">
        <Password id={user.id} onDone={onClose} />
      </OwnOnly>
    </DialogFrame>
  );
}

function Info({ user, onDone }: { user: WlUser; onDone: () => void }) {
  const [name, setName] = useState(user.name);
  const [problem, setProblem] = useState('');
  const update = useAction('change-wl-profile', { onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setProblem('Name is required');
    else void update.run({ id: user.id, name });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="user-info">
      <h3 id="user-info">Update User Info</h3>
      <TextInput
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        error={problem || update.errors['name']}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem('');
          update.forget('name');
        }}
      />
      <TextInput label="Email" readOnly value={user.email} />
      <div className={styles.end}>
        <SubmitButton busy={update.busy}>Update</SubmitButton>
      </div>
    </form>
  );
}

const empty = { password: '', new_password: '', confirm_password: '' };
type Passwords = typeof empty;

const problemsOf = ({ password, new_password: wished, confirm_password: again }: Passwords): Passwords => {
  const isWeak = lackOf(wished) !== null;
  return {
    password: password === '' ? 'Password is required' : '',
    new_password: isWeak ? messages.wlPasswordRule : '',
    confirm_password: !isWeak && wished !== again ? messages.wlPasswordsDiffer : '',
  };
};

const labels: Readonly<Record<keyof Passwords, string>> = {
  password: 'Your own password',
  new_password: 'New Password',
  confirm_password: 'Confirm Password',
};
const fields = ['password', 'new_password', 'confirm_password'] as const;

function Password({ id, onDone }: { id: string; onDone: () => void }) {
  const [typed, setTyped] = useState(empty);
  const [problems, setProblems] = useState(empty);
  const form = useRef<HTMLFormElement>(null);
  const update = useAction('change-wl-password', { onDone });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(typed);
    setProblems(found);
    const isGood = Object.values(found).every((problem) => problem === '');
    if (!(isGood && (await update.run({ id, ...typed }))) && form.current) showFirstProblem(form.current);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-labelledby="user-password"
    >
      <h3 id="user-password">Update Password</h3>
      {fields.map((name) => (
        <PasswordField
          key={name}
          label={labels[name]}
          description={name === 'new_password' ? passwordHint : undefined}
          required
          maxLength={200}
          autoComplete={name === 'password' ? 'current-password' : 'new-password'}
          visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${labels[name]}` }}
          value={typed[name]}
          error={problems[name] || update.errors[name]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [name]: value }));
            setProblems((before) => ({ ...before, [name]: '' }));
            update.forget(name);
          }}
        />
      ))}
      <p className={styles.hint}>The user is signed out everywhere and signs in with the new password.</p>
      <div className={styles.end}>
        <SubmitButton busy={update.busy}>Update Password</SubmitButton>
      </div>
    </form>
  );
}
