import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { forgetSession } from '../../../api/session-store.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { deletionWords } from './words.ts';
import styles from '../../base/sign-in.module.css';

type Deletion = Data<'fetch-deletion'>;

/**
 * `/account-deleted?token=…`: the page after the person deleted everything; shows the deletion until it is finished.
 */
export default function AccountDeleted() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [done, setDone] = useState(false);
  const { data, error } = useCall('fetch-deletion', { token }, { every: done ? 0 : 1000, enabled: token !== '' });
  const isSignedIn = useSession() !== null;
  // The app finds at start that the deleted person's session is over. Anybody else who is signed in here stays signed
  // in.
  useEffect(() => {
    if (!isSignedIn) forgetSession({ byChoice: true });
  }, [isSignedIn]);
  useEffect(() => setDone(data?.step === 'done'), [data]);
  const heading =
    data?.step === 'done' ? 'Your data has been deleted' : data ? 'Your data is being deleted' : 'Account Data';
  return (
    <SignedOut
      title="Account Data"
      heading={heading}
      text={data ? textOf(data, { isSignedIn }) : (error?.message ?? 'One moment, please.')}
    >
      {data && data.step !== 'done' && (
        <div>
          <Progress.Root size="lg">
            <Progress.Section
              value={data.percent}
              color="brand"
              aria-label="Deleting your data"
              aria-valuetext={`${data.percent}%, ${deletionWords(data.step)}`}
            />
          </Progress.Root>
          <p className={styles.forgot} role="status">
            {deletionWords(data.step)}…
          </p>
        </div>
      )}
      {(error !== null || data?.step === 'done') && (
        <p className={styles.forgot}>
          {isSignedIn ? (
            <Link to={paths.dashboard()}>Go to the dashboard</Link>
          ) : (
            <Link to={paths.login()}>Go to sign in</Link>
          )}
        </p>
      )}
    </SignedOut>
  );
}

function textOf(
  { step, revoked, unrevoked, mail_failed: mailFailed }: Deletion,
  { isSignedIn }: { isSignedIn: boolean },
): string {
  if (step !== 'done')
    return (
      `${isSignedIn ? 'Nothing' : 'You are signed out, and nothing'} more is published. You may close this page: ` +
      'the rest continues by itself.'
    );
  const mail = mailFailed ? 'The final email could not be sent.' : 'We have sent you a final email.';
  const access =
    unrevoked > 0
      ? ` We could not revoke our access to ${counted(unrevoked, 'account')}: please remove us in the settings ` +
        'there.'
      : revoked > 0
        ? ` Our access to ${counted(revoked, 'account')} has been taken back.`
        : '';
  return `All data of your agency is deleted from our database and our storage. ${mail}${access}`;
}
