import { z } from 'zod';
import type { Engaged, Figures } from '../network.ts';
import { readReply, type Failure, type Vimeo } from './api.ts';

const total = z.object({ total: z.number().nullish() }).nullish();
const shape = z.object({
  uri: z.string(),
  metadata: z.object({ connections: z.object({ likes: total, comments: total }).nullish() }).nullish(),
});

const fields = 'uri,metadata.connections.likes.total,metadata.connections.comments.total';
const pageShape = z.object({ data: z.array(shape), paging: z.object({ next: z.string().nullish() }).nullish() });

/**
 * Likes and comments of up to 100 videos. Vimeo counts no shares; its plays are not views of a post (N/A). The
 * account's own list is read, newest first, as long as another page may still save requests; the rest are read one by
 * one, which also distinguishes a deleted video from an unreadable one. Source:
 * developer.vimeo.com/api/reference/videos, "Get all the videos that a user has uploaded" (API 3.4, read 2026-11-22);
 * `GET /videos` is a search and requires a `query`.
 */
export async function readFigures(vimeo: Vimeo, postIds: readonly string[], signal: AbortSignal): Promise<Engaged> {
  const figures = new Map<string, Figures>();
  const missing = new Set(postIds);
  const keep = (video: z.output<typeof shape>): void => {
    const id = idOf(video);
    if (id !== undefined && missing.delete(id)) figures.set(id, figuresOf(video));
  };
  for (let page = 1, hasMore = true; hasMore && missing.size >= page; page += 1) {
    const query = { sort: 'date', direction: 'desc', per_page: '100', page: String(page), fields };
    const list = readReply(await vimeo({ method: 'GET', path: '/me/videos', query, signal }), pageShape);
    if (list.kind === 'failed') return failed(list.failure);
    list.value.data.forEach(keep);
    hasMore = Boolean(list.value.paging?.next);
  }
  const gone: string[] = [];
  for (const id of missing) {
    const video = readReply(
      await vimeo({ method: 'GET', path: `/videos/${encodeURIComponent(id)}`, query: { fields }, signal }),
      shape,
    );
    if (video.kind === 'done') keep(video.value);
    else if (video.status === 404) gone.push(id);
    else if (video.failure.kind === 'rateLimited') break;
  }
  return { kind: 'read', figures, gone };
}

const idOf = ({ uri }: z.output<typeof shape>): string | undefined => /^\/videos\/(\d+)/.exec(uri)?.[1];

function figuresOf({ metadata }: z.output<typeof shape>): Figures {
  const { likes, comments } = metadata?.connections ?? {};
  return { likes: likes?.total ?? null, comments: comments?.total ?? null, shares: null, views: null, retweets: null };
}

function failed(failure: Failure): Engaged {
  switch (failure.kind) {
    case 'unauthorized':
    case 'unreachable':
      return failure;
    case 'rateLimited':
      return { kind: 'rateLimited', retryAfterSeconds: failure.retryAfterSeconds, message: failure.message };
    case 'rejected':
    case 'unknown':
      return { kind: 'unreachable', message: failure.message };
    default:
      return failure satisfies never;
  }
}
