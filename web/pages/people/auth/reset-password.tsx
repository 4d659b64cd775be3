import { TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { emailProblem } from '../../../lib/emails.ts';
import { passwordHint, passwordProblem } from '../../../lib/passwords.ts';
import { useAction } from '../../../api/action.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';

/** `/reset-password?token=…`. The request is not sent while there is an error. */
export default function ResetPassword() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  // The email of a person who bought a membership may belong to another account: the server says so, and the person
  // chooses one.
  const [email, setEmail] = useState<string | null>(null);
  const [problems, setProblems] = useState({ email: '', password: '', confirmation: '' });
  const navigate = useNavigate();
  const reset = useAction('reset-password', {
    onDone: () => void navigate('/'),
    onRefused: ({ errors }) => {
      if (errors['email'] !== undefined) setEmail((before) => before ?? '');
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const weak = passwordProblem(password);
    const found = {
      email: email === null ? '' : emailProblem(email),
      password: weak,
      confirmation: weak === '' && password !== confirmation ? messages.passwordsDiffer : '',
    };
    setProblems(found);
    if (Object.values(found).every((problem) => problem === ''))
      void reset.run({
        password,
        confirm_password: confirmation,
        password_token: token,
        ...(email === null ? {} : { email }),
      });
    else showFirstProblem(event.currentTarget);
  };

  if (token === '') {
    return (
      <SignedOut title="Reset Password" heading="This link is incomplete" text={messages.resetInvalid}>
        <p className={styles.forgot}>
          <Link to={paths.forgotPassword()}>Ask for a new link</Link>
        </p>
      </SignedOut>
    );
  }
  return (
    <SignedOut title="Reset Password" heading="Choose a new password" text={passwordHint}>
      <form onSubmit={submit} noValidate>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          size="md"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password' }}
          value={password}
          error={problems.password || reset.errors.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblems({ ...problems, password: '' });
          }}
        />
        <PasswordField
          label="Confirm password"
          name="confirm_password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmation' }}
          value={confirmation}
          error={problems.confirmation || reset.errors.confirm_password}
          onChange={(event) => {
            setConfirmation(event.currentTarget.value);
            setProblems({ ...problems, confirmation: '' });
          }}
        />
        {email !== null && (
          <TextInput
            label="Email to sign in with"
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            size="md"
            autoFocus
            value={email}
            error={problems.email || reset.errors['email']}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblems({ ...problems, email: '' });
              reset.forget('email');
            }}
          />
        )}
        <Failure message={reset.errors['email'] === undefined ? reset.failure : ''} />
        <SubmitButton busy={reset.busy} fullWidth>
          Change the password
        </SubmitButton>
        <p className={styles.forgot}>
          <Link to={paths.login()}>Back to sign in</Link>
        </p>
      </form>
    </SignedOut>
  );
}
