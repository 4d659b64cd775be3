/** Trends for the reply: every picture has an address on our own host. */
import type { Data } from '#contract/index.ts';
import type { Result, TrendFacts } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import { foundAddress } from '../../content/stock/index.ts';

type Means = Pick<Services, 'secrets' | 'clock'>;
type Of<Kind extends TrendFacts['of']> = Result<'trend'> & { facts: Extract<TrendFacts, { of: Kind }> };

/** Whether a trend is of one network. */
export const isOf =
  <Kind extends TrendFacts['of']>(kind: Kind) =>
  (result: Result<'trend'>): result is Of<Kind> =>
    result.facts.of === kind;

const pictureOf = (means: Means, result: Result<'trend'>, reference: string | null): string | null =>
  reference === null ? null : foundAddress(means, { kind: 'trend', result, reference });

/** A post of Reddit. */
export const presentPost = (means: Means, result: Of<'reddit'>): Data<'search-reddit'>['posts'][number] => ({
  id: result.id,
  title: result.title,
  permalink: result.pageUrl ?? '',
  author: result.author,
  subreddit: result.facts.subreddit,
  ups: result.facts.ups,
  subreddit_subscribers: result.facts.subscribers,
  num_comments: result.facts.comments,
  thumbnail: pictureOf(means, result, result.thumb),
  all_awardings: result.facts.awards.map((name) => ({ name })),
});

/** A video of YouTube. */
export const presentVideo = (means: Means, result: Of<'youtube'>): Data<'search-youtube'>['videos'][number] => ({
  id: result.id,
  title: result.title,
  thumbnail: pictureOf(means, result, result.thumb),
  page_url: result.pageUrl ?? '',
  channel_id: result.facts.channelId,
  channel_title: result.author,
  description: result.facts.description,
  tags: [...result.facts.tags],
  licence: result.licence,
  credit: result.attribution,
  is_creative_commons: result.facts.isCreativeCommons,
  stats: {
    views: result.facts.views,
    like: result.facts.likes,
    comments: result.facts.comments,
    dislike: null,
  },
});

type Days = Data<'google-trends'>['trendingSearchesDays'];

/** The searches of Google by the day (UTC) on which they began to rise, newest first. */
export function presentDays(means: Means, results: readonly Of<'google'>[]): Days {
  const newest = results.toSorted((one, other) => other.facts.begunAt.localeCompare(one.facts.begunAt));
  const days = new Map<string, Days[number]['trendingSearches']>();
  for (const result of newest) {
    const date = result.facts.begunAt.slice(0, 10);
    days.set(date, [...(days.get(date) ?? []), presentSearch(means, result)]);
  }
  return [...days].map(([date, trendingSearches]) => ({ date, trendingSearches }));
}

const presentSearch = (means: Means, result: Of<'google'>): Days[number]['trendingSearches'][number] => ({
  title: { query: result.title },
  formattedTraffic: result.facts.traffic,
  begun_at: result.facts.begunAt,
  page_url: result.pageUrl ?? '',
  image: { imageUrl: pictureOf(means, result, result.thumb), source: result.author },
  articles: result.facts.articles.map(({ title, url, source, thumb }) => ({
    title,
    url,
    source,
    image: { imageUrl: pictureOf(means, result, thumb) },
  })),
});
