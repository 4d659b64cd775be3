import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { basicApp, bearerOf, findApp, type App } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import {
  endTokens,
  issueCode,
  judge,
  redeemCode,
  renew,
  type Granted,
  type Policy,
  type Refusal,
} from '../oauth/tokens.ts';
import { forbidden, plain, unauthorized } from './problems.ts';
import { findUser, personas, type XUser } from './users.ts';
import type { Token } from '../oauth/rows.ts';

/**
 * Codes are valid for 30 seconds, access tokens for two hours; every use of a refresh token returns another
 * (docs.x.com, authorization code flow, read 2026-11-21). How long a refresh token is valid is not documented.
 */
export const policy: Policy = {
  network: 'twitter',
  codeSeconds: 30,
  accessSeconds: 7200,
  refreshSeconds: 15_552_000,
  refresh: 'rotated',
};

const scopes = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'users.email',
  'follows.read',
  'follows.write',
  'offline.access',
  'space.read',
  'mute.read',
  'mute.write',
  'like.read',
  'like.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'bookmark.read',
  'bookmark.write',
  'media.write',
  'dm.read',
  'dm.write',
];
const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** `/i/oauth2/authorize`: PKCE is required; faults of the address are shown to the person. */
export async function authorize(context: Context, call: Call): Promise<Reply> {
  const { query } = call;
  const ask = (name: string): string => query.get(name) ?? '';
  const app = findApp('twitter', ask('client_id'));
  const wanted = ask('scope')
    .split(' ')
    .filter((each) => each !== '');
  const method = ask('code_challenge_method') || 'plain';
  const wrong = [...query.keys()].find((each) => !known.includes(each));
  const message =
    wrong !== undefined
      ? `${wrong} is not a parameter of this page (sandbox).`
      : !app
        ? 'There is no app with this client_id.'
        : ask('response_type') !== 'code'
          ? 'response_type must be code.'
          : !URL.canParse(ask('redirect_uri'))
            ? 'redirect_uri is missing or no address.'
            : ask('state') === '' || ask('state').length > 500
              ? 'state is missing or longer than 500 characters.'
              : ask('code_challenge') === ''
                ? 'code_challenge is missing: X takes no authorization without PKCE.'
                : method !== 'S256' && method !== 'plain'
                  ? 'code_challenge_method must be S256 or plain.'
                  : wanted.length === 0
                    ? 'scope is missing.'
                    : wanted.find((each) => !scopes.includes(each)) !== undefined
                      ? `There is no scope ${wanted.find((each) => !scopes.includes(each))}.`
                      : '';
  if (message !== '' || !app) return consentError({ prefix: '/twitter', call, networkName: 'X', message });
  const redirectUri = ask('redirect_uri');
  return consent(call, {
    network: 'twitter',
    networkName: 'X',
    prefix: '/twitter',
    appName: app.name,
    scopes: wanted,
    personas,
    redirectUri,
    state: ask('state'),
    deny: { error: 'access_denied' },
    allow: async (persona, granted) => ({
      code: await issueCode(context, policy, {
        clientId: app.clientId,
        persona: persona.id,
        scopes: granted,
        redirectUri,
        offline: granted.includes('offline.access'),
        challenge: { text: ask('code_challenge'), method: method === 'S256' ? 'S256' : 'plain' },
      }),
    }),
  });
}

/** `/2/oauth2/token` for codes and refresh tokens; a confidential client authenticates by Basic. */
export async function token(context: Context, call: Call): Promise<Reply> {
  const form = readForm(call);
  if (!form) return refuse(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
  const app = basicApp('twitter', call.headers['authorization']);
  if (!app) return refuse(401, 'unauthorized_client', 'Missing valid authorization header');
  const field = (name: string): string => form.get(name) ?? '';
  const allowed: Record<string, string[]> = {
    authorization_code: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id'],
    refresh_token: ['grant_type', 'refresh_token', 'client_id', 'scope'],
  };
  const names = allowed[field('grant_type')];
  if (!names) return refuse(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.');
  const wrong = [...form.keys()].find((each) => !names.includes(each));
  if (wrong !== undefined)
    return refuse(400, 'invalid_request', `${wrong} is not a parameter of this request (sandbox).`);
  return field('grant_type') === 'refresh_token'
    ? refresh(context, app, field('refresh_token'))
    : exchange(context, app, field);
}

async function exchange(context: Context, app: App, field: (name: string) => string): Promise<Reply> {
  for (const name of ['code', 'redirect_uri', 'code_verifier'])
    if (field(name) === '') return refuse(400, 'invalid_request', `Missing required parameter [${name}].`);
  const given = await redeemCode(context, policy, {
    code: field('code'),
    clientId: app.clientId,
    redirectUri: field('redirect_uri'),
    verifier: field('code_verifier'),
  });
  return typeof given === 'string' ? refuse(400, 'invalid_request', codeProblem(given)) : grant(given);
}

async function refresh(context: Context, app: App, given: string): Promise<Reply> {
  const renewed = await renew(context, policy, { refresh: given, clientId: app.clientId });
  return typeof renewed === 'string'
    ? refuse(400, 'invalid_request', 'Value passed for the token was invalid.')
    : grant(renewed);
}

function grant({ access, refresh: again, expiresInSeconds, token: { scopes: given } }: Granted): Reply {
  return json(200, {
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    access_token: access,
    scope: given.join(' '),
    ...(again === null ? {} : { refresh_token: again }),
  });
}

function codeProblem(refusal: Refusal): string {
  switch (refusal) {
    case 'wrong-redirect':
      return 'Value passed for the redirect uri did not match the uri of the authorization code.';
    case 'wrong-verifier':
      return 'Value passed for the code verifier was invalid.';
    case 'unknown':
    case 'expired':
    case 'used':
    case 'revoked':
    case 'wrong-client':
      return 'Value passed for the authorization code was invalid.';
    default:
      return refusal satisfies never;
  }
}

/** `/2/oauth2/revoke`: revokes all tokens of the token's consent. */
export async function revoke(context: Context, call: Call): Promise<Reply> {
  const form = readForm(call);
  if (!basicApp('twitter', call.headers['authorization']))
    return refuse(401, 'unauthorized_client', 'Missing valid authorization header');
  const held = context.state.tables.tokens.get(form?.get('token') ?? '');
  if (held?.network !== 'twitter') return refuse(400, 'invalid_request', 'Value passed for the token was invalid.');
  await endTokens(context, { network: 'twitter', grant: held.grant, does: 'revoke' });
  return json(200, { revoked: true });
}

function refuse(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}

function readForm(call: Call): URLSearchParams | undefined {
  return contentType(call) === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(call.body.toString())
    : undefined;
}

/** The caller: the user of the Bearer token, the token and its scopes. */
export type Caller = { user: XUser; access: string; token: Token };

/**
 * The caller of an API request. Throws Problem: 401 without a valid token, 403 for a token of another kind or without a
 * scope.
 */
export function callerOf(context: Context, call: Call, needed: readonly string[]): Caller {
  const access = bearerOf(call.headers['authorization']);
  const judged = judge(context, 'twitter', access);
  if (judged.kind !== 'valid') throw unauthorized();
  const user = findUser(judged.token.persona);
  if (!user)
    throw plain(
      403,
      'Unsupported Authentication',
      'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types ' +
        'are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
    );
  if (needed.some((each) => !judged.token.scopes.includes(each))) throw forbidden();
  return { user, access, token: judged.token };
}
