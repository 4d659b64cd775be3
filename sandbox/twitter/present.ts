import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import type { Json } from '../json.ts';
import type { Post } from '../state/model.ts';
import { addressesIn } from './length.ts';
import { findUser } from './users.ts';

/** The vocabulary of X's answer: that of `tweet.fields` (prose) or of `post.fields` (OpenAPI since 2026-08-07). */
export type Vocabulary = 'tweet' | 'post';

/**
 * The text as X returns it, and its addresses: shortened to t.co, one more at the end for the media, and `& < >` as
 * references.
 */
export function presentText(context: Context, post: Post): { text: string; urls: Json[] } {
  const found = addressesIn(post.text);
  const urls: Json[] = [];
  let text = '';
  let at = 0;
  const put = (short: string, expanded: string, more: Json = {}): void => {
    urls.push({
      start: text.length,
      end: text.length + short.length,
      url: short,
      expanded_url: expanded,
      display_url: expanded.replace(/^https?:\/\/(www\.)?/, '').slice(0, 26),
      ...more,
    });
    text += short;
  };
  for (const { start, end, url } of found) {
    text += escaped(post.text.slice(at, start));
    put(shortened(`${post.id}/${start}`), /^https?:/i.test(url) ? url : `http://${url}`);
    at = end;
  }
  text += escaped(post.text.slice(at));
  if (post.media.length > 0) {
    text += text === '' ? '' : ' ';
    const kind = post.media[0]?.kind === 'video' ? 'video' : 'photo';
    put(shortened(`${post.id}/media`), `${context.publicUrl}/${post.path}/${kind}/1`, {
      media_key: mediaKeys(post)[0] ?? '',
    });
  }
  return { text, urls };
}

/** A post as the API returns it, with the requested fields. */
export function presentTweet(
  context: Context,
  post: Post,
  { asked, vocabulary }: { asked: readonly string[]; vocabulary: Vocabulary },
): Json {
  const { text, urls } = presentText(context, post);
  const figures = figuresOf(post, context.now());
  const all: Json = {
    created_at: post.createdAt,
    author_id: findUser(post.account)?.id ?? '',
    conversation_id: post.id,
    lang: 'en',
    possibly_sensitive: false,
    reply_settings: 'everyone',
    ...(urls.length > 0 ? { entities: { urls } } : {}),
    ...(post.media.length > 0 ? { attachments: { media_keys: mediaKeys(post) } } : {}),
    public_metrics: {
      [vocabulary === 'post' ? 'repost_count' : 'retweet_count']: figures.retweets,
      reply_count: figures.comments,
      like_count: figures.likes,
      quote_count: figures.shares,
      bookmark_count: 0,
      impression_count: figures.views,
    },
  };
  const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name)));
  return { id: post.id, text, [`edit_history_${vocabulary}_ids`]: [post.id], ...chosen };
}

/** The media keys from the upload; a post stores their ids. */
function mediaKeys(post: Post): string[] {
  return post.slug.split(',').map((id, index) => `${post.media[index]?.kind === 'video' ? 13 : 3}_${id}`);
}

function shortened(seed: string): string {
  return `https://t.co/${createHash('sha256')
    .update(seed)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
