/** Trends: what people talk about, watch and search for on Reddit, YouTube, Google and X. */
import { z } from 'zod';
import { redditSorts, trendKeyword, trendKeywordWords } from '#rules/trends.ts';
import { call } from '../base/call.ts';
import { instant, line, nothing } from '../base/fields.ts';
import { messages } from '../messages.ts';

/**
 * The state of a source's answer. `not-offered`: the source has nothing for the chosen period; only `answered` has
 * results.
 */
export const trendStates = ['answered', 'quota-used-up', 'not-configured', 'not-offered'] as const;
export type TrendState = (typeof trendStates)[number];

/** The fields beside the results of every source. */
const standing = {
  state: z.enum(trendStates),
  /** When the source last answered; null for never. */ last_good_at: instant.nullable(),
  /** The age of the results if the source does not answer now. */ stale_since: instant.nullable(),
  /** When its quota is renewed, if known. */ again_at: instant.nullable(),
  /** Whether the results are samples of the sandbox. */ is_sample: z.boolean(),
};

const keyword = line('Keyword', 100).pipe(z.string().regex(trendKeyword, trendKeywordWords));
const count = z.number().nullable();
/** An address on our own host. */
const picture = z.string().nullable();

/** Posts of the past week on Reddit, 25 a page. `after` is the cursor of the next page; '' at the end. */
export const searchReddit = call('search-reddit', {
  who: 'trends',
  shows: [],
  input: z.object({
    query: keyword,
    sort: z.enum(redditSorts).default('relevance'),
    show: z.string().max(20).optional(),
    after: z
      .string()
      .regex(/^\w{0,40}$/)
      .nullish(),
  }),
  data: z.object({
    ...standing,
    posts: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        permalink: z.string(),
        author: z.string(),
        subreddit: z.string(),
        ups: count,
        subreddit_subscribers: count,
        num_comments: count,
        thumbnail: picture,
        all_awardings: z.array(z.object({ name: z.string() })),
      }),
    ),
    after: z.string(),
  }),
});

/**
 * A page of videos on YouTube. `license` 'Creative Commons' or 'creativeCommon' limits them to that licence.
 * `next_page_token`: '' requests the first page, and in an answer means the end. Without a key it is refused with
 * `errors.state`.
 */
export const searchYoutube = call('search-youtube', {
  who: 'createContent',
  shows: [],
  input: z.object({
    keyword,
    no_of_videos: z.coerce.number().int().min(1).max(10).default(10),
    next_page_token: z.string().max(200).nullish(),
    license: z.string().max(40).nullish(),
  }),
  data: z.object({
    ...standing,
    videos: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        thumbnail: picture,
        page_url: z.string(),
        channel_id: z.string(),
        channel_title: z.string(),
        description: z.string(),
        tags: z.array(z.string()),
        licence: z.string(),
        credit: z.string().nullable(),
        is_creative_commons: z.boolean(),
        /** Dislikes have not been public since December 2021. */
        stats: z.object({ views: count, like: count, comments: count, dislike: z.null() }),
      }),
    ),
    next_page_token: z.string(),
    /** Whether the operator has configured the copying of Creative Commons videos: see `download-youtube-video`. */
    can_copy: z.boolean(),
  }),
});

const article = z.object({
  title: z.string(),
  url: z.string(),
  source: z.string(),
  image: z.object({ imageUrl: picture }),
});

/** A number of degrees; absent, null or empty is no place, not the equator. */
const coordinate = (most: number) =>
  z
    .union([z.number(), z.string().trim().min(1, messages.selectLocation)], messages.selectLocation)
    .transform(Number)
    .pipe(z.number(messages.selectLocation).min(-most).max(most));

/**
 * The rising searches on Google in a country (ISO 3166: 'US'), newest day first. `timezone` carries the period: minutes
 * back from now, below zero (-60 is the last hour).
 */
export const googleTrends = call('google-trends', {
  who: 'trends',
  shows: [],
  input: z.object({
    country: z
      .string(messages.selectLocation)
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, messages.selectLocation),
    timezone: z.coerce.number().int().min(-525_600).max(-1).default(-1_440),
  }),
  data: z.object({
    ...standing,
    trendingSearchesDays: z.array(
      z.object({
        date: z.string(),
        trendingSearches: z.array(
          z.object({
            title: z.object({ query: z.string() }),
            formattedTraffic: z.string(),
            begun_at: instant,
            page_url: z.string(),
            image: z.object({ imageUrl: picture, source: z.string() }),
            articles: z.array(article),
          }),
        ),
      }),
    ),
  }),
});

/** The trends on X of the place nearest to a point, in degrees. */
export const searchTwitter = call('search-twitter', {
  who: 'trends',
  shows: [],
  input: z.object({
    lat: coordinate(90),
    long: coordinate(180),
  }),
  data: z.object({
    ...standing,
    place: z.object({ name: z.string(), code: z.string() }),
    trends: z.array(z.object({ name: z.string(), url: z.string(), tweet_count: count })),
  }),
});

/**
 * The places for which trends are offered: countries (`code` of ISO 3166) for Google and X, cities (`code` a WOEID) for
 * X only.
 */
export const geoLocations = call('geo-locations', {
  who: 'trends',
  shows: [],
  input: nothing,
  data: z.array(
    z.object({
      name: z.string(),
      code: z.string(),
      kind: z.enum(['country', 'city']),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
});

/** The Google sources that the operator has configured; a key itself never leaves the server. */
export const fetchGoogleKeys = call('fetch-google-keys', {
  who: 'trends',
  shows: [],
  input: nothing,
  data: z.object({
    api_key: z.literal(''),
    youtube: z.boolean(),
    trends: z.boolean(),
    fonts: z.boolean(),
    reddit: z.boolean(),
    twitter: z.boolean(),
  }),
});

/**
 * Copies a Creative Commons video of YouTube into the library, if the operator has set YOUTUBE_DOWNLOADER; `url` is
 * then on our own host.
 */
export const downloadYoutubeVideo = call('download-youtube-video', {
  who: 'createContent',
  changes: ['library'],
  method: 'GET',
  input: z.object({ url: line('Address', 300) }),
  data: z.object({ url: z.string(), title: z.string() }),
});
