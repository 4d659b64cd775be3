/** X of the sandbox for the tests of its adapter. */

import { z } from 'zod';
import type { Sandbox } from '../../sandbox/start.ts';
import type { Consent, Network } from '../network.ts';
import type { Http } from '../request.ts';
import { twitter } from './twitter.ts';

const feedShape = z.object({ posts: z.array(z.object({
  id: z.string(), url: z.string(), text: z.string(), media: z.array(z.object({ sha256: z.string(), sizeBytes: z.number() })),
})) });

/** The adapter by the sandbox's clock, which its waits move on and are kept; what the sandbox shows of X, and its control calls. */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const waits: number[] = [];
  const network: Network = twitter({
    http, apiUrl: sandbox.twitterApiUrl, authUrl: sandbox.twitterAuthUrl, now: () => new Date(Date.now() + sandbox.clock.aheadMs),
    wait: async (seconds) => {
      waits.push(seconds);
      sandbox.clock.aheadMs += seconds * 1000;
    },
  });
  const { consent, refresh, find, engagement } = network;
  if (!consent || !refresh || !find || !engagement) throw new Error('X is joined, renewed, asked and measured');
  const joinable: Required<Pick<Network, 'refresh' | 'find' | 'engagement'>> & Network & { consent: Consent } = { ...network, consent, refresh, find, engagement };
  const control = (call: string, body: unknown): Promise<Response> =>
    fetch(`${sandbox.controlUrl}/${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const feed = async () => feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=twitter`)).json()).posts;
  return { network: joinable, waits, control, feed };
}
