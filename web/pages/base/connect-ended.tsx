import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { SignedOut } from '../../shell/signed-out.tsx';
import { paths } from '../../paths.ts';
import styles from './sign-in.module.css';

/** The state or outcome of connecting an account; `userId` is its owner's. */
export type Ending =
  | { kind: 'working' }
  | { kind: 'connected'; message: string; userId: string }
  | { kind: 'failed'; message: string };

const headings = { working: 'Connecting', connected: 'Connected', failed: 'That did not work' } as const;
const readMilliseconds = 1200;

/**
 * The end of a visit to a network: reports the outcome and closes its window, or links back if there is no window to
 * close.
 */
export function ConnectEnded({ ending, title }: { ending: Ending; title: string }) {
  const navigate = useNavigate();
  const going = useRef(false);
  useEffect(() => {
    if (ending.kind !== 'connected' || going.current) return;
    going.current = true;
    setTimeout(() => {
      window.close();
      // Only a pop-up may close itself; otherwise the person came from the client's page.
      setTimeout(() => void navigate(paths.editClient(ending.userId, { tab: 'accounts' }), { replace: true }), 500);
    }, readMilliseconds);
  }, [ending, navigate]);
  return (
    <SignedOut
      title={title}
      heading={headings[ending.kind]}
      text={
        <span role={ending.kind === 'failed' ? 'alert' : 'status'}>
          {ending.kind === 'working' ? 'One moment, please.' : ending.message}
        </span>
      }
    >
      <p className={styles.forgot}>
        {ending.kind === 'working' ? (
          <Loader size="sm" role="img" aria-label="Connecting" />
        ) : (
          <>
            You can close this window.{' '}
            <Link
              to={ending.kind === 'connected' ? paths.editClient(ending.userId, { tab: 'accounts' }) : paths.clients()}
            >
              Back to the client
            </Link>
          </>
        )}
      </p>
    </SignedOut>
  );
}
