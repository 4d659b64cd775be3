import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { text } from '../json.ts';
import { basicApp, bearerOf, findApp, type App } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import { issueCode, judge, redeemCode, type Policy } from '../oauth/tokens.ts';
import { badToken } from './answers.ts';
import { vimeoUsers } from './people.ts';
import { presentUser } from './present.ts';

/** Access tokens are valid until revoked; there are no refresh tokens. */
export const policy: Policy = {
  network: 'vimeo',
  codeSeconds: 600,
  accessSeconds: null,
  refreshSeconds: null,
  refresh: 'none',
};

const scopeNames = [
  'public',
  'private',
  'create',
  'edit',
  'delete',
  'interact',
  'upload',
  'stats',
  'video_files',
  'promo_codes',
  'purchased',
  'purchase',
];
const asked = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope'];

/** `GET /oauth/authorize` (developer.vimeo.com/api/authentication). */
export async function authorize(context: Context, call: Call): Promise<Reply> {
  const of = (name: string) => call.query.get(name) ?? '';
  const fail = (message: string) => consentError({ prefix: '/vimeo', call, networkName: 'Vimeo', message });
  const unknown = [...call.query.keys()].find((each) => !asked.includes(each));
  const app = findApp('vimeo', of('client_id'));
  const scopes = (of('scope') || 'public').split(/[ +]/).filter(Boolean);
  if (unknown !== undefined) return fail(`The parameter ${unknown} is unknown (sandbox).`);
  if (!app) return fail('We couldn’t find an app with that client ID.');
  if (!URL.canParse(of('redirect_uri'))) return fail('The redirect URI does not match the ones of the app.');
  if (of('response_type') !== 'code') return fail('The response type must be "code".');
  const wrong = scopes.find((each) => !scopeNames.includes(each));
  if (wrong !== undefined) return fail(`The scope ${wrong} is invalid.`);
  return consent(call, {
    network: 'vimeo',
    networkName: 'Vimeo',
    prefix: '/vimeo',
    appName: app.name,
    scopes,
    redirectUri: of('redirect_uri'),
    state: call.query.get('state'),
    personas: vimeoUsers.map(({ id, name, handle, note }) => ({ id, name, handle: `vimeo.com/${handle}`, note })),
    deny: { error: 'access_denied', error_description: 'The user denied access to the app.' },
    allow: async ({ id }) => ({
      code: await issueCode(context, policy, {
        clientId: app.clientId,
        persona: id,
        scopes: ['public', ...scopes.filter((each) => each !== 'public')],
        redirectUri: of('redirect_uri'),
      }),
    }),
  });
}

/** `POST /oauth/access_token`: JSON or a form, the app authenticated by Basic. */
export async function exchange(context: Context, call: Call): Promise<Reply> {
  const app = basicApp('vimeo', call.headers['authorization']);
  if (!app) return authError(401, 'invalid_client', 'You must provide a valid authenticated client.');
  const type = contentType(call);
  const read =
    type === 'application/json' || type === 'application/x-www-form-urlencoded' ? readFields(call) : undefined;
  if (!read) return authError(400, 'invalid_request', 'The body must be JSON or a form.');
  const unknown = Object.keys(read.fields).find((each) => !['grant_type', 'code', 'redirect_uri'].includes(each));
  if (unknown !== undefined) return authError(400, 'invalid_request', `The field ${unknown} is unknown (sandbox).`);
  if (read.fields['grant_type'] !== 'authorization_code')
    return authError(400, 'unsupported_grant_type', 'The grant type is invalid.');
  const granted = await redeemCode(context, policy, {
    code: text(read.fields['code']),
    clientId: app.clientId,
    redirectUri: text(read.fields['redirect_uri']),
    verifier: '',
  });
  if (typeof granted === 'string')
    return authError(
      400,
      'invalid_grant',
      granted === 'wrong-redirect'
        ? 'The redirect URI does not match the URI used to create the authorization code.'
        : 'A valid authorization code was not provided.',
    );
  return json(
    200,
    presentAuth(context, { access: granted.access, app, persona: granted.token.persona, scopes: granted.token.scopes }),
    { 'content-type': 'application/vnd.vimeo.auth+json' },
  );
}

/** `GET /oauth/verify`. */
export function verify(context: Context, call: Call): Reply {
  const access = bearerOf(call.headers['authorization']);
  const judged = judge(context, 'vimeo', access);
  const app = judged.kind === 'valid' ? findApp('vimeo', judged.token.clientId) : undefined;
  if (judged.kind !== 'valid' || !app) return badToken();
  return json(200, presentAuth(context, { access, app, persona: judged.token.persona, scopes: judged.token.scopes }), {
    'content-type': 'application/vnd.vimeo.auth+json',
  });
}

function presentAuth(
  context: Context,
  { access, app, persona, scopes }: { access: string; app: App; persona: string; scopes: string[] },
) {
  const user = vimeoUsers.find((each) => each.id === persona);
  return {
    access_token: access,
    token_type: 'bearer',
    scope: scopes.join(' '),
    app: { name: app.name, uri: '/apps/1' },
    ...(user ? { user: presentUser(context, user) } : {}),
  };
}

const authError = (status: number, error: string, description: string): Reply =>
  json(status, { error, error_description: description }, { 'content-type': 'application/vnd.vimeo.auth.error+json' });
