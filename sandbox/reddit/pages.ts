import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Post } from '../state/model.ts';
import { isLive } from './submit.ts';

/** www.reddit.com for readers: a post at its address, a redditor's posts at `/user/<name>`. */
export function redditPages(context: Context, call: Call): Reply {
  const root = rootFrom(`/reddit${call.path}`);
  const id = /\/comments\/(\w+)/.exec(call.path)?.[1];
  const name = /^\/www\/user\/([\w-]+)/.exec(call.path)?.[1] ?? '';
  const shown = [...context.state.posts.values()]
    .filter(
      (each) =>
        each.network === 'reddit' &&
        isLive(context, each) &&
        (id === undefined ? each.account === name : each.id === id),
    )
    .reverse();
  if (shown.length === 0)
    return document({
      status: 404,
      title: 'Reddit',
      root,
      kind: 'reddit',
      body: '<main><h1>Sorry, there aren’t any posts here.</h1></main>',
    });
  return document({
    title: id === undefined ? `u/${name}` : (shown[0]?.title ?? ''),
    root,
    kind: 'reddit',
    body: `<main>${shown
      .slice(0, 50)
      .map((each) => article(context, each, root))
      .join('')}</main>`,
  });
}

function article(context: Context, post: Post, root: string): string {
  const submission = context.state.tables.redditSubmissions.get(post.id);
  const media = post.media
    .map((each) =>
      each.kind === 'video'
        ? `<video controls preload="metadata" src="${root}files/${each.name}"></video>`
        : `<img src="${root}files/${each.name}" width="${each.width}" height="${each.height}" alt="">`,
    )
    .join('');
  const link =
    submission?.kind === 'link'
      ? `<p><a href="${escapeHtml(submission.url)}" rel="noreferrer">${escapeHtml(submission.url)}</a></p>`
      : '';
  return `<article><p class="meta">${escapeHtml(post.accountName)} · ${longDate(post.createdAt)}</p>
<h1>${escapeHtml(post.title)}</h1>
${media}${link}<div class="content">${escapeHtml(post.text).replaceAll('\n', '<br>')}</div></article>`;
}
