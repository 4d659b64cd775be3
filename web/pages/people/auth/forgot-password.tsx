import { TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { emailProblem } from '../../../lib/emails.ts';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';

/** `/forgot-password`. Its message is the same whether the e-mail has an account or not. */
export default function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState(false);
  const forgot = useAction('forgot-password', { onDone: () => setSent(true) });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    if (found === '') void forgot.run({ email });
    else showFirstProblem(event.currentTarget);
  };

  const text = sent
    ? messages.forgotSent
    : 'Enter the email of your account and we send you a link to choose another password.';
  return (
    <SignedOut title="Forgot Password" heading={sent ? 'Check your inbox' : 'Forgot your password?'} text={text}>
      <form onSubmit={submit} noValidate>
        {!sent && (
          <>
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              required
              withAsterisk={false}
              size="md"
              autoFocus
              value={email}
              error={problem || forgot.errors.email}
              onChange={(event) => {
                setEmail(event.currentTarget.value);
                setProblem('');
              }}
            />
            <SubmitButton busy={forgot.busy} fullWidth>
              Send the link
            </SubmitButton>
          </>
        )}
        <p className={styles.forgot}>
          <Link to={paths.login()}>Back to sign in</Link>
        </p>
      </form>
    </SignedOut>
  );
}
