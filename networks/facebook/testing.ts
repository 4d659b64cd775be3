/** Facebook of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import type { Consent, Network } from '../network.ts';
import { seenThrough } from '../testing-stage.ts';
import { facebook } from './facebook.ts';

/** The adapter, the sandbox's view of Facebook, and its control calls. */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const network = facebook({
    http,
    addresses: {
      graphUrl: sandbox.facebookGraphUrl,
      videoUrl: sandbox.facebookVideoUrl,
      webUrl: sandbox.facebookAuthUrl,
      version: 'v26.0',
    },
  });
  const { consent, find, engagement } = network;
  if (!consent || !find || !engagement) throw new Error('Facebook is joined, asked and measured');
  const joinable: Required<Pick<Network, 'find' | 'engagement'>> & Network & { consent: Consent } = {
    ...network,
    consent,
    find,
    engagement,
  };
  return { network: joinable, ...seenThrough(sandbox, 'facebook') };
}
