import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenedLink } from '#contract/people/connect-links.ts';
import { CallError, call } from '../../../../api/call.ts';
import { enterLink, leaveLink, onLinkLost, resumeLink } from '../../../../api/link-session.ts';

/** The state of a connect link. */
export type LinkState =
  | { kind: 'opening' }
  | { kind: 'open' }
  | { kind: 'stopped'; expires: string; agency: { name: string; logo: string | null } }
  | { kind: 'ended'; why: 'expired' | 'revoked'; agency: { name: string; logo: string | null } }
  | { kind: 'unknown' }
  | { kind: 'failed'; error: Error };

function stateOf(opened: OpenedLink): LinkState {
  switch (opened.state) {
    case 'open':
      return { kind: 'open' };
    case 'stopped':
      return { kind: 'stopped', expires: opened.expires, agency: opened.agency };
    case 'ended':
      return { kind: 'ended', why: opened.why, agency: opened.agency };
    default:
      return opened satisfies never;
  }
}

/** Opens a connect link for this window, and again after its session has expired; ends it when the page is left. */
export function useConnectLink(link: string): { state: LinkState; retry: () => void } {
  const [state, setState] = useState<LinkState>({ kind: 'opening' });
  const asked = useRef(''); // React may run an effect twice, and each opening is counted

  const open = useCallback(async () => {
    setState({ kind: 'opening' });
    try {
      const { data } = await call('open-connect-link', { token: link });
      if (data.state === 'open') enterLink({ link, token: data.token });
      setState(stateOf(data));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState(error.status === 404 || error.status === 422 ? { kind: 'unknown' } : { kind: 'failed', error });
    }
  }, [link]);

  useEffect(() => {
    const stop = onLinkLost(() => void open());
    if (resumeLink(link)) setState({ kind: 'open' });
    else if (asked.current !== link) void open();
    asked.current = link;
    return () => {
      stop();
      leaveLink();
    };
  }, [link, open]);

  return { state, retry: () => void open() };
}
