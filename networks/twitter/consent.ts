import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import type { Account, Consent, Consented, FreshAccount, NetworkApp, Refreshed, Revoked } from '../network.ts';
import {
  appAuth,
  askRevocation,
  askTokens,
  challengeOf,
  noAppToRevoke,
  renewalOf,
  type NoTokens,
  type Tokens,
} from '../oauth.ts';
import { appFaults, isClientForbidden, read, speakAs } from './api.ts';

/** X's base URLs: its API and its pages, without a trailing slash. */
export type BaseUrls = { http: Http; apiUrl: string; authUrl: string };

/**
 * The scopes we ask for. Without `offline.access` there is no refresh token. Source:
 * docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code.
 */
const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
const needed = ['tweet.write', 'users.read'];

const meShape = z.object({
  data: z.object({ id: z.string().min(1), username: z.string().min(1), name: z.string().default('') }),
});

/** OAuth 2 with PKCE. A code of X is valid for 30 seconds, so it is exchanged in the same call that receives it. */
export function consentOf(baseUrls: BaseUrls): Consent {
  const { http, apiUrl, authUrl } = baseUrls;
  return {
    authorizeUrl({ app, state, redirectUri, verifier }) {
      const url = new URL(`${authUrl}/i/oauth2/authorize`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },
    async complete({ app, redirectUri, verifier, code }, { signal }) {
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_id: app.clientId,
      };
      const tokens = await ask(baseUrls, { app, fields, signal });
      if (tokens.kind !== 'tokens') return refused(tokens.message);
      const missing = needed.filter((scope) => tokens.scopes !== null && !tokens.scopes.includes(scope));
      if (missing.length > 0)
        return refused(`X did not give permission to post (${missing.join(', ')}). Nothing was connected.`);
      const speak = speakAs({ http, apiUrl, accessToken: tokens.accessToken, signal });
      const me = read(
        await speak('2/users/me', { method: 'GET', query: { 'user.fields': 'username,name' } }),
        meShape,
        new Date(),
      );
      if (me.kind === 'failed') return refused(me.outcome.message);
      const { id, username, name } = me.value.data;
      const account: FreshAccount = {
        externalId: id,
        username: `@${username}`,
        profile: { username, name },
        credentials: credentialsOf(tokens),
        expiresAt: tokens.expiresAt,
      };
      return { kind: 'connected', accounts: [account], next: null };
    },
  };
}

/** Every use returns another refresh token and invalidates the previous one. */
export async function refreshAt(
  baseUrls: BaseUrls,
  account: Account,
  { app, signal }: { app: NetworkApp; signal: AbortSignal },
): Promise<Refreshed> {
  const refreshToken = account.credentials['refreshToken'] ?? '';
  if (refreshToken === '')
    return {
      kind: 'unauthorized',
      message: 'X gave no permission to stay connected. Please connect the account again.',
    };
  const tokens = await ask(baseUrls, {
    app,
    fields: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: app.clientId },
    signal,
  });
  return renewalOf(tokens, { credentials: (given) => credentialsOf(given, refreshToken), refused: refusedRenewal });
}

/** Source: docs.x.com, OAuth 2.0 authorization code flow with PKCE, "POST oauth2/revoke". */
export function revokeAt(
  { http, apiUrl }: BaseUrls,
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
    name: 'X',
    url: new URL(`${apiUrl}/2/oauth2/revoke`),
    fields,
    headers: { authorization: appAuth(app) },
    signal,
  });
}

/** A refusal of the app (a wrong secret in the settings) says nothing about the account. */
function refusedRenewal({ error, message }: Extract<NoTokens, { kind: 'refused' }>): Refreshed {
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return {
      kind: 'unreachable',
      message: `${message} (check TWITTER_CLIENT_ID and TWITTER_CLIENT_SECRET)`,
      appFault: appFaults.secret,
    };
  }
  if (error === clientForbidden) return { kind: 'unreachable', message, appFault: appFaults.forbidden };
  return { kind: 'unauthorized', message: 'X no longer accepts this connection. Please connect the account again.' };
}

const clientForbidden = 'client-forbidden';
/** X's own form of a refusal when the whole app is blocked. */
const ownWords = z
  .object({ type: z.string().regex(isClientForbidden), detail: z.string().default('') })
  .transform(({ detail }) => ({ error: clientForbidden, error_description: detail }));

const ask = (
  { http, apiUrl }: BaseUrls,
  { app, fields, signal }: { app: NetworkApp; fields: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Tokens | NoTokens> =>
  askTokens({
    http,
    name: 'X',
    url: new URL(`${apiUrl}/2/oauth2/token`),
    fields,
    headers: { authorization: appAuth(app) },
    ownWords,
    signal,
  });

const credentialsOf = ({ accessToken, refreshToken }: Tokens, held = ''): Readonly<Record<string, string>> => ({
  accessToken,
  refreshToken: refreshToken ?? held,
});

const refused = (message: string): Consented => ({ kind: 'refused', message });
