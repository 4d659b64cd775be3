import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { bearerOf } from '../oauth/apps.ts';
import { endTokens, judge } from '../oauth/tokens.ts';
import { badToken, counted, refusal } from './answers.ts';
import type { Caller } from './caller.ts';
import { authorize, exchange, verify } from './oauth.ts';
import { vimeoPages } from './pages.ts';
import { vimeoUsers } from './people.ts';
import { upload } from './upload.ts';
import { createVideo, findVideos, listVideos, me, oneVideo, putTags } from './videos.ts';

/** The supported calls, with the scope each needs. */
const calls: readonly {
  method: string;
  path: RegExp;
  scope: string;
  answer: (caller: Caller) => Reply | Promise<Reply>;
}[] = [
  { method: 'GET', path: /^\/me$/, scope: 'public', answer: me },
  { method: 'GET', path: /^\/me\/videos$/, scope: 'private', answer: listVideos },
  { method: 'POST', path: /^\/me\/videos$/, scope: 'upload', answer: createVideo },
  { method: 'GET', path: /^\/videos$/, scope: 'public', answer: findVideos },
  { method: 'GET', path: /^\/videos\/\d+$/, scope: 'public', answer: oneVideo },
  { method: 'DELETE', path: /^\/videos\/\d+$/, scope: 'delete', answer: oneVideo },
  { method: 'PUT', path: /^\/videos\/\d+\/tags$/, scope: 'edit', answer: putTags },
];

/** Vimeo's API 3.4 (github.com/vimeo/openapi, read 2026-11-21), its uploads, its consent page and its public pages. */
export async function vimeo(context: Context, call: Call): Promise<Reply> {
  if (call.path === '/oauth/authorize') return authorize(context, call);
  if (call.path === '/oauth/access_token' && call.method === 'POST') return exchange(context, call);
  if (call.path.startsWith('/upload/')) return upload(context, call);
  if (!/^\/(me|videos|oauth|tokens)(\/|$)/.test(call.path)) return vimeoPages(context, call);
  if (call.headers['accept'] !== 'application/vnd.vimeo.*+json;version=3.4')
    return refusal(400, 2220, 'Ask for a version of the API.', {
      developerMessage: 'Accept must be application/vnd.vimeo.*+json;version=3.4 (sandbox).',
    });
  if (call.path === '/oauth/verify') return verify(context, call);
  const token = bearerOf(call.headers['authorization']);
  const judged = judge(context, 'vimeo', token);
  const user = judged.kind === 'valid' ? vimeoUsers.find((each) => each.id === judged.token.persona) : undefined;
  if (judged.kind !== 'valid' || !user) return badToken();
  if (call.path === '/tokens' && call.method === 'DELETE') {
    await endTokens(context, { network: 'vimeo', grant: judged.token.grant, does: 'revoke' });
    return { status: 204, headers: {}, body: '', ending: 'whole', gzip: false };
  }
  const { headers, refused } = counted(context, user, call.query.has('fields'));
  if (refused) return refused;
  const found = calls.find((each) => each.method === call.method && each.path.test(call.path));
  const reply = !found
    ? refusal(404, 5000, 'The requested resource does not exist.')
    : !judged.token.scopes.includes(found.scope)
      ? refusal(403, 8004, 'The token lacks a scope.', { developerMessage: `The scope ${found.scope} is needed.` })
      : await found.answer({ context, call, user, token, clientId: judged.token.clientId });
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
