import { z } from 'zod';
import type { Engaged, Figures } from '../network.ts';
import { readReply, type Failure, type Vimeo } from './api.ts';
import { readVideo } from './videos.ts';

const total = z.object({ total: z.number().nullish() }).nullish();
const shape = z.object({
  uri: z.string(),
  metadata: z.object({ connections: z.object({ likes: total, comments: total }).nullish() }).nullish(),
});

/**
 * Likes and comments of up to 100 videos in one request. Vimeo counts no shares; its plays are no views of a post (specification 3, §9: N/A).
 * What the list leaves out is looked at one by one, to tell a deleted video from one that could not be read.
 */
export async function readFigures(vimeo: Vimeo, postIds: readonly string[], signal: AbortSignal): Promise<Engaged> {
  if (postIds.length === 0) return { kind: 'read', figures: new Map(), gone: [] };
  const query = { uris: postIds.map((id) => `/videos/${id}`).join(','), per_page: '100', fields: 'uri,metadata.connections.likes.total,metadata.connections.comments.total' };
  const list = readReply(await vimeo({ method: 'GET', path: '/videos', query, signal }), z.object({ data: z.array(shape) }));
  if (list.kind === 'failed') return failed(list.failure);
  const figures = new Map<string, Figures>();
  for (const { uri, metadata } of list.value.data) {
    const id = /^\/videos\/(\d+)/.exec(uri)?.[1];
    const { likes, comments } = metadata?.connections ?? {};
    if (id !== undefined) figures.set(id, { likes: likes?.total ?? null, comments: comments?.total ?? null, shares: null, views: null, retweets: null });
  }
  const gone: string[] = [];
  for (const id of postIds.filter((each) => !figures.has(each))) {
    const video = await readVideo(vimeo, id, signal);
    if (video.kind === 'done' && video.value === null) gone.push(id);
    if (video.kind === 'failed' && video.failure.kind === 'rateLimited') break;
  }
  return { kind: 'read', figures, gone };
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
