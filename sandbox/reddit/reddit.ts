import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { bearerOf } from '../oauth/apps.ts';
import { judge } from '../oauth/tokens.ts';
import { bare, counted, isDescriptive, lacksScope, unauthorized } from './answers.ts';
import { lease, store } from './assets.ts';
import type { Caller } from './caller.ts';
import { about, flairs, info, me, submitted } from './listings.ts';
import { authorize, tokens } from './oauth.ts';
import { redditPages } from './pages.ts';
import { redditors } from './people.ts';
import { submit } from './submit.ts';

/** The calls of oauth.reddit.com: method and path, the scope they need. */
const calls: readonly {
  method: string;
  path: RegExp;
  scope: string;
  answer: (caller: Caller) => Reply | Promise<Reply>;
}[] = [
  { method: 'GET', path: /^\/api\/v1\/me$/, scope: 'identity', answer: me },
  { method: 'POST', path: /^\/api\/submit$/, scope: 'submit', answer: submit },
  { method: 'POST', path: /^\/api\/media\/asset(\.json)?$/, scope: 'submit', answer: lease },
  { method: 'GET', path: /^\/api\/info$/, scope: 'read', answer: info },
  { method: 'GET', path: /^\/user\/[\w-]+\/submitted$/, scope: 'history', answer: submitted },
  { method: 'GET', path: /^\/r\/\w+\/about$/, scope: 'read', answer: about },
  { method: 'GET', path: /^\/r\/\w+\/api\/link_flair_v2$/, scope: 'flair', answer: flairs },
];

/** `/oauth/…` is oauth.reddit.com, `/www/…` www.reddit.com, `/s3` the bucket of uploads. */
export async function reddit(context: Context, call: Call): Promise<Reply> {
  if (call.path === '/s3' && call.method === 'POST') return store(context, call);
  if (call.path.startsWith('/oauth/')) return api(context, { ...call, path: call.path.slice('/oauth'.length) });
  if (call.path === '/www/api/v1/authorize') return authorize(context, call);
  if (call.path === '/www/api/v1/access_token' || call.path === '/www/api/v1/revoke_token')
    return call.method === 'POST' ? tokens(context, call) : bare(405, 'Method Not Allowed');
  return redditPages(context, call);
}

async function api(context: Context, call: Call): Promise<Reply> {
  if (!isDescriptive(call.headers['user-agent'])) return bare(429, 'Too Many Requests');
  const token = bearerOf(call.headers['authorization']);
  const judged = judge(context, 'reddit', token);
  if (judged.kind !== 'valid') return unauthorized();
  const { headers, refused } = counted(context, judged.token.clientId);
  if (refused) return refused;
  const reply = await answer(context, call, { token, scopes: judged.token.scopes, persona: judged.token.persona });
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

async function answer(
  context: Context,
  call: Call,
  { token, scopes, persona }: { token: string; scopes: string[]; persona: string },
): Promise<Reply> {
  const found = calls.find((each) => each.method === call.method && each.path.test(call.path));
  if (!found) return bare(404, 'Not Found');
  if (!scopes.includes(found.scope)) return lacksScope();
  const redditor = redditors.find((each) => each.id === persona) ?? { id: '', name: '', note: '', isSuspended: true };
  return found.answer({ context, call, redditor, token });
}
