import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Post } from '../state/model.ts';
import { findUser } from './users.ts';

/** Public pages: `/<user>`, `/<user>/status/<id>` and `/i/status/<id>`. */
export function xPages(context: Context, call: Call): Reply {
  const [, name = '', id] = /^\/(\w+)(?:\/status\/(\d+)(?:\/(?:photo|video)\/1)?)?$/.exec(call.path) ?? [];
  const root = rootFrom(`/twitter${call.path}`);
  const post = id === undefined ? undefined : context.state.posts.get(`twitter/${id}`);
  const user = findUser(post?.account ?? name);
  if (!user || (id !== undefined && post?.status !== 'published'))
    return document({
      status: 404,
      title: 'Not here',
      root,
      kind: 'plain',
      body: '<main><h1>Nothing here</h1><p>This post does not exist.</p></main>',
    });
  const shown = post
    ? [post]
    : context.state
        .postsOf('twitter', user.username)
        .filter((each) => each.status === 'published')
        .slice(-50)
        .reverse();
  const list =
    shown.map((each) => article(each, root)).join('') || '<p class="empty">Nothing has been posted here yet.</p>';
  return document({
    title: `${user.name} (@${user.username})`,
    root,
    kind: 'twitter',
    body: `<header><h1>${escapeHtml(user.name)}</h1><p class="meta">@${escapeHtml(user.username)}</p></header><main>
${list}</main>`,
  });
}

function article(post: Post, root: string): string {
  const media = post.media
    .map((each) =>
      each.kind === 'video'
        ? `<video controls preload="metadata" src="${root}files/${each.name}"></video>`
        : `<img src="${root}files/${each.name}" alt="${escapeHtml(each.alt ?? '')}">`,
    )
    .join('');
  return `<article class="card"><div class="content">${escapeHtml(post.text).replaceAll('\n', '<br>')}</div>
${media}<p class="meta"><a href="${root}${escapeHtml(post.path)}">${longDate(post.createdAt)}</a></p></article>`;
}
