import { readFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { mediumPages } from '../medium/pages.ts';
import { telegramPages } from '../telegram/pages.ts';
import { document, rootFrom, untrustedPolicy } from './document.ts';
import { feed } from './feed.ts';
import { home } from './home.ts';
import { networkIds } from '../state/network-id.ts';

const assets: Record<string, string> = {
  '/page.css': 'text/css; charset=utf-8',
  '/feed.css': 'text/css; charset=utf-8',
  '/keys.css': 'text/css; charset=utf-8',
  '/post.css': 'text/css; charset=utf-8',
  '/consent.css': 'text/css; charset=utf-8',
  '/page.js': 'text/javascript; charset=utf-8',
  '/render.js': 'text/javascript; charset=utf-8',
  '/icon.svg': 'image/svg+xml',
};
const started = Date.now().toString(36);

/** The pages for browsers: the sandbox's own page, the data it polls, and the public pages of Telegram and Medium. */
export async function page(context: Context, call: Call): Promise<Reply> {
  const { path } = call;
  if (call.method !== 'GET' && call.method !== 'HEAD') return json(405, { error: 'this page only answers GET' });
  if (path === '/') return home(context, call);
  const type = assets[path];
  if (type)
    return raw(200, {
      type,
      body: await readFile(new URL(`static${path}`, import.meta.url)),
      headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    });
  if (path === '/news.json') return news(context, call.query);
  if (path.startsWith('/mail/')) return mailBody(context, path);
  const reply = path.startsWith('/t.me/')
    ? telegramPages(context, path)
    : path.startsWith('/medium/')
      ? mediumPages(context, path)
      : undefined;
  return (
    reply ??
    document({
      status: 404,
      title: 'Not here',
      root: rootFrom(path),
      kind: 'plain',
      body: '<main><h1>Nothing here</h1><p>No post of this sandbox has that address.</p></main>',
    })
  );
}

/**
 * The content of a tab, where `newest` is the posts of all networks; or 204 while the caller's version is still the
 * newest.
 */
function news(context: Context, query: URLSearchParams): Reply {
  const posts = [...context.state.posts.values()];
  const now = context.now().toISOString();
  // A post that changes with time does not change the state.
  const ready = posts.filter((each) => each.pending && each.pending.at <= now);
  const version = `${started}-${context.state.version}-${ready.length}`;
  const tab = query.get('tab') ?? '';
  if (query.get('version') === version)
    return raw(204, { type: 'application/json', body: '', headers: { 'cache-control': 'no-store' } });
  const counts = {
    ...Object.fromEntries(networkIds.map((id) => [id, posts.filter((each) => each.network === id).length])),
    newest: posts.length,
    mail: context.state.mails.length,
  };
  const items =
    tab === 'mail'
      ? context.state.mails.slice(-100).reverse()
      : feed(context, { network: tab === 'newest' ? '' : tab, account: '', limit: 60 });
  return json(200, { version, counts, items }, { 'cache-control': 'no-store' });
}

/** A mail's HTML, alone in its own origin; its links open in a new tab. */
function mailBody(context: Context, path: string): Reply | Promise<Reply> {
  const mail = context.state.mails.find((each) => path === `/mail/${each.id}.html`);
  if (!mail) return raw(404, { type: 'text/plain', body: 'No such mail.' });
  return raw(200, {
    type: 'text/html; charset=utf-8',
    body: `<base target="_blank">${mail.html}`,
    headers: { 'content-security-policy': untrustedPolicy, 'x-content-type-options': 'nosniff' },
  });
}
