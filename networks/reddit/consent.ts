import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import { appAuth, askRevocation, askTokens, noAppToRevoke, renewalOf, type NoTokens } from '../oauth.ts';
import type { Account, Consent, Consented, NetworkApp, Refreshed, Revoked } from '../network.ts';
import { openReddit, readReply, userAgentOf } from './api.ts';

/**
 * The scopes: the user's identity, posting, subreddits' rules, flair, and the history of posts. Source:
 * reddit.com/dev/api/oauth, read 2026-11-21.
 */
const scopes = ['identity', 'submit', 'read', 'flair', 'history'] as const;

const meShape = z.object({ id: z.string().min(1), name: z.string().min(1) });

/**
 * Reddit's base URLs: `authUrl` for pages, `tokenUrl` for tokens (both `https://www.reddit.com`), `apiUrl`
 * `https://oauth.reddit.com`.
 */
export type BaseUrls = { http: Http; apiUrl: string; authUrl: string; tokenUrl: string; clientId?: string };

/** Connecting on Reddit's page. Source: github.com/reddit-archive/reddit/wiki/OAuth2, read 2026-11-21. */
export function redditConsent({ http, apiUrl, authUrl, tokenUrl }: BaseUrls): Consent {
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(`${authUrl}/api/v1/authorize`);
      url.search = new URLSearchParams({
        client_id: app.clientId,
        response_type: 'code',
        state,
        redirect_uri: redirectUri,
        duration: 'permanent',
        scope: scopes.join(' '),
      }).toString();
      return url.href;
    },
    async complete({ app, code, redirectUri }, { signal }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const tokens = await askReddit({ http, tokenUrl, app, fields, signal });
      if (tokens.kind !== 'tokens') return refused(tokens.message);
      const missing = scopes.find(
        (scope) => tokens.scopes !== null && !tokens.scopes.includes(scope) && !tokens.scopes.includes('*'),
      );
      if (missing !== undefined)
        return refused(`Reddit did not grant "${missing}". Please allow everything that is requested.`);
      const me = readReply(
        await openReddit({ http, apiUrl, token: tokens.accessToken, clientId: app.clientId })({
          path: '/api/v1/me',
          signal,
        }),
        meShape,
      );
      if (me.kind === 'failed') return refused(me.failure.message);
      const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? '' };
      return {
        kind: 'connected',
        next: null,
        accounts: [
          { externalId: me.value.id, username: me.value.name, profile: {}, credentials, expiresAt: tokens.expiresAt },
        ],
      };
    },
  };
}

const refused = (message: string): Consented => ({ kind: 'refused', message });

/** Renews the access token; Reddit's refresh tokens stay the same. */
export async function renewReddit(
  { http, tokenUrl }: Pick<BaseUrls, 'http' | 'tokenUrl'>,
  { credentials }: Account,
  { app, signal }: { app: NetworkApp; signal: AbortSignal },
): Promise<Refreshed> {
  const { refreshToken = '' } = credentials;
  if (refreshToken === '')
    return { kind: 'unauthorized', message: 'Reddit gave nothing to renew this connection with' };
  const tokens = await askReddit({
    http,
    tokenUrl,
    app,
    fields: { grant_type: 'refresh_token', refresh_token: refreshToken },
    signal,
  });
  return renewalOf(tokens, {
    credentials: (given) => ({ accessToken: given.accessToken, refreshToken: given.refreshToken ?? refreshToken }),
    refused: refusedRenewal,
  });
}

/** The line for the operator's log. */
const appFault =
  'Reddit does not accept REDDIT_CLIENT_ID with REDDIT_CLIENT_SECRET: compare them with the app at ' +
  'reddit.com/prefs/apps';

/**
 * A refusal of the app or of the request says nothing about the account. Reddit refuses a dead refresh token with 400,
 * and a wrong form with 200; other statuses come from its gateway.
 */
function refusedRenewal({ status, error, message }: Extract<NoTokens, { kind: 'refused' }>): Refreshed {
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return { kind: 'unreachable', message: `${message} (check REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET)`, appFault };
  }
  if (error === 'unsupported_grant_type' || error === 'invalid_scope') return { kind: 'unreachable', message };
  if (status !== 400 && status !== 200) return { kind: 'unreachable', message };
  return {
    kind: 'unauthorized',
    message: 'Reddit no longer accepts this connection. Please connect the account again.',
  };
}

/**
 * A dead refresh token is answered `{"error": 400}`: a number instead of OAuth's code, sometimes with `message` beside
 * it or instead of it. Source: prawcore, recorded exchange `TestAuthorizer.test_refresh__with_invalid_token` (read
 * 2026-11-22).
 */
const ownWords = z
  .union([
    z.object({ error: z.literal(400), message: z.string().optional() }),
    z.object({ error: z.undefined().optional(), message: z.string() }),
  ])
  .transform(({ message = '' }) => ({
    error: 'invalid_grant',
    error_description: message || 'this sign-in is not accepted any more',
  }));

const askReddit = ({
  http,
  tokenUrl,
  app,
  fields,
  signal,
}: {
  http: Http;
  tokenUrl: string;
  app: NetworkApp;
  fields: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) =>
  askTokens({
    http,
    name: 'Reddit',
    url: new URL(`${tokenUrl}/api/v1/access_token`),
    fields,
    headers: { authorization: appAuth(app), 'user-agent': userAgentOf(app.clientId) },
    ownWords,
    signal,
  });

/**
 * Revoking a refresh token also revokes its access tokens. Source: github.com/reddit-archive/reddit/wiki/OAuth2,
 * "Manually revoking a token", read 2026-11-21.
 */
export function revokeReddit(
  { http, tokenUrl }: Pick<BaseUrls, 'http' | 'tokenUrl'>,
  { credentials }: Account,
  { app, signal }: { app: NetworkApp | null; signal: AbortSignal },
): Promise<Revoked> {
  if (app === null) return Promise.resolve(noAppToRevoke);
  const { accessToken = '', refreshToken = '' } = credentials;
  const fields =
    refreshToken === ''
      ? { token: accessToken, token_type_hint: 'access_token' }
      : { token: refreshToken, token_type_hint: 'refresh_token' };
  return askRevocation({
    http,
    name: 'Reddit',
    url: new URL(`${tokenUrl}/api/v1/revoke_token`),
    fields,
    headers: { authorization: appAuth(app), 'user-agent': userAgentOf(app.clientId) },
    signal,
  });
}
