import { z } from 'zod';
import type { Account, Engaged, Figures, Found, LostAttempt } from '../network.ts';
import { read, type Speaker } from './api.ts';
import { compare, tweetShape, type Sent } from './same.ts';

/**
 * The names of the counts differ between X's pages (`retweet_count`) and its OpenAPI description (`repost_count`): both
 * are read.
 */
const metrics = z.object({
  like_count: z.number().optional(),
  retweet_count: z.number().optional(),
  repost_count: z.number().optional(),
});
const timeline = z.object({
  data: z.array(tweetShape).default([]),
  errors: z.array(z.unknown()).default([]),
  meta: z.object({ result_count: z.number(), next_token: z.string().optional() }),
});
const batch = z.object({
  data: z.array(z.object({ id: z.string(), public_metrics: metrics.default({}) })).default([]),
  errors: z
    .array(z.object({ value: z.string().optional(), resource_id: z.string().optional(), type: z.string().default('') }))
    .default([]),
});

/** If our clock runs ahead, that must not hide the post. */
const slackMs = 60_000;
/** Until then a timeline may not show a fresh post. */
const settleMs = 20_000;

/**
 * The parameter that requests a post's fields: X's pages name the first, its OpenAPI description (2.167) the second.
 */
export type FieldsParameter = 'tweet.fields' | 'post.fields';

/**
 * The account's post that has this text (or this very file) and was made since the attempt. It is absent if the list
 * since then is complete and every post in it is a different one. Reading is charged per post, so few are requested.
 */
export async function findPost(
  speak: Speaker,
  {
    account,
    sent,
    attempt,
    fields,
    urlOf,
    now,
  }: {
    account: Account;
    sent: Sent;
    attempt: Pick<LostAttempt, 'fencedAt'>;
    fields: FieldsParameter;
    urlOf: (postId: string) => string;
    now: Date;
  },
): Promise<Found> {
  const since = new Date(attempt.fencedAt.getTime() - slackMs);
  const query = {
    start_time: `${since.toISOString().slice(0, 19)}Z`,
    max_results: '10',
    [fields]: 'created_at,entities,attachments',
  };
  const listed = read(
    await speak(`2/users/${encodeURIComponent(account.externalId)}/tweets`, { method: 'GET', query }),
    timeline,
    now,
  );
  if (listed.kind === 'failed') return undecided(listed.outcome.message);
  const { data, errors, meta } = listed.value;
  const verdicts = data.map((each) => ({ id: each.id, is: compare(each, sent) }));
  const post = verdicts.find(({ is }) => is === 'same');
  if (post !== undefined) return { kind: 'found', postId: post.id, postUrl: urlOf(post.id) };
  if (verdicts.some(({ is }) => is === 'unsure'))
    return undecided('A post of the account has the same words, and a link that cannot be compared');
  if (meta.next_token !== undefined) return undecided('The post is not among the ten newest of the account');
  if (errors.length > 0 || meta.result_count > data.length)
    return undecided('X does not show all posts of the account');
  if (now.getTime() - attempt.fencedAt.getTime() < settleMs)
    return undecided('The post is not in the account’s list yet');
  return { kind: 'absent' };
}

const undecided = (message: string): Found => ({ kind: 'undecided', message });

/**
 * Likes and reposts of up to 100 posts. The other figures are not shown for X. Source: docs.x.com/x-api/posts/lookup.
 */
export async function readFigures(
  speak: Speaker,
  postIds: readonly string[],
  { fields, now }: { fields: FieldsParameter; now: Date },
): Promise<Engaged> {
  const query = { ids: postIds.join(','), [fields]: 'public_metrics' };
  const answer = read(await speak('2/tweets', { method: 'GET', query }), batch, now);
  if (answer.kind === 'failed') return engagedOf(answer.outcome);
  const figures = new Map(
    answer.value.data.map(
      ({
        id,
        public_metrics: { like_count: likes, repost_count: reposts, retweet_count: retweets },
      }): [string, Figures] => [
        id,
        { likes: likes ?? null, comments: null, shares: null, views: null, retweets: reposts ?? retweets ?? null },
      ],
    ),
  );
  const gone = answer.value.errors
    .filter(({ type }) => type.includes('resource-not-found'))
    .map(({ value, resource_id: id }) => id ?? value ?? '');
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
