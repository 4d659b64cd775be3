import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { bearerOf, findApp, provenApp, type App } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import { endTokens, issueCode, judge, redeemCode, renew, type Granted, type Policy } from '../oauth/tokens.ts';
import { denied, Refused, tokenRefused } from './errors.ts';
import { members, personas, type Member } from './members.ts';

/**
 * Codes are valid for 30 minutes, access tokens for 60 days; refresh tokens, for approved partners only, for 365 days
 * after the consent (learn.microsoft.com, programmatic refresh tokens, read 2026-11-21).
 */
const policy: Policy = {
  network: 'linkedin',
  codeSeconds: 1800,
  accessSeconds: 5_184_000,
  refreshSeconds: 31_536_000,
  refresh: 'kept',
};

/** The app of an approved partner. */
const partner = 'sandbox-partner';
const openScopes = ['openid', 'profile', 'email', 'w_member_social'];
const partnerScopes = [...openScopes, 'r_member_postAnalytics'];
const known = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'prompt', 'enable_extended_login'];

/**
 * `/oauth/v2/authorization`. A scope that the app lacks is returned to it as an error; other faults are shown to the
 * person.
 */
export async function authorize(context: Context, call: Call): Promise<Reply> {
  const ask = (name: string): string => call.query.get(name) ?? '';
  const app = findApp('linkedin', ask('client_id'));
  const wrong = [...call.query.keys()].find((each) => !known.includes(each));
  const message =
    wrong !== undefined
      ? `${wrong} is not a parameter of this page (sandbox).`
      : !app
        ? 'The passed in client_id is invalid.'
        : ask('response_type') !== 'code'
          ? 'You need to pass the "response_type" parameter with the value code.'
          : !URL.canParse(ask('redirect_uri'))
            ? 'The redirect_uri does not match the registered value.'
            : ask('scope') === ''
              ? 'You need to pass the "scope" parameter.'
              : ask('state') === ''
                ? 'You need to pass the "state" parameter (sandbox: the real one only advises it).'
                : '';
  if (message !== '' || !app) return consentError({ prefix: '/linkedin', call, networkName: 'LinkedIn', message });
  const wanted = ask('scope')
    .split(' ')
    .filter((each) => each !== '');
  const redirectUri = ask('redirect_uri');
  const lacking = wanted.find((each) => !scopesOf(app).includes(each));
  if (lacking !== undefined) return refuseScope({ redirectUri, state: ask('state'), lacking });
  return consent(call, {
    network: 'linkedin',
    networkName: 'LinkedIn',
    prefix: '/linkedin',
    appName: app.name,
    scopes: wanted,
    personas,
    redirectUri,
    state: ask('state'),
    deny: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    allow: async (persona, scopes) => ({
      code: await issueCode(context, policy, {
        clientId: app.clientId,
        persona: persona.id,
        scopes,
        redirectUri,
        offline: app.clientId === partner,
      }),
    }),
  });
}

const scopesOf = (app: App): string[] => (app.clientId === partner ? partnerScopes : openScopes);

function refuseScope({ redirectUri, state, lacking }: { redirectUri: string; state: string; lacking: string }): Reply {
  const target = new URL(redirectUri);
  const carried = {
    error: 'unauthorized_scope_error',
    error_description: `Scope "${lacking}" is not authorized for your application`,
    state,
  };
  for (const [name, value] of Object.entries(carried)) target.searchParams.set(name, value);
  return raw(303, { type: 'text/plain', body: '', headers: { location: target.href, 'cache-control': 'no-store' } });
}

/** `/oauth/v2/accessToken`: id and secret are in the form. */
export async function accessToken(context: Context, call: Call): Promise<Reply> {
  if (contentType(call) !== 'application/x-www-form-urlencoded')
    return refuse(400, 'invalid_request', 'A required parameter "grant_type" is missing');
  const form = new URLSearchParams(call.body.toString());
  const field = (name: string): string => form.get(name) ?? '';
  const names = field('grant_type') === 'refresh_token' ? ['refresh_token'] : ['code', 'redirect_uri'];
  const missing = ['grant_type', ...names, 'client_id', 'client_secret'].find((each) => field(each) === '');
  if (missing !== undefined) return refuse(400, 'invalid_request', `A required parameter "${missing}" is missing`);
  const wrong = [...form.keys()].find((each) => !['grant_type', 'client_id', 'client_secret', ...names].includes(each));
  if (wrong !== undefined)
    return refuse(400, 'invalid_request', `"${wrong}" is not a parameter of this request (sandbox)`);
  const app = provenApp('linkedin', field('client_id'), field('client_secret'));
  if (!app) return refuse(401, 'invalid_client', 'Client authentication failed');
  if (field('grant_type') === 'refresh_token') {
    const renewed = await renew(context, policy, { refresh: field('refresh_token'), clientId: app.clientId });
    return typeof renewed === 'string'
      ? refuse(
          400,
          'invalid_request',
          'The provided authorization grant or refresh token is invalid, expired or revoked',
        )
      : given(context, renewed);
  }
  if (field('grant_type') !== 'authorization_code')
    return refuse(400, 'unsupported_grant_type', 'The grant type is not supported');
  const granted = await redeemCode(context, policy, {
    code: field('code'),
    clientId: app.clientId,
    redirectUri: field('redirect_uri'),
    verifier: '',
  });
  if (granted === 'wrong-redirect' || granted === 'expired')
    return refuse(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or ' +
        'authorization code expired. Or external member binding exists',
    );
  return typeof granted === 'string'
    ? refuse(400, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
    : given(context, granted);
}

/** `/oauth/v2/revoke`, as clients use it: LinkedIn's pages do not mention it. */
export async function revoke(context: Context, call: Call): Promise<Reply> {
  const form = new URLSearchParams(call.body.toString());
  if (contentType(call) !== 'application/x-www-form-urlencoded' || (form.get('token') ?? '') === '')
    return refuse(400, 'invalid_request', 'A required parameter "token" is missing');
  if (!provenApp('linkedin', form.get('client_id') ?? '', form.get('client_secret') ?? ''))
    return refuse(401, 'invalid_client', 'Client authentication failed');
  const held = context.state.tables.tokens.get(form.get('token') ?? '');
  if (held?.network === 'linkedin')
    await endTokens(context, { network: 'linkedin', grant: held.grant, does: 'revoke' });
  return json(200, {});
}

function given(context: Context, { access, refresh, expiresInSeconds, token }: Granted): Reply {
  const until = refresh === null ? null : (context.state.tables.tokens.get(refresh)?.until ?? null);
  const again =
    refresh === null || until === null
      ? {}
      : { refresh_token: refresh, refresh_token_expires_in: Math.ceil((until - context.now().getTime()) / 1000) };
  return json(200, {
    access_token: access,
    expires_in: expiresInSeconds,
    ...again,
    scope: token.scopes.join(','),
    token_type: 'Bearer',
  });
}

function refuse(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}

/** The caller and the token. */
export type Caller = { member: Member; access: string; scopes: readonly string[]; clientId: string };

/** The caller of an API request. Throws Refused without a valid token or without one of the accepted scopes. */
export function callerOf(
  context: Context,
  call: Call,
  { needs, what }: { needs: readonly string[]; what: string },
): Caller {
  const access = bearerOf(call.headers['authorization']);
  if (access === '') throw tokenRefused('empty');
  const judged = judge(context, 'linkedin', access);
  if (judged.kind !== 'valid') throw tokenRefused(judged.kind);
  const { persona, scopes, clientId } = judged.token;
  const member = members.find((each) => each.id === persona);
  if (!member) throw new Refused(403, 'ACCESS_DENIED', 'The token speaks for nobody');
  if (needs.some((each) => !scopes.includes(each))) throw denied(what);
  return { member, access, scopes, clientId };
}
