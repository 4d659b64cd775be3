import { messages } from '#contract/messages.ts';
import { keywordWith } from '#sources/trends/terms.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { keywordOf } from '../../content/stock/index.ts';
import { askTrends, unasked } from './ask.ts';
import { copyVideo } from './copy-video.ts';
import { isCountry, nearestPlace, places } from './places.ts';
import { isOf, presentDays, presentPost, presentVideo } from './present.ts';

/** The time that Google's feed covers, minutes: it holds the searches of the last day. */
const googleMinutes = 1_440;

const tokenOf = (token: string | null | undefined): string | null => (token === '' ? null : (token ?? null));
const endOf = (length: number): string => (length === 0 ? messages.searchEnd : '');

/** The handlers of the calls in contract/insights/trends.ts. */
export const trendCalls = {
  'search-reddit': outside(async ({ query, sort, after }, { services, user: { agencyId }, signal }) => {
    const { standing, results, next } = await askTrends(services, {
      source: 'reddit',
      agencyId,
      keyword: keywordWith(sort, keywordOf(query)),
      cursor: tokenOf(after),
      signal,
    });
    const posts = results.filter(isOf('reddit')).map((result) => presentPost(services, result));
    const message = standing.state === 'answered' ? endOf(posts.length) : '';
    return { message, data: { ...standing, posts, after: next ?? '' } };
  }),

  'search-youtube': outside(
    async ({ keyword, next_page_token, no_of_videos, license }, { services, user: { agencyId }, signal }) => {
      const isFree = /^creative ?commons?$/i.test(license ?? '');
      const { standing, results, next } = await askTrends(services, {
        source: 'youtube',
        agencyId,
        keyword: keywordWith(isFree ? 'creativeCommon' : 'any', keywordOf(keyword)),
        cursor: tokenOf(next_page_token),
        signal,
      });
      if (standing.state === 'not-configured')
        throw new UserError(messages.youtubeOff, { errors: { state: standing.state } });
      const found = results.filter(isOf('youtube')).slice(0, no_of_videos);
      const videos = found.map((result) => presentVideo(services, result));
      const message = standing.state === 'answered' ? endOf(videos.length) : '';
      const can_copy = services.config.youtubeDownloader !== null && !standing.is_sample;
      return { message, data: { ...standing, videos, next_page_token: next ?? '', can_copy } };
    },
  ),

  'google-trends': outside(async ({ country, timezone }, { services, user: { agencyId }, signal }) => {
    const question = { source: 'google-trends', agencyId, keyword: country, cursor: null, signal } as const;
    const isOffered = -timezone <= googleMinutes;
    const sources = await services.sources.of('trend');
    if (!isOffered && sources.some(({ id }) => id === 'google-trends'))
      return { message: '', data: { ...unasked('not-offered'), trendingSearchesDays: [] } };
    const { standing, results } = await askTrends(services, question);
    const since = services.clock().getTime() + timezone * 60_000;
    const recent = results.filter(isOf('google')).filter(({ facts }) => Date.parse(facts.begunAt) >= since);
    const message = standing.state === 'answered' ? endOf(recent.length) : '';
    return { message, data: { ...standing, trendingSearchesDays: presentDays(services, recent) } };
  }),

  'search-twitter': outside(async ({ lat, long }, { services, user: { agencyId }, signal }) => {
    const { name, code, woeid } = nearestPlace({ latitude: lat, longitude: long });
    const question = { source: 'twitter', agencyId, keyword: String(woeid), cursor: null, signal } as const;
    const { standing, results } = await askTrends(services, question);
    const trends = results
      .filter(isOf('twitter'))
      .map(({ title, pageUrl, facts }) => ({ name: title, url: pageUrl ?? '', tweet_count: facts.posts }));
    const message = standing.state === 'answered' ? endOf(trends.length) : '';
    return { message, data: { ...standing, place: { name, code }, trends } };
  }),

  'geo-locations': async () => ({
    message: '',
    data: places.map((place) => ({
      name: place.name,
      code: place.code,
      kind: isCountry(place) ? 'country' : 'city',
      latitude: place.latitude,
      longitude: place.longitude,
    })),
  }),

  'fetch-google-keys': async (_input, { services }) => {
    const on = new Set(services.config.sources.map(({ id }) => id));
    const google = { youtube: on.has('youtube'), trends: on.has('google-trends'), fonts: on.has('google-fonts') };
    const data = { ...google, reddit: on.has('reddit'), twitter: on.has('twitter') };
    return { message: '', data: { api_key: '', ...data } };
  },

  'download-youtube-video': outside(async ({ url }, context) => ({
    message: messages.youtubeCopied,
    data: await copyVideo(url, context),
  })),
} satisfies Partial<Handlers>;
