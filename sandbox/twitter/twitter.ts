import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { authorize, callerOf, revoke, token, type Caller } from './oauth.ts';
import { xPages } from './pages.ts';
import { plain, Problem } from './problems.ts';
import { lookup, me, timeline } from './reads.ts';
import { createTweet, deleteTweet } from './tweets.ts';
import { append, finalize, initialize, metadata, status } from './uploads.ts';
import { countRequest } from './windows.ts';

type Route = {
  name: string;
  path: RegExp;
  scopes: readonly string[];
  answer(context: Context, call: Call, asked: { caller: Caller; id: string }): Reply | Promise<Reply>;
};

/** The API, as X's OpenAPI 2.167 has it (github.com/xdevplatform/docs, read 2026-11-21). */
const routes: readonly Route[] = [
  {
    name: 'GET /2/users/me',
    path: /^\/2\/users\/me$/,
    scopes: ['users.read', 'tweet.read'],
    answer: (_context, call, { caller }) => me(call, caller),
  },
  {
    name: 'GET /2/users/:id/tweets',
    path: /^\/2\/users\/(\d+)\/tweets$/,
    scopes: ['tweet.read', 'users.read'],
    answer: (context, call, { id }) => timeline(context, call, id),
  },
  {
    name: 'GET /2/tweets',
    path: /^\/2\/tweets$/,
    scopes: ['tweet.read', 'users.read'],
    answer: (context, call) => lookup(context, call),
  },
  {
    name: 'POST /2/tweets',
    path: /^\/2\/tweets$/,
    scopes: ['tweet.read', 'tweet.write', 'users.read'],
    answer: (context, call, { caller }) => createTweet(context, call, caller),
  },
  {
    name: 'GET /2/tweets/:id',
    path: /^\/2\/tweets\/(\d+)$/,
    scopes: ['tweet.read', 'users.read'],
    answer: (context, call, { id }) => lookup(context, call, id),
  },
  {
    name: 'DELETE /2/tweets/:id',
    path: /^\/2\/tweets\/(\d+)$/,
    scopes: ['tweet.read', 'tweet.write', 'users.read'],
    answer: (context, _call, { caller, id }) => deleteTweet(context, caller, id),
  },
  {
    name: 'POST /2/media/upload/initialize',
    path: /^\/2\/media\/upload\/initialize$/,
    scopes: ['media.write'],
    answer: (context, call, { caller }) => initialize(context, call, caller),
  },
  {
    name: 'POST /2/media/upload/:id/append',
    path: /^\/2\/media\/upload\/(\d+)\/append$/,
    scopes: ['media.write'],
    answer: (context, call, asked) => append(context, call, asked),
  },
  {
    name: 'POST /2/media/upload/:id/finalize',
    path: /^\/2\/media\/upload\/(\d+)\/finalize$/,
    scopes: ['media.write'],
    answer: (context, call, asked) => finalize(context, call, asked),
  },
  {
    name: 'GET /2/media/upload',
    path: /^\/2\/media\/upload$/,
    scopes: ['media.write'],
    answer: (context, call, { caller }) => status(context, call, caller),
  },
  {
    name: 'POST /2/media/metadata',
    path: /^\/2\/media\/metadata$/,
    scopes: ['media.write'],
    answer: (context, call, { caller }) => metadata(context, call, caller),
  },
];

/** x.com and api.x.com below one folder: the consent page, tokens, the API under `/2/`, and public pages of posts. */
export async function twitter(context: Context, call: Call): Promise<Reply> {
  if (call.path === '/i/oauth2/authorize') return authorize(context, call);
  if (call.path === '/2/oauth2/token' && call.method === 'POST') return token(context, call);
  if (call.path === '/2/oauth2/revoke' && call.method === 'POST') return revoke(context, call);
  return call.path.startsWith('/2/') ? api(context, call) : xPages(context, call);
}

async function api(context: Context, call: Call): Promise<Reply> {
  let headers: Record<string, string> = {};
  try {
    const known = routes.filter(({ path }) => path.test(call.path));
    const route = known.find(({ name }) => name.startsWith(`${call.method} `));
    if (!route) throw known.length > 0 ? plain(405, 'Method Not Allowed') : plain(404, 'Not Found');
    const caller = callerOf(context, call, route.scopes);
    const standing = countRequest(context, { route: route.name, user: caller.user.id, app: caller.token.clientId });
    headers = standing.headers;
    if (standing.problem) throw standing.problem;
    const reply = await route.answer(context, call, { caller, id: route.path.exec(call.path)?.[1] ?? '' });
    return { ...reply, headers: { ...headers, ...reply.headers } };
  } catch (error) {
    if (error instanceof Problem) return error.reply(headers);
    throw error;
  }
}
