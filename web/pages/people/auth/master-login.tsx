import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { CallError, call } from '../../../api/call.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { signIn } from '../../../api/session.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { paths } from '../../../paths.ts';
import styles from '../../base/sign-in.module.css';

/** `/master-login?email=…&token=…`: an operator's single-use link. */
export default function MasterLogin() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return; // the link works once, and React may run an effect twice
    asked.current = true;
    const email = params.get('email') ?? '';
    const token = (params.get('token') ?? '').replaceAll(' ', '+'); // a plus sign in an address is read as a space
    const enter = async () => {
      try {
        const { message, data } = await call('master-login', { email, token });
        signIn(data);
        notify.success(message);
        await navigate(paths.dashboard(), { replace: true });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        notify.danger(error.message);
        setProblem(error.message || messages.masterLoginInvalid);
      }
    };
    void enter();
  }, [params, navigate]);

  return (
    <SignedOut
      title="Master Login"
      heading={problem === '' ? 'Signing in' : 'That did not work'}
      text={problem || 'One moment, please.'}
    >
      <p className={styles.forgot}>
        {problem === '' ? (
          <Loader size="sm" role="img" aria-label="Signing in" />
        ) : (
          <Link to={paths.login()}>Go to sign in</Link>
        )}
      </p>
    </SignedOut>
  );
}
