import { z } from 'zod';
import type { Engaged, Figures } from '../network.ts';
import { harmless, type Youtube } from './api.ts';

/** Google writes numbers as text, and omits what the channel hides. */
const count = z.coerce.number().optional();
const statisticsShape = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).default({}),
      }),
    )
    .default([]),
});

/**
 * Figures of up to 50 videos for one unit of quota; a video missing from the answer is deleted. `maxResults` cannot be
 * combined with `id`. Source: developers.google.com/youtube/v3/docs/videos/list.
 */
export async function engagement(youtube: Youtube, postIds: readonly string[]): Promise<Engaged> {
  const read = await youtube.get('videos', { part: 'statistics', id: postIds.join(',') }, statisticsShape);
  if (read.kind === 'done') {
    const figures = new Map<string, Figures>(
      read.value.items.map(({ id, statistics: { likeCount = null, viewCount = null, commentCount = null } }) => [
        id,
        { likes: likeCount, comments: commentCount, shares: null, views: viewCount, retweets: null },
      ]),
    );
    return { kind: 'read', figures, gone: postIds.filter((id) => !figures.has(id)) };
  }
  const failure = harmless(read.outcome);
  switch (failure.kind) {
    case 'unauthorized':
      return failure;
    case 'rateLimited':
      return { kind: 'rateLimited', retryAfterSeconds: failure.retryAfterSeconds, message: failure.message };
    case 'rejected':
    case 'unreachable':
      return { kind: 'unreachable', message: failure.message };
    default:
      return failure satisfies never;
  }
}
