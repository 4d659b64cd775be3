import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useAction } from '../../api/action.ts';
import { CodeField } from '../forms/code-field.tsx';
import { Failure } from '../states/failure.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './two-step.module.css';

type Props = { secret: string; uri: string; onOn: (codes: readonly string[]) => void; onCancel: () => void };

/** Transfers the secret to the person's app, as a QR code or as text, and asks for the first code. */
export function SetUp({ secret, uri, onOn, onCancel }: Props) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const { run, busy, errors, failure, forget } = useAction('turn-on-second-factor', {
    onDone: ({ recovery_codes: codes }) => onOn(codes),
  });
  const send = (given: string) => {
    if (busy) return;
    if (given === '') setProblem('Please enter the code');
    else void run({ code: given });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(code);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ol className={styles.steps}>
        <li>
          <p>Scan this with your authenticator app.</p>
          <QrCode text={uri} label="QR code for your authenticator app" />
          <a className={styles.here} href={uri}>
            Open the app on this device
          </a>
        </li>
        <li>
          <p>Or type this key into it:</p>
          <div className={styles.key}>
            <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton what={{ text: secret }} label="Copy the key" size="sm">
              Copy
            </CopyButton>
          </div>
        </li>
        <li>
          <p>Enter the code that the app shows.</p>
          <CodeField
            kind="app"
            waits
            value={code}
            error={problem || errors['code']}
            onWhole={send}
            onChange={(typed) => {
              setCode(typed);
              setProblem('');
              forget();
            }}
          />
        </li>
      </ol>
      <Failure message={Object.keys(errors).length > 0 ? '' : failure} />
      <p className={styles.hint}>You stay signed in here and are signed out everywhere else.</p>
      <div className={styles.end}>
        <Button h={40} variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton busy={busy}>Turn on</SubmitButton>
      </div>
    </form>
  );
}
