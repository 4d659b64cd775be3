import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { document, longDate, rootFrom } from '../page/document.ts';
import { findVideo, maySee, people, uploadsOf } from './objects.ts';

/** www.youtube.com: a video at `/watch?v=<id>` (private ones too, marked as such) and a channel at `/channel/<id>`. */
export async function watch(context: Context, call: Call): Promise<Reply> {
  const root = rootFrom(`/youtube.com${call.path}`);
  const owner = people.find((each) => each.channel !== '' && call.path === `/channel/${each.channel}`);
  if (owner) {
    const list = uploadsOf(context, owner.channel)
      .filter((each) => maySee(context, each, ''))
      .map(
        ({ facts }) =>
          `<article class="card">
<h2><a href="${root}youtube.com/watch?v=${facts.id}">${escapeHtml(facts.title)}</a></h2></article>`,
      )
      .join('');
    return document({
      title: owner.name,
      root,
      kind: 'plain',
      body: `<header><h1>${escapeHtml(owner.name)}</h1></header><main>
${list || '<p class="empty">No videos yet.</p>'}</main>`,
    });
  }
  const video = call.path === '/watch' ? findVideo(context, call.query.get('v') ?? '') : undefined;
  if (!video || !maySee(context, video, video.facts.privacyStatus === 'private' ? video.facts.channel : ''))
    return document({
      status: 404,
      title: 'Not available',
      root,
      kind: 'plain',
      body: "<main><h1>This video isn't available</h1></main>",
    });
  const { facts, post } = video;
  const note = facts.privacyStatus === 'public' ? '' : ` · ${facts.privacyStatus}`;
  return document({
    title: facts.title,
    root,
    kind: 'plain',
    body: `<main><article class="card">
<video controls preload="metadata" src="${root}files/${escapeHtml(post.media[0]?.name ?? '')}"></video>
<h1>${escapeHtml(facts.title)}</h1>
<p class="meta">${escapeHtml(post.accountName)} · ${longDate(post.createdAt)}${note}</p>
<div class="content">${escapeHtml(facts.description).replaceAll('\n', '<br>')}</div></article></main>`,
  });
}
