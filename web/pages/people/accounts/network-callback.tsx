import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { CallError, call } from '../../../api/call.ts';
import { tellWindows } from '../../../api/connect-channel.ts';
import { isLinkVisit } from '../../../api/link-session.ts';
import { paths } from '../../../paths.ts';
import { ConnectEnded, type Ending } from '../../base/connect-ended.tsx';
import SocialConnectCode from './social-connect-code.tsx';

/** The call of each callback route, and the title of its window. */
const reddit = { path: paths.redditCallback(), name: 'connect-reddit', title: 'Connect Reddit' } as const;
const callbacks = [
  { path: paths.twitterCallback(), name: 'twitter-callback', title: 'Connect Twitter' },
  { path: paths.linkedinCallback(), name: 'linkedin-callback', title: 'Connect LinkedIn' },
  { path: paths.vimeoCallback(), name: 'save-vimeo', title: 'Connect Vimeo' },
] as const;

/**
 * The page to which Twitter, LinkedIn, Reddit and Vimeo redirect the browser. A visit that began on a connect link's
 * page ends there, because this window has no permission.
 */
export default function NetworkCallback() {
  const [params] = useSearchParams();
  const [byLink] = useState(() => isLinkVisit(params.get('state') ?? ''));
  return byLink ? <SocialConnectCode /> : <HandIn />;
}

/** Sends the code to the server, once. */
function HandIn() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const own = pathname.replace(/\/$/, '');
  const { name, title } = callbacks.find(({ path }) => path === own) ?? reddit;
  const state = params.get('state') ?? '';
  const [ending, setEnding] = useState<Ending>(
    state === '' ? { kind: 'failed', message: messages.visitOver } : { kind: 'working' },
  );
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current || state === '') return; // the code works once, and React may run an effect twice
    asked.current = true;
    const finish = async () => {
      try {
        const { message, data } = await call(name, {
          state,
          code: params.get('code') ?? '',
          error: params.get('error') ?? '',
        });
        setEnding({ kind: 'connected', message, userId: data.user_id });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setEnding({ kind: 'failed', message: error.message });
      } finally {
        tellWindows({ kind: 'ended', state });
      }
    };
    void finish();
  }, [name, params, state]);

  return <ConnectEnded ending={ending} title={title} />;
}
