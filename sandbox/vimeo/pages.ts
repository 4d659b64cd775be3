import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import { vimeoUsers } from './people.ts';

/** vimeo.com for viewers: a video at `/<id>`, a person's videos at `/<name>`. */
export function vimeoPages(context: Context, call: Call): Reply {
  const root = rootFrom(`/vimeo${call.path}`);
  const named = call.path.split('/').at(-1) ?? '';
  const owner = vimeoUsers.find((each) => each.handle === named);
  const shown = [...context.state.posts.values()]
    .filter(
      (each) =>
        each.network === 'vimeo' &&
        currentStatus(each, context.now()) === 'published' &&
        (owner ? each.account === owner.handle : each.id === named),
    )
    .reverse();
  if (shown.length === 0 && !owner)
    return document({
      status: 404,
      title: 'Vimeo',
      root,
      kind: 'vimeo',
      body: '<main><h1>Sorry, we couldn’t find that page</h1></main>',
    });
  return document({
    title: owner?.name ?? shown[0]?.title ?? '',
    root,
    kind: 'vimeo',
    body: `<main>${shown.map((each) => article(each, root)).join('') || '<p class="empty">No videos yet.</p>'}</main>`,
  });
}

function article(post: Post, root: string): string {
  const [file] = post.media;
  const video = file ? `<video controls preload="metadata" src="${root}files/${file.name}"></video>` : '';
  return `<article>${video}<h1>${escapeHtml(post.title)}</h1>
<p class="meta">${escapeHtml(post.author)} · ${longDate(post.publishedAt)}</p>
<div class="content">${escapeHtml(post.text).replaceAll('\n', '<br>')}</div></article>`;
}
