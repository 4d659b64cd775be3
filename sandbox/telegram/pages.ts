import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Chat, Entity, Post } from '../state/model.ts';

const tags: Record<string, [string, string]> = {
  bold: ['<b>', '</b>'],
  italic: ['<i>', '</i>'],
  underline: ['<u>', '</u>'],
  strikethrough: ['<s>', '</s>'],
  spoiler: ['<span class="spoiler">', '</span>'],
  code: ['<code>', '</code>'],
  pre: ['<pre>', '</pre>'],
  blockquote: ['<blockquote>', '</blockquote>'],
  expandable_blockquote: ['<blockquote>', '</blockquote>'],
};

/**
 * t.me: a public chat at `/t.me/<username>`, its posts at `/t.me/<username>/<id>`, private ones at `/t.me/c/<id>/<n>`.
 * Undefined when there is none.
 */
export function telegramPages(context: Context, path: string): Reply | undefined {
  const secret = /^\/t\.me\/c\/(\d+)\/(\d+)$/.exec(path);
  const open = /^\/t\.me\/(\w+)(?:\/(\d+))?$/.exec(path);
  const chat = secret
    ? context.state.chats.get(Number(`-100${secret[1]}`))
    : open
      ? context.state.chatsByName.get((open[1] ?? '').toLowerCase())
      : undefined;
  if (!chat) return undefined;
  const id = secret?.[2] ?? open?.[2];
  const all = context.state.postsOf('telegram', String(chat.id));
  const shown =
    id === undefined
      ? all.slice(-50).reverse()
      : all.filter(
          (each) => Number(id) >= Number(each.id) && Number(id) <= Number(each.id) + Math.max(0, each.media.length - 1),
        );
  if (id !== undefined && shown.length === 0) return undefined;
  const root = rootFrom(path);
  return document({
    title: chat.title,
    root,
    kind: 'telegram',
    body: `<header><h1>${escapeHtml(chat.title)}</h1><p class="meta">${about(chat)}</p></header><main>
${shown.map((each) => message(each, root)).join('') || '<p class="empty">Nothing has been posted here yet.</p>'}
</main>`,
  });
}

function about(chat: Chat): string {
  return chat.username ? `@${escapeHtml(chat.username)}` : `private ${chat.type}`;
}

function message(post: Post, root: string): string {
  const media = post.media
    .map((each) =>
      each.kind === 'video'
        ? `<video controls preload="metadata" src="${root}files/${each.name}"></video>`
        : `<img src="${root}files/${each.name}" width="${each.width}" height="${each.height}" alt="">`,
    )
    .join('');
  return `<article class="bubble">${media}<div class="content">${formatted(post.text, post.entities)}</div>
<p class="meta">${longDate(post.createdAt)}</p></article>`;
}

/** Text with its entities as HTML. Entities nest, since Telegram's own parser made them. */
function formatted(text: string, entities: Entity[]): string {
  const opens = new Map<number, string>();
  const closes = new Map<number, string>();
  for (const each of entities) {
    const [open, close] =
      each.type === 'text_link' && /^https?:/.test(each.url ?? '')
        ? [`<a rel="noreferrer" href="${escapeHtml(each.url ?? '')}">`, '</a>']
        : (tags[each.type] ?? ['', '']);
    opens.set(each.offset, (opens.get(each.offset) ?? '') + open);
    closes.set(each.offset + each.length, close + (closes.get(each.offset + each.length) ?? ''));
  }
  let html = '';
  for (let at = 0; at <= text.length; at++)
    html += (closes.get(at) ?? '') + (opens.get(at) ?? '') + escapeHtml(text.charAt(at));
  return html.replaceAll('\n', '<br>');
}
