import type { Context } from '../context.ts';
import { raw, type Reply } from '../http/reply.ts';
import { escapeHtml, plainText } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import type { Post } from '../state/model.ts';

/**
 * A writer's page `/medium/@user`, a story `/medium/@user/<slug>-<id>`, and the feed `/medium/feed/@user`. Undefined
 * when there is none.
 */
export function mediumPages(context: Context, path: string): Reply | undefined {
  const feedOf = /^\/medium\/feed\/@([\w.-]+)$/.exec(path)?.[1];
  if (feedOf !== undefined) return isWriter(context, feedOf) ? rss(context, feedOf) : undefined;
  const [, username = '', id] = /^\/medium\/@([\w.-]+)(?:\/(?:.*-)?([0-9a-f]{12}))?$/.exec(path) ?? [];
  if (!isWriter(context, username)) return undefined;
  const root = rootFrom(path);
  if (id === undefined) {
    const list = published(context, username)
      .map(
        (each) =>
          `<article class="card"><h2><a href="${root}${escapeHtml(each.path)}">${escapeHtml(each.title)}</a></h2>
<p class="meta">${longDate(each.publishedAt)}</p></article>`,
      )
      .join('');
    return document({
      title: `@${username}`,
      root,
      kind: 'medium',
      body: `<header><h1>@${escapeHtml(username)}</h1></header><main>
${list || '<p class="empty">No stories yet.</p>'}</main>`,
    });
  }
  const post = context.state.posts.get(`medium/${username}/${id}`);
  if (!post || post.status === 'draft') return undefined;
  return document({
    title: post.title,
    root,
    kind: 'medium',
    body: `<main><article><p class="meta">${escapeHtml(post.accountName)} · ${longDate(post.publishedAt)}</p>
${/<h1\b/i.test(post.html) ? '' : `<h1>${escapeHtml(post.title)}</h1>`}<div class="content">${post.html}</div></article>
</main>`,
  });
}

function isWriter(context: Context, username: string): boolean {
  return [...context.state.writers.values()].some((each) => each.username === username);
}

/** Public stories, newest first, at most ten as in Medium's feed, without unlisted ones and drafts. */
function published(context: Context, username: string): Post[] {
  return context.state
    .postsOf('medium', username)
    .filter((each) => each.status === 'public')
    .reverse()
    .slice(0, 10);
}

function rss(context: Context, username: string): Reply {
  const items = published(context, username)
    .map(
      (each) =>
        `<item><title><![CDATA[${safe(each.title)}]]></title><link>${escapeHtml(each.url)}?source=rss</link>
<guid isPermaLink="false">${escapeHtml(context.publicUrl)}/medium/p/${each.id}</guid>
${each.tags.map((tag) => `<category><![CDATA[${safe(tag)}]]></category>`).join('')}
<pubDate>${new Date(each.publishedAt).toUTCString()}</pubDate>
<description>${escapeHtml(plainText(each.html).slice(0, 200))}</description>
<content:encoded><![CDATA[${safe(each.html)}]]></content:encoded></item>`,
    )
    .join('\n');
  return raw(200, {
    type: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0"><channel>
<title><![CDATA[Stories by ${username} on Medium]]></title>
<link>${escapeHtml(context.publicUrl)}/medium/@${username}</link><description>Stories by @${username}</description>
${items}
</channel></rss>
`,
  });
}

function safe(text: string): string {
  return text.replaceAll(']]>', ']]]]><![CDATA[>');
}
