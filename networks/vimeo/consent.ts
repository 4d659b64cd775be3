import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import { appAuth, askTokens } from '../oauth.ts';
import type { Consent, Consented } from '../network.ts';
import { accept, openVimeo, readReply } from './api.ts';

/**
 * The scopes: reading the account and its private videos while they are processed, uploading, and naming uploads.
 * Source: developer.vimeo.com/api/authentication, scopes.
 */
const scopes = ['public', 'private', 'create', 'edit', 'upload'] as const;

const meShape = z.object({ uri: z.string().regex(/^\/users\/\d+$/), name: z.string(), link: z.string().default('') });

/**
 * Connecting with the person's own app, whose id and secret they type. The consent page is at `authUrl`, tokens come
 * from `apiUrl`; they do not expire. Source: developer.vimeo.com/api/authentication, read 2026-11-21.
 */
export function vimeoConsent({ http, apiUrl, authUrl }: { http: Http; apiUrl: string; authUrl: string }): Consent {
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(`${authUrl}/oauth/authorize`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes.join(' '),
      }).toString();
      return url.href;
    },
    async complete({ app, code, redirectUri }, { signal }) {
      const tokens = await askTokens({
        http,
        name: 'Vimeo',
        url: new URL(`${apiUrl}/oauth/access_token`),
        fields: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        headers: { authorization: appAuth(app), accept },
        signal,
      });
      if (tokens.kind === 'refused' && tokens.error === 'invalid_client')
        return refused(
          'Vimeo does not know this Client ID with this Client Secret. Copy both again from your app on ' +
            'developer.vimeo.com.',
        );
      if (tokens.kind !== 'tokens') return refused(tokens.message);
      if (tokens.scopes !== null && !tokens.scopes.includes('upload'))
        return refused(
          'Vimeo did not allow uploading videos. Please allow everything that is requested, and ask Vimeo for upload ' +
            'access for your app if it has none.',
        );
      const me = readReply(
        await openVimeo({ http, apiUrl, token: tokens.accessToken })({
          method: 'GET',
          path: '/me',
          query: { fields: 'uri,name,link' },
          signal,
        }),
        meShape,
      );
      if (me.kind === 'failed') return refused(me.failure.message);
      const { uri, name, link } = me.value;
      return {
        kind: 'connected',
        next: null,
        accounts: [
          {
            externalId: uri.slice('/users/'.length),
            username: name,
            profile: { link },
            credentials: { accessToken: tokens.accessToken },
            expiresAt: tokens.expiresAt,
          },
        ],
      };
    },
  };
}

const refused = (message: string): Consented => ({ kind: 'refused', message });
