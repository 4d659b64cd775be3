import { useState, type FormEvent } from 'react';
import { messages } from '#contract/messages.ts';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { passwordHint, passwordProblem } from '../../../../lib/passwords.ts';
import { useAction } from '../../../../api/action.ts';
import styles from './my-account.module.css';
import { PasswordField } from '../../../../parts/forms/password-field.tsx';
import { OwnOnly } from '../../../../parts/forms/own-only.tsx';

const empty = { password: '', new_password: '', confirm_password: '' };
type Fields = typeof empty;

const inputs: readonly { field: keyof Fields; label: string; autoComplete: 'current-password' | 'new-password' }[] = [
  { field: 'password', label: 'Current password', autoComplete: 'current-password' },
  { field: 'new_password', label: 'New password', autoComplete: 'new-password' },
  { field: 'confirm_password', label: 'Confirm password', autoComplete: 'new-password' },
];

/** Changes the password; an error is an alert, and is shown beside its field. */
export function PasswordForm() {
  const [fields, setFields] = useState(empty);
  const [problems, setProblems] = useState(empty);
  const { run, busy, errors, forget } = useAction('profile', {
    onDone: () => setFields(empty),
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(fields);
    setProblems(found);
    const alert = found.new_password === messages.newPasswordRule ? found.new_password : found.confirm_password;
    if (alert !== '') alertOops(alert);
    else if (Object.values(found).some((message) => message !== '') || !(await run(fields))) showFirstProblem(form);
  };
  return (
    <section className={styles.panel} aria-labelledby="password-heading">
      <h2 id="password-heading">Change Password</h2>
      <OwnOnly permission="secureAccount">
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          {inputs.map(({ field, label, autoComplete }) => (
            <PasswordField
              key={field}
              label={label}
              name={field}
              required
              withAsterisk={false}
              autoComplete={autoComplete}
              maxLength={200}
              visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}` }}
              value={fields[field]}
              error={problems[field] || errors[field]}
              onChange={(event) => {
                setFields({ ...fields, [field]: event.currentTarget.value });
                setProblems({ ...problems, [field]: '' });
                forget(field);
              }}
            />
          ))}
          <p className={styles.hint}>{passwordHint} You stay signed in here and are signed out everywhere else.</p>
          <div className={styles.end}>
            <SubmitButton busy={busy}>Change Password</SubmitButton>
          </div>
        </form>
      </OwnOnly>
    </section>
  );
}

/**
 * The errors by field. The new password is checked once there is a current one, the confirmation once the new one is
 * valid.
 */
function problemsOf({ password, new_password: chosen, confirm_password: confirmed }: Fields): Fields {
  const weak =
    chosen === '' ? 'New password is required' : passwordProblem(chosen) === '' ? '' : messages.newPasswordRule;
  return {
    password: password === '' ? 'Current password is required' : '',
    new_password: weak,
    confirm_password: weak === '' && chosen !== confirmed ? messages.newPasswordsDiffer : '',
  };
}
