/** A server with networks in this process whose answers the test sets, for tests of consent. */

import assert from 'node:assert/strict';
import type { Consented, ConsentVisit, FreshAccount, Network } from '#networks/network.ts';
import { aServer } from '../../app/testing/server.ts';

const limits = {
  gapSeconds: 0,
  parallel: 1,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'utf16' as const,
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};

/** The clock of the server. */
export const clock = { now: new Date('2026-06-01T12:00:00Z') };

/** The visits to the networks so far. */
export const visits: ConsentVisit[] = [];

/** The next answers of the networks. */
export const answers: Consented[] = [];

/** A network in this process: its page is never opened, and the script decides the result of its codes. */
export const network = (id: Network['id']): Network => ({
  id,
  limits,
  publish: () => Promise.resolve({ kind: 'rejected', message: 'not in this test' }),
  consent: {
    authorizeUrl: (visit) => {
      visits.push(visit);
      return `https://${id}.test/authorize?state=${visit.state}`;
    },
    complete: () =>
      Promise.resolve(answers.shift() ?? { kind: 'connected', accounts: [account('1', 'sunrise')], next: null }),
    more: (next) =>
      Promise.resolve({
        kind: 'connected',
        accounts: [page(`${next['after']}`, `Page ${next['after']}`), page('9', 'Page 1')],
        next: null,
      }),
  },
});

/** An account from a network. */
export const account = (externalId: string, username: string): FreshAccount => ({
  externalId,
  username,
  profile: {},
  credentials: { token: 'secret' },
  expiresAt: new Date('2026-07-01T00:00:00Z'),
});

/** A page from a network. */
export const page = (externalId: string, username: string): FreshAccount => ({
  externalId,
  username,
  profile: { category: 'page' },
  credentials: { token: `secret ${externalId}` },
});

/** Our app at the networks. */
export const app = { clientId: 'our-app', clientSecret: 'our-secret' };

/** The server. */
export const server = await aServer({
  networks: { reddit: network('reddit'), vimeo: network('vimeo'), facebook: network('facebook') },
  clock: () => clock.now,
  config: { apps: { reddit: app, facebook: app } },
});
let tries = 0;

/** Begins a visit as the pop-up does; returns the key, the returned `state`, and the pop-up's URL. */
export async function begin(
  sent: { network: 'reddit' | 'vimeo' | 'facebook'; user_id: string; client_id?: string; client_secret?: string },
  as = server.owner,
) {
  tries += 1;
  const key = `key-of-try-${String(tries).padStart(8, '0')}`;
  const { url } = await server.ask('connect-ticket', { ...sent, key }, { as });
  const response = await server.send(url, { redirect: 'manual' });
  return { key, url, location: response.headers.get('location') ?? '', state: visits.at(-1)?.state ?? '' };
}

/** The answer when polling with a key. */
export const statusOf = async (key: string, as = server.owner) => {
  const reply = await server.call('check-network-status', { key }, { as });
  return reply.status ? [reply.data.status, reply.message] : assert.fail(reply.message);
};
