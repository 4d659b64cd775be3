/** Topics at X in a city or country. */
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import type { Source } from '../source.ts';

const name = 'X';
/** The most trends that X returns for a place. */
const mostTrends = 50;

const answered = z.object({
  data: z.array(z.object({ trend_name: z.string().min(1), tweet_count: z.number().nullish() })),
});

/**
 * The trends of a place; the keyword is its WOEID (`1` for the world). 75 requests in 15 minutes by an app's token,
 * and each costs money. https://docs.x.com/x-api/trends/trends-by-woeid, as of 2026-11.
 */
export const twitterTrends = (access: Access): Source<'trend'> => ({
  id: 'twitter',
  kind: 'trend',
  search: async ({ keyword, signal }) => {
    const read = await ask({
      access,
      name,
      signal,
      path: `/2/trends/by/woeid/${encodeURIComponent(keyword)}`,
      query: { max_trends: String(mostTrends), 'trend.fields': 'trend_name,tweet_count' },
      headers: { authorization: `Bearer ${access.key}` },
      schema: answered,
    });
    if (read.kind !== 'read') return read;
    const results = read.value.data.map(({ trend_name: title, tweet_count: posts }) => ({
      id: title,
      source: 'twitter' as const,
      author: '',
      licence: '',
      licenceUrl: null,
      pageUrl: `https://x.com/search?q=${encodeURIComponent(title)}`,
      attribution: null,
      title,
      thumb: null,
      facts: { of: 'twitter' as const, posts: posts ?? null },
    }));
    return { kind: 'found', results, next: null, quota: read.quota };
  },
  open: async () => ({ kind: 'refused', message: 'Trends of X have no pictures.' }),
});
