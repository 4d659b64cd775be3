/** One visit to a network's consent page in a pop-up window. */
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { CallError, call } from '../../api/call.ts';
import { hearWindows, tellWindows } from '../../api/connect-channel.ts';
import { linkToken, markLinkVisit, unmarkLinkVisit } from '../../api/link-session.ts';

/** How a visit ended; `choose` is only for Facebook, where pages and groups must still be chosen. */
export type VisitEnd =
  | { kind: 'connected'; message: string }
  | { kind: 'choose'; state: string; list: Data<'facebook-targets'> }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' };

/** A visit in progress. `show` brings its window to the front, `cancel` ends it. */
export type Visit = { network: ConsentNetwork; ended: Promise<VisitEnd>; show: () => void; cancel: () => void };

/** What a visit needs; `app` is the person's own (Vimeo). */
export type VisitRequest = {
  network: ConsentNetwork;
  userId: string;
  app?: { client_id: string; client_secret: string };
};

/**
 * Called once when the window is closed, or is cut off from this page by its network's Cross-Origin-Opener-Policy. The
 * browser reports both alike, so the visit continues and may still succeed.
 */
type OutOfSight = () => void;

const pollMilliseconds = 5000;
const lookMilliseconds = 500;

/** Starts a visit. Must be called directly in a click handler, or the browser blocks the window. */
export function beginVisit({ network, userId, app }: VisitRequest, outOfSight: OutOfSight): Visit {
  const left = Math.max(0, window.screenX + (window.outerWidth - 500) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - 600) / 2);
  const opened = window.open('', '_blank', `popup,width=500,height=600,left=${left},top=${top}`);
  const ending = new AbortController();
  const ended =
    opened === null
      ? Promise.resolve<VisitEnd>({
          kind: 'failed',
          message: 'Your browser blocked the window. Please allow pop-up windows for this site and try again.',
        })
      : follow({ network, userId, app }, { opened, outOfSight, signal: ending.signal }).finally(() => opened.close());
  return { network, ended, show: () => opened?.focus(), cancel: () => ending.abort() };
}

async function follow(
  {
    network,
    userId,
    app = { client_id: '', client_secret: '' },
  }: { network: ConsentNetwork; userId: string; app: VisitRequest['app'] | undefined },
  { opened, outOfSight, signal }: { opened: Window; outOfSight: OutOfSight; signal: AbortSignal },
): Promise<VisitEnd> {
  const key = crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
  try {
    opened.document.title = `Connect ${networkNames[network]}`;
    const {
      data: { url, state },
    } = await call('connect-ticket', { network, user_id: userId, key, ...app }, { signal });
    if (linkToken() !== null) markLinkVisit(state);
    const end = watch({ network, userId, key, state, opened, outOfSight, signal });
    opened.location.replace(url);
    return await end.finally(() => unmarkLinkVisit(state));
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (error instanceof CallError) return { kind: 'failed', message: error.message };
    throw error;
  }
}

type Watched = {
  network: ConsentNetwork;
  userId: string;
  key: string;
  state: string;
  opened: Window;
  outOfSight: OutOfSight;
  signal: AbortSignal;
};

type HandedIn = { userId: string; returned: { state: string; code: string; error: string }; signal: AbortSignal };

/** Sends the code from a network's page to the server. */
async function handIn(network: ConsentNetwork, { userId, returned, signal }: HandedIn): Promise<VisitEnd> {
  const connected = ({ message }: { message: string }): VisitEnd => ({ kind: 'connected', message });
  switch (network) {
    case 'facebook':
      return {
        kind: 'choose',
        state: returned.state,
        list: (await call('facebook-targets', returned, { signal })).data,
      };
    case 'youtube':
      return connected(await call('save-youtube', { ...returned, user_id: userId }, { signal }));
    case 'twitter':
      return connected(await call('twitter-callback', returned, { signal }));
    case 'linkedin':
      return connected(await call('linkedin-callback', returned, { signal }));
    case 'reddit':
      return connected(await call('connect-reddit', returned, { signal }));
    case 'vimeo':
      return connected(await call('save-vimeo', returned, { signal }));
    default:
      return network satisfies never;
  }
}

/**
 * Waits for the end: polls every 5 seconds, and at once when the window reports that it is done, until the server says
 * that the visit is over.
 */
function watch({ network, userId, key, state, opened, outOfSight, signal }: Watched): Promise<VisitEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<VisitEnd>();
  let completing = false;

  const ask = async (): Promise<void> => {
    const {
      message,
      data: { status },
    } = await call('check-network-status', { key }, { signal });
    if (status === true) resolve({ kind: 'connected', message });
    if (status === false) resolve({ kind: 'failed', message });
  };
  const take = async (code: string, error: string): Promise<void> => {
    completing = true;
    resolve(await handIn(network, { userId, returned: { state, code, error }, signal }));
  };
  const closed = async (): Promise<void> => {
    clearInterval(look);
    if (completing) return;
    await ask();
    // A window that has just sent its answer closes itself before the server has stored it.
    await new Promise((done) => setTimeout(done, 1500));
    await ask();
    if (!completing) outOfSight();
  };

  const poll = setInterval(() => void ask().catch(reject), pollMilliseconds);
  const look = setInterval(() => {
    if (opened.closed) void closed().catch(reject);
  }, lookMilliseconds);
  const deaf = hearWindows((news) => {
    if (news.state !== state) return;
    if (news.kind === 'ended') void ask().catch(reject);
    if (news.kind !== 'code' || completing) return;
    tellWindows({ kind: 'taken', state });
    void take(news.code, news.error).catch(reject);
  });
  const give = () => reject(signal.reason);
  signal.addEventListener('abort', give, { once: true });
  return promise.finally(() => {
    clearInterval(poll);
    clearInterval(look);
    deaf();
    signal.removeEventListener('abort', give);
  });
}
