import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expiry } from '../../api/expired.ts';
import { useAction } from '../../api/action.ts';
import type { Session } from '../../api/session-store.ts';
import { signIn, signOut } from '../../api/session.ts';
import { CodeField, type CodeKind } from '../forms/code-field.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { DialogForm } from './form-dialog.tsx';
import styles from './identity-dialog.module.css';
import { useQuestion } from './use-question.ts';
import { PasswordField } from '../forms/password-field.tsx';

/** Asks for the password of an expired session over the current page; interrupted calls then continue. */
export function ExpiryDialog() {
  const { drawn, opened } = useQuestion(expiry);
  return (
    <DialogFrame opened={opened} onClose={() => {}} title="Please sign in again" closes={false} above="all" size="sm">
      {drawn && <Steps key={drawn.id} session={drawn.asked} />}
    </DialogFrame>
  );
}

/** The password, and the code if two-step log-in is on. */
function Steps({ session: { user } }: { session: Session }) {
  const [ticket, setTicket] = useState('');
  const [sentBack, setSentBack] = useState('');
  if (ticket === '') return <PasswordStep email={user.email} sentBack={sentBack} onTicket={setTicket} />;
  const back = (why: string) => {
    setSentBack(why);
    setTicket('');
  };
  return <CodeStep ticket={ticket} onBack={back} />;
}

function PasswordStep({
  email,
  sentBack,
  onTicket,
}: {
  email: string;
  sentBack: string;
  onTicket: (ticket: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const login = useAction('login', {
    quiet: true,
    onDone: (data) => ('token' in data ? signIn(data) : onTicket(data.ticket)),
  });

  const submit = () => {
    setMissing(password === '');
    if (password !== '' && !login.busy) void login.run({ email, password });
  };
  return (
    <DialogForm
      busy={login.busy}
      action="Sign in"
      cancel="Sign out"
      failure={login.failure || sentBack}
      onSave={submit}
      onClose={() => void signOut()}
    >
      <p className={styles.text}>
        You have been away for a while. What you typed on this page is still there: sign in to continue where you were.
      </p>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        readOnly
        variant="filled"
        size="md"
        value={email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        data-autofocus
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        value={password}
        error={missing && 'Password is required'}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setMissing(false);
        }}
      />
    </DialogForm>
  );
}

function CodeStep({ ticket, onBack }: { ticket: string; onBack: (why: string) => void }) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const { run, busy, errors, failure, forget } = useAction('login-code', {
    quiet: true,
    onDone: signIn,
    onRefused: ({ status, message }) => {
      if (status === 409) onBack(message);
    },
  });

  const send = (given: string) => {
    setMissing(given.trim() === '');
    if (given.trim() !== '' && !busy) void run({ ticket, code: given });
  };
  const change = (typed: string) => {
    setCode(typed);
    setMissing(false);
    forget();
  };
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    change('');
  };
  return (
    <DialogForm
      busy={busy}
      action="Sign in"
      cancel="Back"
      failure={Object.keys(errors).length > 0 ? '' : failure}
      onSave={() => send(code)}
      onClose={() => onBack('')}
    >
      <p className={styles.text}>
        {kind === 'app'
          ? 'Two-step log-in is on for your account. Enter the six digits that your authenticator app shows now.'
          : 'Each of your recovery codes works once.'}
      </p>
      <CodeField
        kind={kind}
        value={code}
        error={missing ? 'Please enter the code' : errors['code']}
        onChange={change}
        onWhole={send}
      />
      <button type="button" className={styles.other} onClick={turn}>
        {kind === 'app' ? 'Use a recovery code' : 'Use a code from the app'}
      </button>
    </DialogForm>
  );
}
