import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hearWindows, tellWindows } from '../../../api/connect-channel.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';

const patienceMilliseconds = 4000;

/**
 * `/social-connect-code`: passes the code of YouTube's or Facebook's consent to the window that started the visit, and
 * closes. The other networks' callbacks do the same for a visit from a connect link.
 */
export default function SocialConnectCode() {
  const [params] = useSearchParams();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    const state = params.get('state') ?? '';
    const deaf = hearWindows((news) => {
      if (news.kind !== 'taken' || news.state !== state) return;
      clearTimeout(patience);
      window.close();
    });
    const patience = setTimeout(
      () =>
        setProblem('The page where you pressed Connect is no longer open. Please open the client and connect again.'),
      patienceMilliseconds,
    );
    tellWindows({ kind: 'code', state, code: params.get('code') ?? '', error: params.get('error') ?? '' });
    return () => {
      clearTimeout(patience);
      deaf();
    };
  }, [params]);

  return (
    <SignedOut
      title="Connect Account"
      heading={problem === '' ? 'Connecting' : 'That did not work'}
      text={
        <span role={problem === '' ? 'status' : 'alert'}>
          {problem || 'One moment, please. This window closes by itself.'}
        </span>
      }
    >
      {null}
    </SignedOut>
  );
}
