import type { Http } from '#outbound/request.ts';
import type { Network } from '../network.ts';
import { facebookConsent } from './consent.ts';
import { engagement } from './engagement.ts';
import { openGraph, type FacebookAddresses } from './graph.ts';
import { facebookLimits } from './limits.ts';
import { check, find, publish } from './publish.ts';
import { revokeFacebook } from './revoke.ts';

/**
 * Facebook pages. Groups are listed and can be chosen, but Meta no longer lets apps post to them; publishing says so.
 * Credentials hold the page's token and its proof; such a token is valid until the person revokes it, so there is
 * nothing to refresh.
 */
export function facebook({ http, addresses }: { http: Http; addresses: FacebookAddresses }): Network {
  const open = (credentials: Readonly<Record<string, string>>, signal: AbortSignal) =>
    openGraph({
      http,
      addresses,
      speaker: { token: credentials['token'] ?? '', proof: credentials['proof'] ?? '' },
      signal,
    });
  return {
    id: 'facebook',
    limits: facebookLimits,
    consent: facebookConsent({ http, addresses }),
    revoke: (account, context) => revokeFacebook({ http, addresses }, account, context),
    publish: (content, account, context) =>
      publish({
        graph: open(account.credentials, context.signal),
        webUrl: addresses.webUrl,
        content,
        account,
        context,
      }),
    check: (ticket, account, { signal }) =>
      check({ graph: open(account.credentials, signal), webUrl: addresses.webUrl, account, ticket }),
    find: (content, account, attempt, { signal }) =>
      find({ graph: open(account.credentials, signal), webUrl: addresses.webUrl, content, account, attempt }),
    engagement: (postIds, account, { signal }) => engagement(open(account.credentials, signal), postIds),
  };
}
