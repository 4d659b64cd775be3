import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { basicApp, findApp, type App } from '../oauth/apps.ts';
import { consent, consentError } from '../oauth/consent.ts';
import { endTokens, issueAccess, issueCode, redeemCode, renew, type Granted, type Policy } from '../oauth/tokens.ts';
import { bare, isDescriptive } from './answers.ts';
import { redditors } from './people.ts';

/**
 * 24 hours of access; a permanent grant's refresh token stays the same and does not expire. Temporary ones have none.
 */
export const policy: Policy = {
  network: 'reddit',
  codeSeconds: 600,
  accessSeconds: 86_400,
  refreshSeconds: null,
  refresh: 'kept',
};

const scopeNames = [
  'identity',
  'submit',
  'read',
  'flair',
  'history',
  'edit',
  'mysubreddits',
  'subscribe',
  'vote',
  'save',
  'report',
  'privatemessages',
  'account',
  'modposts',
  'modflair',
  'modconfig',
  'wikiread',
  'wikiedit',
];
const asked = ['client_id', 'response_type', 'state', 'redirect_uri', 'duration', 'scope'];

/** `/api/v1/authorize` of www.reddit.com (github.com/reddit-archive/reddit/wiki/OAuth2). */
export async function authorize(context: Context, call: Call): Promise<Reply> {
  const { query } = call;
  const of = (name: string) => query.get(name) ?? '';
  const fail = (message: string) => consentError({ prefix: '/reddit', call, networkName: 'Reddit', message });
  const unknown = [...query.keys()].find((each) => !asked.includes(each));
  const app = findApp('reddit', of('client_id'));
  if (unknown !== undefined) return fail(`invalid parameter ${unknown} (sandbox)`);
  if (!app) return fail('invalid client id.');
  if (!URL.canParse(of('redirect_uri'))) return fail('invalid redirect_uri parameter.');
  const scopes = of('scope').split(/[ ,]+/).filter(Boolean);
  const back = (error: string) => {
    const target = new URL(of('redirect_uri'));
    target.searchParams.set('error', error);
    target.searchParams.set('state', of('state'));
    return { status: 302, headers: { location: target.href }, body: '', ending: 'whole' as const, gzip: false };
  };
  if (of('response_type') !== 'code') return back('unsupported_response_type');
  if (of('state') === '' || (of('duration') !== 'permanent' && of('duration') !== 'temporary'))
    return back('invalid_request');
  if (scopes.length === 0 || scopes.some((each) => !scopeNames.includes(each))) return back('invalid_scope');
  return consent(call, {
    network: 'reddit',
    networkName: 'Reddit',
    prefix: '/reddit',
    appName: app.name,
    scopes,
    redirectUri: of('redirect_uri'),
    state: of('state'),
    personas: redditors.map(({ id, name, note }) => ({ id, name, handle: `u/${name}`, note })),
    deny: { error: 'access_denied' },
    allow: async ({ id }) => ({
      code: await issueCode(context, policy, {
        clientId: app.clientId,
        persona: id,
        scopes,
        redirectUri: of('redirect_uri'),
        offline: of('duration') === 'permanent',
      }),
    }),
  });
}

/**
 * `POST /api/v1/access_token` and `/api/v1/revoke_token`: a form, the app authenticated by Basic. A wrong code is
 * answered with 200, a wrong refresh token with a 400 whose body is only that number.
 */
export async function tokens(context: Context, call: Call): Promise<Reply> {
  const app = basicApp('reddit', call.headers['authorization']);
  if (!isDescriptive(call.headers['user-agent'])) return bare(429, 'Too Many Requests');
  if (!app) return bare(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="reddit"' });
  if (contentType(call) !== 'application/x-www-form-urlencoded') return bare(415, 'Unsupported Media Type');
  const form = new URLSearchParams(call.body.toString());
  return call.path.endsWith('/revoke_token') ? revoke(context, form) : exchange(context, app, form);
}

async function exchange(context: Context, app: App, form: URLSearchParams): Promise<Reply> {
  const of = (name: string) => form.get(name) ?? '';
  const unknown = [...form.keys()].find(
    (each) => !['grant_type', 'code', 'redirect_uri', 'refresh_token', 'scope'].includes(each),
  );
  if (unknown !== undefined)
    return json(400, { error: 'invalid_request', error_description: `field ${unknown} is unknown (sandbox)` });
  switch (of('grant_type')) {
    case 'authorization_code': {
      if (of('code') === '') return json(200, { error: 'NO_TEXT' });
      const granted = await redeemCode(context, policy, {
        code: of('code'),
        clientId: app.clientId,
        redirectUri: of('redirect_uri'),
        verifier: '',
      });
      return typeof granted === 'string' ? json(200, { error: 'invalid_grant' }) : json(200, present(granted));
    }
    case 'refresh_token': {
      const granted = await renew(context, policy, { refresh: of('refresh_token'), clientId: app.clientId });
      return typeof granted === 'string' ? json(400, { error: 400 }) : json(200, present(granted));
    }
    case 'client_credentials': {
      const access = await issueAccess(context, policy, {
        allowed: { clientId: app.clientId, persona: '', scopes: ['read'], redirectUri: '' },
      });
      return json(200, { access_token: access, token_type: 'bearer', expires_in: policy.accessSeconds, scope: '*' });
    }
    default:
      return json(200, { error: 'unsupported_grant_type' });
  }
}

function present({ access, refresh, expiresInSeconds, token }: Granted) {
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    ...(refresh ? { refresh_token: refresh } : {}),
    scope: token.scopes.join(' '),
  };
}

async function revoke(context: Context, form: URLSearchParams): Promise<Reply> {
  const token = context.state.tables.tokens.get(form.get('token') ?? '');
  // Unknown tokens get the same answer, so that they cannot be probed.
  if (token?.network === 'reddit') await endTokens(context, { network: 'reddit', grant: token.grant, does: 'revoke' });
  return { status: 204, headers: {}, body: '', ending: 'whole', gzip: false };
}
