/** A server with a network for consent and one for typed credentials, for tests of connect links. */

import type { Network } from '#networks/network.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { aServer } from '../../app/testing/server.ts';

/** The server's time, and a hook that runs during a request to Telegram. */
export const stage: { now: Date; during: () => Promise<void> } = {
  now: new Date('2026-06-01T10:00:00Z'),
  during: async () => {},
};

const telegram: Network = {
  ...aNetwork({ id: 'telegram' }).network,
  connect: async ({ chat_id: chat }) => {
    await stage.during();
    return {
      kind: 'connected',
      account: { externalId: chat ?? '', username: `Channel ${chat}`, profile: {}, credentials: {} },
    };
  },
};
const youtube: Network = {
  ...aNetwork({ id: 'youtube' }).network,
  consent: {
    authorizeUrl: ({ state }) => `https://youtube.test/?state=${state}`,
    complete: () =>
      Promise.resolve({
        kind: 'connected',
        accounts: [{ externalId: 'tube', username: 'Tube', profile: {}, credentials: {} }],
        next: null,
      }),
  },
};

/** The server. */
export const server = await aServer({
  clock: () => stage.now,
  networks: { telegram, youtube },
  config: { apps: { youtube: { clientId: 'app', clientSecret: 'secret' } } },
});

/** The account that a person has at a network. */
export const accountOf = (userId: string, chat: string) => ({ user_id: userId, chat_id: chat, bot_token: 't' });

/** The links of a client as the agency sees them. */
export const linksOf = (clientId: string) => server.ask('fetch-connect-links', { client_id: clientId });
