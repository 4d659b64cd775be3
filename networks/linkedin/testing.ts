/** LinkedIn of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import type { Consent, Network } from '../network.ts';
import { seenThrough } from '../testing-stage.ts';
import { linkedin } from './linkedin.ts';

/**
 * The adapter on the sandbox's clock, which its recorded waits move forward; the sandbox's view of LinkedIn, and its
 * control calls.
 */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const { clock, ...seen } = seenThrough(sandbox, 'linkedin');
  const network: Network = linkedin({
    http,
    version: sandbox.linkedinVersion,
    apiUrl: sandbox.linkedinApiUrl,
    authUrl: sandbox.linkedinAuthUrl,
    tokenUrl: sandbox.linkedinTokenUrl,
    ...clock,
  });
  const { consent, refresh } = network;
  if (!consent || !refresh) throw new Error('LinkedIn is joined and renewed');
  const joinable: Required<Pick<Network, 'refresh'>> & Network & { consent: Consent } = {
    ...network,
    consent,
    refresh,
  };
  return { network: joinable, ...seen };
}
