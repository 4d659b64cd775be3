import { useState } from 'react';
import { identity, type Proof } from '../../lib/identity.ts';
import type { Question } from '../../lib/one-question.ts';
import { useAction } from '../../api/action.ts';
import { currentSession } from '../../api/session-store.ts';
import { CodeField, type CodeKind } from '../forms/code-field.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { DialogForm } from './form-dialog.tsx';
import styles from './identity-dialog.module.css';
import { useQuestion } from './use-question.ts';
import { PasswordField } from '../forms/password-field.tsx';

/** Asks the person to confirm their identity, over the current screen; typed words stay. */
export function IdentityDialog() {
  const { question, drawn, opened } = useQuestion(identity);
  return (
    <DialogFrame
      opened={opened}
      onClose={() => question?.answer(false)}
      title="Confirm that it is you"
      closesOutside={false}
      above
      size="sm"
    >
      {drawn && <Form key={drawn.id} question={drawn} />}
    </DialogFrame>
  );
}

function Form({ question: { asked: proof, answer } }: { question: Question<Proof> }) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState('');
  const { run, busy, errors, failure, forget } = useAction('confirm-identity', { quiet: true });

  const send = async (given: string) => {
    if (busy) return;
    if (given.trim() === '') return setProblem(proof === 'password' ? 'Password is required' : 'Please enter the code');
    if (await run({ [proof]: given })) answer(true);
    else if (currentSession() === null) answer(false);
  };
  const change = (typed: string) => {
    setValue(typed);
    setProblem('');
    forget();
  };
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    change('');
  };
  const wrong = problem || errors[proof];

  return (
    <DialogForm
      busy={busy}
      action="Confirm"
      failure={Object.keys(errors).length > 0 ? '' : failure}
      onSave={() => void send(value)}
      onClose={() => answer(false)}
    >
      <p className={styles.text}>
        {proof === 'password'
          ? 'This needs your password once more, in case somebody else is using your browser.'
          : kind === 'app'
            ? 'This needs a code from your authenticator app, in case somebody else is using your browser.'
            : 'Each of your recovery codes works once.'}
      </p>
      {proof === 'password' ? (
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
          value={value}
          error={wrong}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <CodeField kind={kind} value={value} error={wrong} onChange={change} onWhole={(code) => void send(code)} />
      )}
      {proof === 'code' && (
        <button type="button" className={styles.other} onClick={turn}>
          {kind === 'app' ? 'Use a recovery code' : 'Use a code from the app'}
        </button>
      )}
    </DialogForm>
  );
}
