import { z } from 'zod';
import type { Engaged, Figures } from '../network.ts';
import { harmless, type Graph, type Step } from './graph.ts';

const count = z.object({ summary: z.object({ total_count: z.number() }) }).optional();
const postsShape = z.record(
  z.string(),
  z.object({ shares: z.object({ count: z.number() }).optional(), reactions: count, likes: count, comments: count }),
);
const insight = z.object({ data: z.array(z.object({ values: z.array(z.object({ value: z.number() })) })) });
const viewsShape = z.record(z.string(), z.object({ insights: insight.optional() }));

const postFields = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)';
/**
 * A video has likes and no reactions; a field that a node does not have refuses the whole request
 * (…/graph-api/reference/video).
 */
const videoFields = 'likes.summary(total_count).limit(0),comments.summary(total_count).limit(0)';

/**
 * Figures of posts ('page_post') and of videos whose post Facebook did not name. One request for the counts and one for
 * the views, which need a permission of their own: without it they stay N/A. Source:
 * developers.facebook.com/docs/graph-api/reference/pagepost and /docs/platforminsights/page (post_media_view;
 * post_impressions is gone since 2025-11-15).
 */
export async function engagement(graph: Graph, postIds: readonly string[]): Promise<Engaged> {
  const figures = new Map<string, Figures>();
  let gone: string[] = [];
  for (const [ids, fields] of [
    [postIds.filter((each) => each.includes('_')), postFields],
    [postIds.filter((each) => !each.includes('_')), videoFields],
  ] as const) {
    if (ids.length === 0) continue;
    const counts = await readAll(graph, ids, fields);
    if (counts.kind === 'failed') return failedWith(counts);
    gone = gone.concat(counts.gone);
    const there = ids.filter((each) => counts.value.has(each));
    const views = fields === postFields ? await viewsOf(graph, there) : new Map<string, number>();
    for (const id of there) {
      const found = counts.value.get(id);
      // Facebook omits `shares` from a post that nobody has shared.
      const shares = fields === postFields ? (found?.shares?.count ?? 0) : null;
      figures.set(id, {
        likes: (found?.reactions ?? found?.likes)?.summary.total_count ?? null,
        comments: found?.comments?.summary.total_count ?? null,
        shares,
        views: views.get(id) ?? null,
        retweets: null,
      });
    }
  }
  return { kind: 'read', figures, gone };
}

type Counts =
  | { kind: 'read'; value: Map<string, z.output<typeof postsShape>[string]>; gone: string[] }
  | Extract<Step<never>, { kind: 'failed' }>;

/** Reads many at once; a single deleted post makes the whole request fail, so each is then requested by itself. */
async function readAll(graph: Graph, ids: readonly string[], fields: string): Promise<Counts> {
  const all = await graph.get('', { ids: ids.join(','), fields }, postsShape);
  if (all.kind === 'done') return { kind: 'read', value: new Map(Object.entries(all.value)), gone: [] };
  if (!all.isMissing) return all;
  if (ids.length === 1) return { kind: 'read', value: new Map(), gone: [...ids] };
  const value = new Map<string, z.output<typeof postsShape>[string]>();
  let gone: string[] = [];
  for (const half of [ids.slice(0, Math.ceil(ids.length / 2)), ids.slice(Math.ceil(ids.length / 2))]) {
    const part = await readAll(graph, half, fields);
    if (part.kind === 'failed') return part;
    for (const [id, found] of part.value) value.set(id, found);
    gone = gone.concat(part.gone);
  }
  return { kind: 'read', value, gone };
}

async function viewsOf(graph: Graph, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const read = await graph.get('', { ids: ids.join(','), fields: 'insights.metric(post_media_view)' }, viewsShape);
  if (read.kind === 'failed') return new Map();
  return new Map(
    Object.entries(read.value).flatMap(([id, { insights }]) => {
      const value = insights?.data[0]?.values[0]?.value;
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
}

function failedWith({ outcome }: Extract<Step<never>, { kind: 'failed' }>): Engaged {
  const failure = harmless(outcome);
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
