import { useState, type FormEvent } from 'react';
import { CodeField, type CodeKind } from '../../../../parts/forms/code-field.tsx';
import { Failure } from '../../../../parts/states/failure.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../../api/action.ts';
import { signIn } from '../../../../api/session.ts';
import { SignedOut } from '../../../../shell/signed-out.tsx';
import styles from '../../../base/sign-in.module.css';

type Props = {
  /** Issued for the right password. */
  ticket: string;
  /** Returns to the password, with the reason if the person did not ask for it. */
  onBack: (why: string) => void;
};

/** The second step of a log-in: the code of the person's app, or a recovery code. */
export function CodeStep({ ticket, onBack }: Props) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const { run, busy, errors, failure, forget } = useAction('login-code', {
    quiet: true,
    onDone: signIn,
    onRefused: ({ status, message }) => {
      if (status === 409) onBack(message);
    },
  });

  const send = (given: string) => {
    if (busy) return;
    if (given.trim() === '') setProblem('Please enter the code');
    else void run({ ticket, code: given });
  };
  const change = (typed: string) => {
    setCode(typed);
    setProblem('');
    forget();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(code);
  };
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    change('');
  };
  const text =
    kind === 'app'
      ? 'Two-step log-in is on for your account. Enter the six digits that your authenticator app shows now.'
      : 'Enter one of the recovery codes that you kept when you turned two-step log-in on. Each works once.';
  return (
    <SignedOut title="Login" heading={kind === 'app' ? 'Enter your code' : 'Enter a recovery code'} text={text}>
      <form onSubmit={submit} noValidate>
        <CodeField kind={kind} value={code} error={problem || errors['code']} onChange={change} onWhole={send} />
        <Failure message={Object.keys(errors).length > 0 ? '' : failure} />
        <SubmitButton busy={busy} fullWidth>
          Sign in
        </SubmitButton>
        <p className={styles.ways}>
          <button type="button" onClick={turn}>
            {kind === 'app' ? 'Use a recovery code' : 'Use a code from the app'}
          </button>
          <button type="button" onClick={() => onBack('')}>
            Back
          </button>
        </p>
      </form>
    </SignedOut>
  );
}
