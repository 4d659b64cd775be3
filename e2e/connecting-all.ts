import assert from 'node:assert/strict';
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import { press } from '#networks/testing-consent.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { connect, type Caller } from './arrange.ts';
import type { Product } from './product.ts';

/** A person of the sandbox with every permission there; see sandbox/README.md. */
const personas: Readonly<Record<ConsentNetwork, string>> = {
  reddit: 'sunrise',
  vimeo: 'sunrise',
  facebook: '10158000000000001',
  twitter: '1510000000000000001',
  youtube: 'yt-sunrise',
  linkedin: 'sUnRiSe001',
};

/** Connects an account of each network to a client by the calls that the pages make, and returns their ids. */
export async function connectAll(
  calls: Caller,
  product: Product,
  clientId: string,
): Promise<Readonly<Record<NetworkId, string>>> {
  const consented = (network: ConsentNetwork): Promise<string> => visit(calls, product, { network, clientId });
  return {
    telegram: await connect(calls, product, { clientId, network: 'telegram' }),
    wordpress: await connect(calls, product, { clientId, network: 'wordpress' }),
    medium: await connect(calls, product, { clientId, network: 'medium' }),
    reddit: await consented('reddit'),
    vimeo: await consented('vimeo'),
    facebook: await consented('facebook'),
    twitter: await consented('twitter'),
    youtube: await consented('youtube'),
    linkedin: await consented('linkedin'),
  };
}

/** From the ticket over our own page to the network's, and back with its code. */
async function visit(
  calls: Caller,
  { url }: Product,
  { network, clientId }: { network: ConsentNetwork; clientId: string },
): Promise<string> {
  const app = network === 'vimeo' ? { client_id: 'sandbox-app', client_secret: 'sandbox-secret' } : {};
  const ticket = await calls.ask('connect-ticket', {
    network,
    user_id: clientId,
    key: `story-${network}`.padEnd(16, '0'),
    ...app,
  });
  const popup = await fetch(url + ticket.url, { redirect: 'manual' });
  const back = await press(popup.headers.get('location') ?? '', { persona: personas[network] });
  const state = back.searchParams.get('state') ?? '';
  assert.equal(state, ticket.state);
  return finish(calls, { network, clientId, returned: { state, code: back.searchParams.get('code') ?? '' } });
}

type Returned = { state: string; code: string };

async function finish(
  { ask }: Caller,
  { network, clientId, returned }: { network: ConsentNetwork; clientId: string; returned: Returned },
): Promise<string> {
  switch (network) {
    case 'reddit':
      return (await ask('connect-reddit', returned)).account.id;
    case 'vimeo':
      return (await ask('save-vimeo', returned)).account.id;
    case 'twitter':
      return (await ask('twitter-callback', returned)).account.id;
    case 'linkedin':
      return (await ask('linkedin-callback', returned)).account.id;
    case 'youtube':
      return (await ask('save-youtube', { ...returned, user_id: clientId })).account.id;
    case 'facebook': {
      const { targets } = await ask('facebook-targets', returned);
      const page = targets.find(({ category }) => category === 'page');
      assert.ok(page);
      return (
        await ask('save-facebook', {
          user_id: clientId,
          title: page.title,
          token: returned.state,
          fb_id: page.fb_id,
          category: 'page',
        })
      ).account.id;
    }
    default:
      return network satisfies never;
  }
}
