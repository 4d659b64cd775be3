import type { Http } from '#outbound/request.ts';
import type { Network } from '../network.ts';
import { openYoutube, type YoutubeAddresses } from './api.ts';
import { refreshYoutube, revokeYoutube, youtubeConsent } from './consent.ts';
import { engagement } from './engagement.ts';
import { youtubeLimits } from './limits.ts';
import { check, find, publish } from './publish.ts';

/** A channel on YouTube. Credentials hold the access token, valid for an hour, and the refresh token that renews it. */
export function youtube({ http, addresses }: { http: Http; addresses: YoutubeAddresses }): Network {
  const open = (credentials: Readonly<Record<string, string>>, signal: AbortSignal) =>
    openYoutube({ http, apiUrl: addresses.apiUrl, accessToken: credentials['accessToken'] ?? '', signal });
  return {
    id: 'youtube',
    limits: youtubeLimits,
    consent: youtubeConsent({ http, addresses }),
    refresh: (account, { app, signal }) => refreshYoutube({ http, tokenUrl: addresses.tokenUrl, account, app, signal }),
    revoke: (account, { signal }) => revokeYoutube({ http, tokenUrl: addresses.tokenUrl, account, signal }),
    publish: (content, account, context) =>
      publish({ youtube: open(account.credentials, context.signal), addresses, content, context }),
    check: (ticket, account, { signal }) => check({ youtube: open(account.credentials, signal), addresses, ticket }),
    find: (content, account, attempt, { signal }) =>
      find({ youtube: open(account.credentials, signal), addresses, content, account, attempt }),
    engagement: (postIds, account, { signal }) => engagement(open(account.credentials, signal), postIds),
  };
}
