import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import type { Account, Consent, NetworkApp, Refreshed, Revoked } from '../network.ts';
import { askRevocation, askTokens, challengeOf, renewalOf } from '../oauth.ts';
import { harmless, openYoutube, type YoutubeAddresses } from './api.ts';

/** The scopes: uploading, and reading the channel and its figures. */
const uploadScope = 'https://www.googleapis.com/auth/youtube.upload';
const readScope = 'https://www.googleapis.com/auth/youtube.readonly';

const channelsShape = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ title: z.string(), customUrl: z.string().optional() }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().optional() }) }).optional(),
      }),
    )
    .default([]),
});

/**
 * Google's consent, with a refresh token (`access_type=offline`, requested again each time, since Google returns it
 * only with a fresh consent) and PKCE. Source: developers.google.com/identity/protocols/oauth2/web-server (read
 * 2026-11-21).
 */
export function youtubeConsent({ http, addresses }: { http: Http; addresses: YoutubeAddresses }): Consent {
  return {
    authorizeUrl({ app, state, redirectUri, verifier }) {
      const url = new URL(addresses.authUrl);
      url.search = new URLSearchParams({
        client_id: app.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: `${uploadScope} ${readScope}`,
        state,
        access_type: 'offline',
        prompt: 'consent',
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
        client_secret: app.clientSecret,
      };
      const tokens = await askTokens({ http, name: 'Google', url: new URL(addresses.tokenUrl), fields, signal });
      if (tokens.kind !== 'tokens') return { kind: 'refused', message: tokens.message };
      const { accessToken, refreshToken, expiresAt, scopes } = tokens;
      if (scopes !== null && ![uploadScope, readScope].every((each) => scopes.includes(each))) {
        return {
          kind: 'refused',
          message:
            'Google was not given the permission to upload videos and to see the channel. Connect again and leave ' +
            'both ticked.',
        };
      }
      if (refreshToken === null)
        return {
          kind: 'refused',
          message:
            'Google gave no lasting permission. Remove this app under your Google account’s third-party access, then ' +
            'connect again.',
        };
      const channels = await openYoutube({ http, apiUrl: addresses.apiUrl, accessToken, signal }).get(
        'channels',
        { part: 'snippet,contentDetails', mine: 'true' },
        channelsShape,
      );
      if (channels.kind === 'failed') return { kind: 'refused', message: harmless(channels.outcome).message };
      const [channel] = channels.value.items;
      if (channel === undefined)
        return {
          kind: 'refused',
          message: 'This Google account has no YouTube channel. Create one on YouTube, then connect again.',
        };
      const {
        id,
        snippet: { title, customUrl = '' },
        contentDetails,
      } = channel;
      const profile = {
        channelUrl: `${addresses.webUrl}/channel/${id}`,
        handle: customUrl,
        uploads: contentDetails?.relatedPlaylists.uploads ?? '',
      };
      return {
        kind: 'connected',
        accounts: [{ externalId: id, username: title, profile, credentials: { accessToken, refreshToken }, expiresAt }],
        next: null,
      };
    },
  };
}

/**
 * A fresh access token; the refresh token stays. A dead one is answered `invalid_grant`; any other refusal concerns our
 * app or is temporary.
 */
export async function refreshYoutube({
  http,
  tokenUrl,
  account,
  app,
  signal,
}: {
  http: Http;
  tokenUrl: string;
  account: Account;
  app: NetworkApp;
  signal: AbortSignal;
}): Promise<Refreshed> {
  const { refreshToken = '' } = account.credentials;
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
  const tokens = await askTokens({ http, name: 'Google', url: new URL(tokenUrl), fields, signal });
  return renewalOf(tokens, {
    credentials: (given) => ({
      ...account.credentials,
      accessToken: given.accessToken,
      refreshToken: given.refreshToken ?? refreshToken,
    }),
    refused: ({ error, message }) =>
      error === 'invalid_grant'
        ? { kind: 'unauthorized', message: 'Google no longer accepts this connection' }
        : { kind: 'unreachable', message },
  });
}

/**
 * Revokes the consent. The token alone is enough. Source: developers.google.com/identity/protocols/oauth2/web-server,
 * "Revoking a token" (read 2026-11-21).
 */
export function revokeYoutube({
  http,
  tokenUrl,
  account,
  signal,
}: {
  http: Http;
  tokenUrl: string;
  account: Account;
  signal: AbortSignal;
}): Promise<Revoked> {
  const { accessToken = '', refreshToken = '' } = account.credentials;
  return askRevocation({
    http,
    name: 'Google',
    url: new URL(tokenUrl.replace(/\/token$/, '/revoke')),
    fields: { token: refreshToken || accessToken },
    signal,
  });
}
