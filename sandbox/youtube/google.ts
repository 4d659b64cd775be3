import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { findApp, provenApp } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import { endTokens, issueCode, redeemCode, renew, type Granted, type Policy } from '../oauth/tokens.ts';
import { people } from './objects.ts';
import type { Token } from '../oauth/rows.ts';

/**
 * Access tokens are valid for an hour less a second; a refresh token stays the same and does not expire. Source:
 * identity/protocols/oauth2/web-server.
 */
export const policy: Policy = {
  network: 'youtube',
  codeSeconds: 600,
  accessSeconds: 3599,
  refreshSeconds: null,
  refresh: 'kept',
  mint,
};

const prefix = 'https://www.googleapis.com/auth/';
const scopes = [
  'openid',
  'email',
  'profile',
  ...['youtube', 'youtube.upload', 'youtube.readonly', 'youtube.force-ssl', 'userinfo.email', 'userinfo.profile'].map(
    (each) => prefix + each,
  ),
];
const asked = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'include_granted_scopes',
  'login_hint',
  'code_challenge',
  'code_challenge_method',
  'enable_granular_consent',
  'nonce',
];

/** accounts.google.com and oauth2.googleapis.com: the consent page at `/o/oauth2/v2/auth`, `/token` and `/revoke`. */
export async function google(context: Context, call: Call): Promise<Reply> {
  if (call.path === '/o/oauth2/v2/auth') return authorize(context, call);
  if (call.path === '/token' && call.method === 'POST') return token(context, call);
  if (call.path === '/revoke' && call.method === 'POST') return revoke(context, call);
  return json(404, { error: 'not_found' });
}

async function authorize(context: Context, call: Call): Promise<Reply> {
  const wrong = (message: string): Reply => consentError({ prefix: '/google', call, networkName: 'Google', message });
  const { query } = call;
  const app = findApp('youtube', query.get('client_id') ?? '');
  const redirectUri = query.get('redirect_uri') ?? '';
  const wanted = (query.get('scope') ?? '').split(' ').filter((each) => each !== '');
  const unknown = [...query.keys()].find((each) => !asked.includes(each));
  const badScope = wanted.find((each) => !scopes.includes(each));
  const challenge = query.get('code_challenge');
  if (!app) return wrong('Error 401: invalid_client. The OAuth client was not found.');
  if (!URL.canParse(redirectUri)) return wrong('Error 400: redirect_uri_mismatch');
  if (unknown !== undefined)
    return wrong(`Error 400: invalid_request. Parameter not allowed for this message type: ${unknown}`);
  if (query.get('response_type') !== 'code')
    return wrong('Error 400: invalid_request. Required parameter is missing: response_type');
  if (wanted.length === 0 || badScope !== undefined)
    return wrong(
      `Error 400: invalid_scope. Some requested scopes were invalid. {valid=[], invalid=[${badScope ?? ''}]}`,
    );
  const method = query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain';
  const isOffline = query.get('access_type') === 'offline';
  return consent(call, {
    network: 'youtube',
    networkName: 'Google',
    prefix: '/google',
    appName: app.name,
    scopes: wanted,
    mayUntick: true,
    personas: people.map(({ id, name, email, note }) => ({ id, name, handle: email, note })),
    redirectUri,
    state: query.get('state'),
    allow: async (persona, granted) => {
      const isKnown = [...context.state.tables.tokens.values()].some(
        (each) => each.network === 'youtube' && each.kind === 'refresh' && each.persona === persona.id && !each.revoked,
      );
      const offline = isOffline && ((query.get('prompt') ?? '').includes('consent') || !isKnown);
      const code = await issueCode(context, policy, {
        clientId: app.clientId,
        persona: persona.id,
        scopes: granted,
        redirectUri,
        offline,
        ...(challenge === null ? {} : { challenge: { text: challenge, method } }),
      });
      return { code, scope: granted.join(' ') };
    },
    deny: { error: 'access_denied' },
  });
}

/** `POST /revoke`: a form with an access or refresh token; either revokes the person's consent. */
async function revoke(context: Context, call: Call): Promise<Reply> {
  if (contentType(call) !== 'application/x-www-form-urlencoded')
    return refused(400, 'invalid_request', 'Could not parse the request body');
  const held = context.state.tables.tokens.get(new URLSearchParams(call.body.toString()).get('token') ?? '');
  if (held?.network !== 'youtube' || held.kind === 'code' || held.revoked)
    return refused(400, 'invalid_token', 'Token expired or revoked');
  await endTokens(context, { network: 'youtube', grant: held.grant, does: 'revoke' });
  return json(200, {});
}

/** `POST /token`, a form: a code or a refresh token for an access token. */
async function token(context: Context, call: Call): Promise<Reply> {
  if (contentType(call) !== 'application/x-www-form-urlencoded')
    return refused(400, 'invalid_request', 'Could not parse the request body');
  const form = new URLSearchParams(call.body.toString());
  const unknown = [...form.keys()].find(
    (each) =>
      !['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'refresh_token', 'code_verifier'].includes(
        each,
      ),
  );
  if (unknown !== undefined)
    return refused(400, 'invalid_request', `Parameter not allowed for this message type: ${unknown}`);
  const app = provenApp('youtube', form.get('client_id') ?? '', form.get('client_secret') ?? '');
  if (!app) return refused(401, 'invalid_client', 'The OAuth client was not found.');
  const { clientId } = app;
  if (form.get('grant_type') === 'refresh_token') {
    const renewed = await renew(context, policy, { refresh: form.get('refresh_token') ?? '', clientId });
    return typeof renewed === 'string'
      ? refused(400, 'invalid_grant', 'Token has been expired or revoked.')
      : granted(renewed, false);
  }
  if (form.get('grant_type') !== 'authorization_code')
    return refused(400, 'unsupported_grant_type', 'Invalid grant_type');
  const redeemed = await redeemCode(context, policy, {
    code: form.get('code') ?? '',
    clientId,
    redirectUri: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier') ?? '',
  });
  if (typeof redeemed !== 'string') return granted(redeemed, true);
  return redeemed === 'wrong-redirect'
    ? refused(400, 'redirect_uri_mismatch', 'Bad Request')
    : refused(400, 'invalid_grant', redeemed === 'wrong-verifier' ? 'Invalid code verifier.' : 'Bad Request');
}

function granted({ access, refresh, expiresInSeconds, token: { scopes: allowed } }: Granted, isFirst: boolean): Reply {
  return json(200, {
    access_token: access,
    expires_in: expiresInSeconds,
    ...(isFirst && refresh !== null ? { refresh_token: refresh } : {}),
    scope: allowed.join(' '),
    token_type: 'Bearer',
  });
}

function refused(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}

function mint(kind: Token['kind']): string {
  const starts = { access: 'ya29.sandbox', refresh: '1//0sandbox', code: '4/0Sandbox' };
  return starts[kind] + randomBytes(24).toString('base64url');
}
