import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Post } from '../state/model.ts';
import { members, nameOf } from './members.ts';

/** Public pages: a post at `/feed/update/<urn>/`, a member at `/in/<name>/`. */
export function linkedinPages(context: Context, call: Call): Reply {
  const path = decodeURIComponent(call.path);
  const root = rootFrom(`/linkedin${call.path}`);
  const urn = /^\/feed\/update\/(urn:li:(?:share|ugcPost):\d+)\/?$/.exec(path)?.[1];
  const vanity = /^\/in\/([\w-]+)\/?$/.exec(path)?.[1];
  const post = urn === undefined ? undefined : context.state.posts.get(`linkedin/${urn}`);
  const member = members.find((each) => each.vanity === vanity || each.id === post?.account);
  if (!member || (urn !== undefined && post?.status !== 'published'))
    return document({
      status: 404,
      title: 'Not here',
      root,
      kind: 'plain',
      body: '<main><h1>Nothing here</h1><p>This post cannot be displayed.</p></main>',
    });
  const shown = post
    ? [post]
    : context.state
        .postsOf('linkedin', member.id)
        .filter((each) => each.status === 'published')
        .slice(-50)
        .reverse();
  const list =
    shown.map((each) => article(each, root)).join('') || '<p class="empty">Nothing has been posted here yet.</p>';
  return document({
    title: nameOf(member),
    root,
    kind: 'linkedin',
    body: `<header><h1>${escapeHtml(nameOf(member))}</h1></header><main>${list}</main>`,
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
  const title = post.title ? `<h2>${escapeHtml(post.title)}</h2>` : '';
  return `<article class="card">${title}<div class="content">${escapeHtml(post.text).replaceAll('\n', '<br>')}</div>
${media}<p class="meta"><a href="${root}${escapeHtml(post.path)}">${longDate(post.createdAt)}</a></p></article>`;
}
