import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAction } from '../../../api/action.ts';
import { useSession } from '../../../api/session.ts';
import { Failure } from '../../../parts/states/failure.tsx';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';

/**
 * `/stop-keyword-mails?token=…`: ends the mails about keywords, on a press, because mail programs open links by
 * themselves.
 */
export default function StopKeywordMails() {
  const [params] = useSearchParams();
  const session = useSession();
  const [isDone, setDone] = useState(false);
  const stop = useAction('stop-keyword-mails', { quiet: true, onDone: () => setDone(true) });
  return (
    <SignedOut
      title="Stop mails"
      heading={isDone ? 'You get no more of these mails' : 'No more mails about keywords?'}
      text={
        isDone
          ? 'The keywords are still watched. You can turn the mails on again on the Trends page.'
          : 'The daily mail with what is new for your clients’ keywords ends at once. The keywords stay watched.'
      }
    >
      {!isDone && (
        <>
          <Button fullWidth loading={stop.busy} onClick={() => void stop.run({ token: params.get('token') ?? '' })}>
            Stop the mails
          </Button>
          <Failure message={stop.failure} />
        </>
      )}
      <p className={styles.forgot}>
        {session ? <Link to={paths.trends()}>Go to Trends</Link> : <Link to={paths.login()}>Go to sign in</Link>}
      </p>
    </SignedOut>
  );
}
