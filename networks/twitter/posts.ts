import { z } from 'zod';
import type { Account, Engaged, Figures, Found, LostAttempt } from '../network.ts';
import { read, type Speaker } from './api.ts';

/** The words of the counts differ between X's pages (`tweet.fields`, `retweet_count`) and its OpenAPI (`post.fields`, `repost_count`): one is asked, both are read. */
const metrics = z.object({ like_count: z.number().optional(), retweet_count: z.number().optional(), repost_count: z.number().optional() });
const tweet = z.object({
  id: z.string().min(1),
  text: z.string().default(''),
  entities: z.object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string().optional(), media_key: z.string().optional() })).default([]) }).default({ urls: [] }),
  attachments: z.object({ media_keys: z.array(z.string()).default([]) }).default({ media_keys: [] }),
});
const timeline = z.object({ data: z.array(tweet).default([]), meta: z.object({ next_token: z.string().optional() }).default({}) });
const batch = z.object({
  data: z.array(z.object({ id: z.string(), public_metrics: metrics.default({}) })).default([]),
  errors: z.array(z.object({ value: z.string().optional(), resource_id: z.string().optional(), type: z.string().default('') })).default([]),
});

/** A clock of ours that runs ahead must not hide the post. */
const slackMs = 60_000;
/** Until then a timeline may not show what has just been posted. */
const settleMs = 20_000;

/** What a post says and carries, to be known again. */
export type Sent = { text: string; mediaId: string };

/** The account's post that has this text (or this very file) and was made since the attempt. Reading costs money for each post, so few are asked for. */
export async function findPost(speak: Speaker, { account, sent, attempt, urlOf, now }: {
  account: Account; sent: Sent; attempt: Pick<LostAttempt, 'fencedAt'>; urlOf: (postId: string) => string; now: Date;
}): Promise<Found> {
  const since = new Date(attempt.fencedAt.getTime() - slackMs);
  const query = { start_time: `${since.toISOString().slice(0, 19)}Z`, max_results: '10', 'tweet.fields': 'created_at,entities,attachments' };
  const listed = read(await speak(`2/users/${encodeURIComponent(account.externalId)}/tweets`, { method: 'GET', query }), timeline, now);
  if (listed.kind === 'failed') return { kind: 'undecided', message: listed.outcome.message };
  const { data, meta } = listed.value;
  const post = data.find((each) => isSame(each, sent));
  if (post !== undefined) return { kind: 'found', postId: post.id, postUrl: urlOf(post.id) };
  if (meta.next_token !== undefined) return { kind: 'undecided', message: 'The post is not among the ten newest of the account' };
  if (now.getTime() - attempt.fencedAt.getTime() < settleMs) return { kind: 'undecided', message: 'The post is not in the account’s list yet' };
  return { kind: 'absent' };
}

/** A media key is the id of the file behind a number for its kind ('3_1136…'). */
function isSame(post: z.output<typeof tweet>, { text, mediaId }: Sent): boolean {
  if (mediaId !== '' && post.attachments.media_keys.some((key) => key.split('_')[1] === mediaId)) return true;
  return text !== '' && plain(written(post)) === plain(text) && (mediaId === '') === (post.attachments.media_keys.length === 0);
}

/** The text as it was sent: addresses written out again, those that X added for files left out, references decoded. */
function written({ text, entities }: z.output<typeof tweet>): string {
  const long = entities.urls.reduce((sum, { url, expanded_url: full, media_key: key }) => sum.replace(url, () => (key === undefined ? full ?? url : '')), text);
  return long.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Likes and reposts of up to 100 posts. The other figures are not shown for X. Source: specification 3, "Engagement"; docs.x.com/x-api/posts/lookup. */
export async function readFigures(speak: Speaker, postIds: readonly string[], now: Date): Promise<Engaged> {
  const query = { ids: postIds.join(','), 'tweet.fields': 'public_metrics' };
  const answer = read(await speak('2/tweets', { method: 'GET', query }), batch, now);
  if (answer.kind === 'failed') return engagedOf(answer.outcome);
  const figures = new Map(answer.value.data.map(({ id, public_metrics: { like_count: likes, repost_count: reposts, retweet_count: retweets } }): [string, Figures] =>
    [id, { likes: likes ?? null, comments: null, shares: null, views: null, retweets: reposts ?? retweets ?? null }]));
  const gone = answer.value.errors.filter(({ type }) => type.includes('resource-not-found')).map(({ value, resource_id: id }) => id ?? value ?? '');
  return { kind: 'read', figures, gone: gone.filter((id) => id !== '' && !figures.has(id)) };
}

function engagedOf(outcome: Exclude<ReturnType<typeof read>, { kind: 'told' }>['outcome']): Engaged {
  switch (outcome.kind) {
    case 'unauthorized':
      return outcome;
    case 'rateLimited':
      return { kind: 'rateLimited', retryAfterSeconds: outcome.retryAfterSeconds, message: outcome.message };
    case 'rejected':
    case 'unknown':
    case 'unreachable':
      return { kind: 'unreachable', message: outcome.message };
    default:
      return outcome satisfies never;
  }
}
