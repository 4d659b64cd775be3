import { Checkbox, Select, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { emailProblem } from '../../../lib/emails.ts';
import { passwordHint } from '../../../lib/passwords.ts';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { LeaveGuard } from '../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../parts/forms/unsaved-note.tsx';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import styles from './people.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';

/** The fields of the form. */
export type NewAccount = { name: string; email: string; password: string; send: boolean };
const empty: NewAccount = { name: '', email: '', password: '', send: true };

type Props = {
  /** The type of account it adds: 'Team Member'. */
  type: string;
  /** What is wrong with a password; '' if it is valid. */
  passwordProblem: (password: string) => string;
  busy: boolean;
  errors: Readonly<Record<string, string>>;
  /** Adds it; resolves to whether that succeeded, which empties the form. */
  onSave: (account: NewAccount) => Promise<boolean>;
  /** Further fields. */
  children?: ReactNode;
};

/** The form 'Add Account'. */
export function AddAccount({ type, passwordProblem, busy, errors, onSave, children }: Props) {
  const {
    typed: { fields },
    isTyped,
    isRestored,
    type: put,
    take,
    forget,
  } = useFormDraft({
    formName: `new ${type}`,
    opened: { fields: empty, origin: empty, version: null },
    secret: ['password'],
  });
  const [problems, setProblems] = useState<Partial<Record<keyof NewAccount, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const weak = fields.password === '' ? '' : passwordProblem(fields.password);
  const errorOf = (name: keyof NewAccount) => problems[name] || errors[name];

  const change = (part: Partial<NewAccount>) => {
    put((before) => ({ ...before, fields: { ...before.fields, ...part } }));
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, ''])) }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      name: fields.name.trim() === '' ? 'Account Name is required' : '',
      email: emailProblem(fields.email),
      password: fields.password === '' ? 'Password is required' : weak,
    };
    setProblems(found);
    if (Object.values(found).every((message) => message === '') && (await onSave(fields))) take(empty, null);
    else if (form.current) showFirstProblem(form.current);
  };

  return (
    <section className={styles.panel} aria-labelledby="add-account">
      <h2 id="add-account">Add Account</h2>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <LeaveGuard when={isTyped} onLeave={forget} />
        <UnsavedNote restored={isRestored} onDiscard={() => take(empty, null)} />
        <Select label="Account Type" data={[type]} value={type} allowDeselect={false} />
        <TextInput
          label="Account Name"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          value={fields.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Account Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          value={fields.email}
          error={errorOf('email')}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <PasswordField
          label="Account Password"
          name="password"
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          description={passwordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={fields.password}
          error={weak || errorOf('password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        {children}
        <Checkbox
          label="Email a link to sign in and set a password"
          checked={fields.send}
          onChange={(event) => change({ send: event.currentTarget.checked })}
        />
        <div className={styles.end}>
          <SubmitButton busy={busy} disabled={weak !== ''}>
            Save
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
