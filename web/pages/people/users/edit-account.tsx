import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { LeaveGuard } from '../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../parts/forms/unsaved-note.tsx';
import { passwordHint, passwordProblem } from '../../../lib/passwords.ts';
import styles from './people.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';

type Fields = { name: string; password: string };

type Props = {
  account: { name: string; email: string };
  type: string;
  busy: boolean;
  errors: Readonly<Record<string, string>>;
  form: {
    fields: Fields;
    isEdited: boolean;
    change: (part: Partial<Fields>) => void;
    restored: boolean;
    discard: () => void;
    forget: () => void;
  };
  onSave: () => void;
  onCancel: () => void;
  /** Further fields. */
  children?: ReactNode;
};

/** The form that opens below an account's row. */
export function EditAccount({ account, type, busy, errors, form, onSave, onCancel, children }: Props) {
  const { name, password } = form.fields;
  const [missing, setMissing] = useState('');
  const weak = password === '' ? '' : passwordProblem(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setMissing('Name is required');
    else onSave();
  };
  const cancel = () => {
    form.forget();
    onCancel();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={`Edit ${account.name}`}>
      <LeaveGuard when={!busy && form.isEdited} onLeave={form.forget} />
      <UnsavedNote restored={form.restored} onDiscard={form.discard} />
      <div className={styles.pair}>
        <TextInput
          label="Name"
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          autoFocus
          value={name}
          error={missing || errors['name']}
          onChange={(event) => {
            form.change({ name: event.currentTarget.value });
            setMissing('');
          }}
        />
        <TextInput label="Email Address" type="email" readOnly variant="filled" value={account.email} />
        <PasswordField
          label="Password"
          description={`leave blank for same password. ${passwordHint}`}
          autoComplete="new-password"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          value={password}
          error={weak || errors['password']}
          onChange={(event) => form.change({ password: event.currentTarget.value })}
        />
        <TextInput label="Account Type" readOnly variant="filled" value={type} />
      </div>
      {children}
      <div className={styles.end}>
        <Button variant="default" h={40} onClick={cancel}>
          Cancel
        </Button>
        <SubmitButton busy={busy} disabled={weak !== ''}>
          Update
        </SubmitButton>
      </div>
    </form>
  );
}
