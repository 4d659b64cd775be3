/** The set-up of the tests of an adapter with a consent page: a sandbox, its clock, and its view of the network. */

import { beforeEach } from 'vitest';
import { z } from 'zod';
import { whenDone } from '#db/testing-ends.ts';
import { openHttp, type Http } from '#outbound/request.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string().default(''),
      text: z.string(),
      status: z.string().default(''),
      media: z.array(z.object({ sha256: z.string(), sizeBytes: z.number(), alt: z.string().default('') })),
    }),
  ),
});

/**
 * A sandbox's clock, which an adapter's recorded waits move forward; its view of a network; its control calls; an
 * attempt made `ago` seconds before.
 */
export function seenThrough(sandbox: Sandbox, name: NetworkId) {
  const waits: number[] = [];
  const now = (): Date => new Date(Date.now() + sandbox.clock.aheadMs);
  const wait = async (seconds: number): Promise<void> => {
    waits.push(seconds);
    sandbox.clock.aheadMs += seconds * 1000;
  };
  const control = (call: string, body: unknown): Promise<Response> =>
    fetch(`${sandbox.controlUrl}/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const feed = async () =>
    feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=${name}`)).json()).posts;
  const lost = (ago = 60) => ({ fencedAt: new Date(now().getTime() - ago * 1000), remoteIds: {} });
  return { waits, clock: { now, wait }, control, feed, lost };
}

type Stage = { waits: number[]; control: (call: string, body: unknown) => Promise<Response> };

/**
 * A sandbox for a file of tests, empty before each of them, with the network's own stage on it. Call it at the top of
 * the file.
 */
export async function onSandbox<S extends Stage>(
  aStage: (means: { sandbox: Sandbox; http: Http }) => S,
): Promise<{ sandbox: Sandbox; http: Http; stage: S }> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  const http = openHttp({ allowPrivateHosts: [] });
  const stage = aStage({ sandbox, http });
  whenDone(async () => {
    await http.close();
    await sandbox.stop();
  });
  beforeEach(async () => {
    stage.waits.length = 0;
    await stage.control('reset', {});
  });
  return { sandbox, http, stage };
}
