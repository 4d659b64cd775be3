import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CallError, call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import '../../../api/stale.ts'; // the signed-in person then sees the confirmed address
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';

type Outcome = { kind: 'waiting' } | { kind: 'done'; email: string } | { kind: 'refused'; message: string };

const headings = {
  waiting: 'Confirming your email',
  done: 'Your email has been changed',
  refused: 'That did not work',
} as const;

/** `/confirm-email?token=…`: the link sent to a new address makes it the person's email. */
export default function ConfirmEmail() {
  const [params] = useSearchParams();
  const session = useSession();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'waiting' });
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return; // the link works once, and React may run an effect twice
    asked.current = true;
    const confirm = async () => {
      try {
        const { data } = await call('confirm-email', { token: params.get('token') ?? '' });
        setOutcome({ kind: 'done', email: data.email });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setOutcome({ kind: 'refused', message: error.message });
      }
    };
    void confirm();
  }, [params]);

  return (
    <SignedOut title="Change Email" heading={headings[outcome.kind]} text={textOf(outcome)}>
      <p className={styles.forgot}>
        {outcome.kind === 'waiting' && <Loader size="sm" role="img" aria-label="Confirming" />}
        {outcome.kind !== 'waiting' &&
          (session ? (
            <Link to={paths.myAccount()}>Go to My Account</Link>
          ) : (
            <Link to={paths.login()}>Go to sign in</Link>
          ))}
      </p>
    </SignedOut>
  );
}

function textOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'waiting':
      return 'One moment, please.';
    case 'done':
      return `From now on you sign in with ${outcome.email}.`;
    case 'refused':
      return outcome.message;
    default:
      return outcome satisfies never;
  }
}
