import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { text } from '../json.ts';
import { findApp, provenApp } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import { issueAccess, issueCode, judge, redeemCode } from '../oauth/tokens.ts';
import { callerOf, expired, longSeconds, policy } from './access.ts';
import { badParameter, badToken, GraphError } from './errors.ts';
import { people } from './people.ts';

const scopes = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_engagement',
  'pages_manage_metadata',
  'publish_video',
  'read_insights',
  'business_management',
  'publish_to_groups',
  'groups_access_member_info',
];
const asked = [
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'response_type',
  'auth_type',
  'display',
  'return_scopes',
  'config_id',
];

/**
 * The log-in dialog at `/v26.0/dialog/oauth` of www.facebook.com. Source: facebook-login/guides/advanced/manual-flow.
 */
export async function dialog(context: Context, call: Call): Promise<Reply> {
  const wrong = (message: string): Reply =>
    consentError({ prefix: '/facebook.com', call, networkName: 'Facebook', message });
  const query = call.query;
  const app = findApp('facebook', query.get('client_id') ?? '');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!app) return wrong('Invalid App ID: The provided app ID does not look like a valid app ID.');
  if (!URL.canParse(redirectUri))
    return wrong("The parameter redirect_uri is required and must be an absolute address of the app's domains.");
  const unknown = [...query.keys()].find((each) => !asked.includes(each));
  if (unknown !== undefined) return wrong(`The parameter ${unknown} is unknown (sandbox).`);
  if ((query.get('response_type') ?? 'code') !== 'code')
    return wrong('Only response_type=code is spoken here (sandbox).');
  const wanted = (query.get('scope') ?? 'public_profile').split(',').filter((each) => each !== '');
  const invalid = wanted.find((each) => !scopes.includes(each));
  if (invalid !== undefined) return wrong(`Invalid Scopes: ${invalid}. This message is only shown to developers.`);
  return consent(call, {
    network: 'facebook',
    networkName: 'Facebook',
    prefix: '/facebook.com',
    appName: app.name,
    scopes: [...new Set(['public_profile', ...wanted])],
    mayUntick: true,
    personas: people.map(({ id, name, note }) => ({ id, name, handle: '', note })),
    redirectUri,
    state: query.get('state'),
    allow: async (persona, granted) => ({
      code: await issueCode(context, policy, {
        clientId: app.clientId,
        persona: persona.id,
        scopes: granted,
        redirectUri,
      }),
    }),
    deny: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
  });
}

/** `oauth/access_token`: a code for a short-lived user token, or a valid user token for one of 60 days. */
export async function accessToken(context: Context, fields: Record<string, unknown>): Promise<Reply> {
  const wrong = Object.keys(fields).find(
    (each) =>
      ![
        'client_id',
        'client_secret',
        'redirect_uri',
        'code',
        'grant_type',
        'fb_exchange_token',
        'set_token_expires_in_60_days',
      ].includes(each),
  );
  if (wrong !== undefined) throw badParameter(`The parameter ${wrong} is unknown (sandbox)`);
  if (text(fields['client_id']) === '') throw new GraphError('Missing client_id parameter.', { code: 101 });
  const app = provenApp('facebook', text(fields['client_id']), text(fields['client_secret']));
  if (!app) throw new GraphError('Error validating client secret.', { code: 1 });
  if (fields['grant_type'] === 'fb_exchange_token')
    return exchange(context, { clientId: app.clientId, held: text(fields['fb_exchange_token']) });
  const granted = await redeemCode(context, policy, {
    code: text(fields['code']),
    clientId: app.clientId,
    redirectUri: text(fields['redirect_uri']),
    verifier: '',
  });
  if (typeof granted !== 'string')
    return json(200, { access_token: granted.access, token_type: 'bearer', expires_in: granted.expiresInSeconds });
  switch (granted) {
    case 'used':
      throw new GraphError('This authorization code has been used.', { code: 100, subcode: 36009 });
    case 'expired':
      throw new GraphError('This authorization code has expired.', { code: 100, subcode: 36007 });
    case 'wrong-redirect':
      throw new GraphError(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in ' +
          'the OAuth dialog request',
        { code: 100, subcode: 36008 },
      );
    case 'unknown':
    case 'revoked':
    case 'wrong-client':
    case 'wrong-verifier':
      throw new GraphError('Invalid verification code format.', { code: 100 });
    default:
      return granted satisfies never;
  }
}

async function exchange(context: Context, { clientId, held }: { clientId: string; held: string }): Promise<Reply> {
  const judged = judge(context, 'facebook', held);
  if (judged.kind === 'expired') throw expired(context, judged.token);
  if (judged.kind !== 'valid' || judged.token.clientId !== clientId || judged.token.extra['page'] !== undefined)
    throw badToken('Invalid OAuth access token - Cannot parse access token');
  const { persona, scopes: granted, redirectUri, grant } = judged.token;
  const access = await issueAccess(context, policy, {
    allowed: { clientId, persona, scopes: granted, redirectUri, extra: { long: '1' } },
    seconds: longSeconds,
    grant,
  });
  return json(200, { access_token: access, token_type: 'bearer', expires_in: longSeconds - 56 });
}

/**
 * `debug_token`: the state of a token, for the app itself (`{id}|{secret}`) or a person of it. Times are unix seconds,
 * 0 for never.
 */
export function debugToken(context: Context, call: Call, fields: Record<string, unknown>): Reply {
  const [id = '', secret = ''] = text(fields['access_token']).split('|');
  if (!provenApp('facebook', id, secret)) callerOf(context, call, fields);
  const judged = judge(context, 'facebook', text(fields['input_token']));
  if (judged.kind === 'unknown')
    return json(200, {
      data: {
        error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
        is_valid: false,
        scopes: [],
      },
    });
  const { token } = judged;
  const page = token.extra['page'];
  return json(200, {
    data: {
      app_id: token.clientId,
      type: page === undefined ? 'USER' : 'PAGE',
      application: 'AgencyReel',
      expires_at: token.until === null ? 0 : Math.floor(token.until / 1000),
      data_access_expires_at: Math.floor(context.now().getTime() / 1000) + 7_776_000,
      is_valid: judged.kind === 'valid',
      scopes: token.scopes,
      user_id: token.persona,
      ...(page === undefined ? {} : { profile_id: page }),
    },
  });
}
