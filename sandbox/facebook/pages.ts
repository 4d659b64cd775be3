import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import { dialog } from './login.ts';
import { findPost, publishedPosts } from './objects.ts';
import { findPage } from './people.ts';

/** www.facebook.com: the log-in dialog, a page `/<page>`, its posts `/<page>/posts/<n>` and `/reel/<video>/`. */
export async function site(context: Context, call: Call): Promise<Reply> {
  if (/^\/v2[1-6]\.0\/dialog\/oauth$/.test(call.path)) return dialog(context, call);
  const root = rootFrom(`/facebook.com${call.path}`);
  const [, reel] = /^\/reel\/(\d+)\/?$/.exec(call.path) ?? [];
  const [, name = '', number] = /^\/([\w.]+)(?:\/posts\/(\d+))?\/?$/.exec(call.path) ?? [];
  const one =
    reel === undefined
      ? findPost(context, `${name}_${number}`)
      : [...context.state.posts.values()].find((each) => each.network === 'facebook' && each.slug === reel);
  const page = findPage(one?.account ?? name);
  const isMissing =
    !page || ((reel ?? number) !== undefined && (!one || currentStatus(one, context.now()) !== 'published'));
  if (isMissing)
    return document({
      status: 404,
      title: 'Not available',
      root,
      kind: 'plain',
      body: "<main><h1>This content isn't available right now</h1></main>",
    });
  const shown = one ? [one] : publishedPosts(context, page.id).slice(0, 50);
  return document({
    title: page.name,
    root,
    kind: 'plain',
    body: `<header><h1>${escapeHtml(page.name)}</h1><p class="meta">${escapeHtml(page.category)}</p></header><main>
${shown.map((each) => article(each, root)).join('') || '<p class="empty">No posts yet.</p>'}</main>`,
  });
}

function article(post: Post, root: string): string {
  const media = post.media
    .map((each) =>
      each.kind === 'video'
        ? `<video controls preload="metadata" src="${root}files/${each.name}"></video>`
        : `<img src="${root}files/${each.name}" width="${each.width}" height="${each.height}" ${altOf(each)}>`,
    )
    .join('');
  return `<article class="card"><p class="meta">${escapeHtml(post.accountName)} · ${longDate(post.createdAt)}</p>
<div class="content">${escapeHtml(post.text).replaceAll('\n', '<br>')}</div>${media}</article>`;
}

const altOf = ({ alt = '' }: Post['media'][number]): string => `alt="${escapeHtml(alt)}"`;
