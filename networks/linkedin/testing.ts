/** LinkedIn of the sandbox for the tests of its adapter. */

import { z } from 'zod';
import type { Sandbox } from '../../sandbox/start.ts';
import type { Consent, Network } from '../network.ts';
import type { Http } from '../request.ts';
import { linkedin } from './linkedin.ts';

const feedShape = z.object({ posts: z.array(z.object({
  id: z.string(), url: z.string(), text: z.string(), media: z.array(z.object({ sha256: z.string(), sizeBytes: z.number() })),
})) });

/** The adapter by the sandbox's clock, which its waits move on and are kept; what the sandbox shows of LinkedIn, and its control calls. */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const waits: number[] = [];
  const network: Network = linkedin({
    http, version: '202609', apiUrl: sandbox.linkedinApiUrl, authUrl: sandbox.linkedinAuthUrl, tokenUrl: sandbox.linkedinTokenUrl, now: () => new Date(Date.now() + sandbox.clock.aheadMs),
    wait: async (seconds) => {
      waits.push(seconds);
      sandbox.clock.aheadMs += seconds * 1000;
    },
  });
  const { consent, refresh, find } = network;
  if (!consent || !refresh || !find) throw new Error('LinkedIn is joined, renewed and asked');
  const joinable: Required<Pick<Network, 'refresh' | 'find'>> & Network & { consent: Consent } = { ...network, consent, refresh, find };
  const control = (call: string, body: unknown): Promise<Response> =>
    fetch(`${sandbox.controlUrl}/${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const feed = async () => feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=linkedin`)).json()).posts;
  return { network: joinable, waits, control, feed };
}
