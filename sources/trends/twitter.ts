/** Topics at X in a city or country. */
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import type { Failure, Source } from '../source.ts';
import { rowsOf } from '../remote/rows.ts';

const name = 'X';
/** The most trends that X returns for a place. */
const mostTrends = 50;

const answered = z.object({
  data: rowsOf(z.object({ trend_name: z.string().min(1), tweet_count: z.number().nullish() })),
});

/** 402: the app's prepaid credits are used up (docs.x.com/x-api/getting-started/pricing, as of 2026-11). */
const refusalOf = (status: number): Failure | undefined =>
  status === 402
    ? { kind: 'refused', message: 'X has no paid credits left for this site. The operator can add some at X.' }
    : undefined;

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
      refusalOf,
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
