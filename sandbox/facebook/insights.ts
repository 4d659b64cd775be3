import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import type { Figures, Post } from '../state/model.ts';
import type { Caller } from './access.ts';
import { badParameter, GraphError } from './errors.ts';

const metrics: Record<string, (figures: Figures) => unknown> = {
  post_media_view: ({ views }) => views,
  post_total_media_view_unique: ({ views }) => Math.floor(views * 0.8),
  post_clicks: ({ views }) => Math.floor(views / 50),
  post_reactions_by_type_total: ({ likes }) => ({ like: likes }),
  total_video_views: ({ views }) => views,
  fb_reels_total_plays: ({ views }) => views,
};

/** Whether a word names a metric of a video. */
export function isViewMetric(word: string): boolean {
  return word === 'total_video_views' || word === 'fb_reels_total_plays';
}

/**
 * The requested metrics of a post or video. `post_impressions` and related metrics were removed
 * (platforminsights/page/deprecated-metrics). Throws GraphError.
 */
export function insights(
  { context, caller }: { context: Context; caller: Caller },
  { id, post, metrics: wanted }: { id: string; post: Post; metrics: string[] },
): Record<string, unknown>[] {
  if (!caller.token.scopes.includes('read_insights'))
    throw new GraphError(
      "(#10) This endpoint requires the 'read_insights' permission or the 'Page Public Content Access' feature.",
      { code: 10, status: 403 },
    );
  const figures = figuresOf(post, context.now());
  return wanted.map((name) => {
    const read = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (!read) throw badParameter('The value must be a valid insights metric');
    return {
      name,
      period: 'lifetime',
      values: [{ value: read(figures) }],
      title: name.replaceAll('_', ' '),
      description: '',
      id: `${id}/insights/${name}/lifetime`,
    };
  });
}
