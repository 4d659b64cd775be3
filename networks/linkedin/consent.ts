import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { Http } from '#outbound/request.ts';
import type { Account, Consent, Consented, FreshAccount, NetworkApp, Refreshed, Revoked } from '../network.ts';
import { askRevocation, askTokens, noAppToRevoke, renewalOf, type NoTokens, type Tokens } from '../oauth.ts';

/**
 * LinkedIn's base URLs: its API, its pages, and its tokens (`https://www.linkedin.com` like the pages), without a
 * trailing slash.
 */
export type BaseUrls = { http: Http; apiUrl: string; authUrl: string; tokenUrl: string };

/**
 * The scopes of the products that everybody may add to an app: "Sign In with LinkedIn using OpenID Connect" and "Share
 * on LinkedIn".
 */
const scopes = ['openid', 'profile', 'w_member_social'];
const needed = 'w_member_social';

const memberShape = z.object({ sub: z.string().min(1), name: z.string().default('') });

/**
 * OAuth 2 with a secret, without PKCE. Source:
 * learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow.
 */
export function consentOf(baseUrls: BaseUrls): Consent {
  const { http, apiUrl, authUrl } = baseUrls;
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(`${authUrl}/oauth/v2/authorization`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes.join(' '),
      }).toString();
      return url.href;
    },
    async complete({ app, redirectUri, code }, { signal }) {
      const tokens = await ask(baseUrls, {
        app,
        fields: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        signal,
      });
      if (tokens.kind !== 'tokens') return refused(tokens.message);
      if (tokens.scopes !== null && !tokens.scopes.includes(needed))
        return refused('LinkedIn did not give permission to post. Nothing was connected.');
      const url = new URL(`${apiUrl}/v2/userinfo`);
      const reply = await http.send({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${tokens.accessToken}`, accept: 'application/json' },
        signal,
      });
      if (reply.kind !== 'answered') return refused(reply.message);
      const member = memberShape.safeParse(parseJson(reply.text));
      if (reply.status !== 200 || !member.success)
        return refused(`LinkedIn did not say whose account this is (status ${reply.status}). Please try again.`);
      const { sub, name } = member.data;
      const account: FreshAccount = {
        externalId: sub,
        username: name || sub,
        profile: { author: `urn:li:person:${sub}` },
        credentials: credentialsOf(tokens),
        expiresAt: tokens.expiresAt,
      };
      return { kind: 'connected', accounts: [account], next: null };
    },
  };
}

/** LinkedIn gives refresh tokens to approved partners only; others connect again every 60 days. */
export async function refreshAt(
  baseUrls: BaseUrls,
  account: Account,
  { app, signal }: { app: NetworkApp; signal: AbortSignal },
): Promise<Refreshed> {
  const refreshToken = account.credentials['refreshToken'] ?? '';
  if (refreshToken === '')
    return {
      kind: 'unauthorized',
      message: 'LinkedIn connections of this app last 60 days. Please connect the account again.',
    };
  const tokens = await ask(baseUrls, {
    app,
    fields: { grant_type: 'refresh_token', refresh_token: refreshToken },
    signal,
  });
  return renewalOf(tokens, { credentials: (given) => credentialsOf(given, refreshToken), refused: refusedRenewal });
}

/**
 * The address follows RFC 7009. LinkedIn's own pages do not mention it; clients in production use it (read 2026-11-21),
 * so a refusal is possible.
 */
export function revokeAt(
  { http, tokenUrl }: BaseUrls,
  { credentials }: Account,
  { app, signal }: { app: NetworkApp | null; signal: AbortSignal },
): Promise<Revoked> {
  if (app === null) return Promise.resolve(noAppToRevoke);
  const { accessToken = '' } = credentials;
  return askRevocation({
    http,
    name: 'LinkedIn',
    url: new URL(`${tokenUrl}/oauth/v2/revoke`),
    fields: { token: accessToken, client_id: app.clientId, client_secret: app.clientSecret },
    signal,
  });
}

/** A refusal of the app (a wrong secret in the settings) says nothing about the account. */
function refusedRenewal({ error, message }: Extract<NoTokens, { kind: 'refused' }>): Refreshed {
  if (/invalid_client|unauthorized_client/.test(error))
    return { kind: 'unreachable', message: `${message} (check LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET)` };
  return {
    kind: 'unauthorized',
    message: 'LinkedIn no longer accepts this connection. Please connect the account again.',
  };
}

const ask = (
  { http, tokenUrl }: BaseUrls,
  { app, fields, signal }: { app: NetworkApp; fields: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Tokens | NoTokens> =>
  askTokens({
    http,
    name: 'LinkedIn',
    url: new URL(`${tokenUrl}/oauth/v2/accessToken`),
    fields: { ...fields, client_id: app.clientId, client_secret: app.clientSecret },
    signal,
  });

const credentialsOf = ({ accessToken, refreshToken }: Tokens, held = ''): Readonly<Record<string, string>> => ({
  accessToken,
  ...((refreshToken ?? held) === '' ? {} : { refreshToken: refreshToken ?? held }),
});

const refused = (message: string): Consented => ({ kind: 'refused', message });
