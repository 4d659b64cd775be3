import { Loader, TextInput } from '@mantine/core';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { emailProblem } from '../../../lib/emails.ts';
import { loadPart } from '../../../lib/load-code.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import { endedByServer } from '../../../api/session-store.ts';
import { signIn } from '../../../api/session.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';

const CodeStep = lazy(async () => ({ default: (await loadPart(() => import('./login/code-step.tsx'))).CodeStep }));

/** `/` and `/login`. After signing in, the guest route redirects the person. */
export default function Login() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState({ email: '', password: '' });
  const [ticket, setTicket] = useState('');
  const [sentBack, setSentBack] = useState('');
  const login = useAction('login', {
    quiet: true,
    onDone: (data) => {
      if ('token' in data) return signIn(data);
      setPassword('');
      setTicket(data.ticket);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = { email: emailProblem(email), password: password === '' ? 'Password is required' : '' };
    setProblems(found);
    setSentBack('');
    if (found.email === '' && found.password === '') void login.run({ email, password });
    else showFirstProblem(event.currentTarget);
  };

  if (ticket !== '') {
    const back = (why: string) => {
      setTicket('');
      setSentBack(why);
    };
    const waiting = (
      <SignedOut title="Login" heading="Enter your code">
        <div className={styles.loading}>
          <Loader role="img" aria-label="Loading" />
        </div>
      </SignedOut>
    );
    return (
      <Suspense fallback={waiting}>
        <CodeStep ticket={ticket} onBack={back} />
      </Suspense>
    );
  }
  return (
    <SignedOut
      title="Login"
      heading="Welcome back"
      text={
        endedByServer()
          ? 'Your session has ended. Please sign in again to continue.'
          : 'Sign in to plan and publish for your clients.'
      }
    >
      <form onSubmit={submit} noValidate>
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
          error={problems.email || login.errors.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblems({ ...problems, email: '' });
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          value={password}
          error={problems.password || login.errors.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblems({ ...problems, password: '' });
          }}
        />
        <Failure message={login.failure || sentBack} />
        <SubmitButton busy={login.busy} fullWidth>
          Sign in
        </SubmitButton>
        <p className={styles.forgot}>
          <Link to={paths.forgotPassword()}>Forgot your account details? Click here</Link>
        </p>
      </form>
    </SignedOut>
  );
}
