/** X of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import type { Consent, Network } from '../network.ts';
import { seenThrough } from '../testing-stage.ts';
import { twitter } from './twitter.ts';

/**
 * The adapter on the sandbox's clock, which its recorded waits move forward; the sandbox's view of X, and its control
 * calls.
 */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const { clock, ...seen } = seenThrough(sandbox, 'twitter');
  const network: Network = twitter({
    http,
    apiUrl: sandbox.twitterApiUrl,
    authUrl: sandbox.twitterAuthUrl,
    ...clock,
  });
  const { consent, refresh, find, engagement } = network;
  if (!consent || !refresh || !find || !engagement) throw new Error('X is joined, renewed, asked and measured');
  const joinable: Required<Pick<Network, 'refresh' | 'find' | 'engagement'>> & Network & { consent: Consent } = {
    ...network,
    consent,
    refresh,
    find,
    engagement,
  };
  return { network: joinable, ...seen };
}
