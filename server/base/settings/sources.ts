/** The settings of the sources of stock media: which are enabled, their order, keys and base URLs. */
import { z } from 'zod';
import { remoteIds, type RemoteId, type RemoteSource } from '#sources/source.ts';
import type { AddressName, Addresses } from './addresses.ts';

/** The enabled sources, in the order in which they are queried. */
export type SourceSettings = readonly RemoteSource[];

const text = z.string().trim().min(1).max(500).optional();
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'must be on or off')
  .default('off')
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word));
const order = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  )
  .pipe(z.array(z.enum(remoteIds, `must be some of ${remoteIds.join(', ')}, separated by commas`)));

/** The settings in the environment. */
export const sourceSettings = z.object({
  SOURCES_ORDER: order.default(['pexels', 'pixabay', 'unsplash', 'openverse', 'jamendo', 'google-fonts', 'imgflip']),
  PEXELS_API_KEY: text,
  PIXABAY_API_KEY: text,
  GOOGLE_FONTS_API_KEY: text,
  YOUTUBE_API_KEY: text,
  OPENVERSE: onOff,
  OPENVERSE_TOKEN: text,
  UNSPLASH: onOff,
  UNSPLASH_ACCESS_KEY: text,
  JAMENDO: onOff,
  JAMENDO_CLIENT_ID: text,
  IMGFLIP: onOff,
  REDDIT_SEARCH_CLIENT_ID: text,
  REDDIT_SEARCH_CLIENT_SECRET: text,
  GOOGLE_TRENDS: onOff,
  TWITTER_BEARER_TOKEN: text,
  OPENSTREETMAP: onOff.prefault('on'),
});
type Given = z.output<typeof sourceSettings>;

const addressOf: Readonly<Record<RemoteId, AddressName>> = {
  openverse: 'openverseApiUrl',
  pexels: 'pexelsApiUrl',
  pixabay: 'pixabayApiUrl',
  unsplash: 'unsplashApiUrl',
  'google-fonts': 'googleFontsApiUrl',
  jamendo: 'jamendoApiUrl',
  imgflip: 'imgflipApiUrl',
  youtube: 'youtubeSearchUrl',
  reddit: 'redditSearchUrl',
  'google-trends': 'googleTrendsUrl',
  twitter: 'twitterTrendsUrl',
  openstreetmap: 'nominatimUrl',
};

/** The second base URL of a source that has two. */
const otherOf: Readonly<Partial<Record<RemoteId, AddressName>>> = {
  reddit: 'redditSearchTokenUrl',
  openstreetmap: 'overpassUrl',
};

/** The key of an enabled source ('' if it needs none); null for a disabled one. */
const keyOf: Readonly<Record<RemoteId, (set: Given) => string | null>> = {
  openverse: (set) => (set.OPENVERSE ? (set.OPENVERSE_TOKEN ?? '') : null),
  pexels: (set) => set.PEXELS_API_KEY ?? null,
  pixabay: (set) => set.PIXABAY_API_KEY ?? null,
  unsplash: (set) => (set.UNSPLASH ? (set.UNSPLASH_ACCESS_KEY ?? null) : null),
  'google-fonts': (set) => set.GOOGLE_FONTS_API_KEY ?? null,
  jamendo: (set) => (set.JAMENDO ? (set.JAMENDO_CLIENT_ID ?? null) : null),
  imgflip: (set) => (set.IMGFLIP ? '' : null),
  youtube: (set) => set.YOUTUBE_API_KEY ?? null,
  reddit: ({ REDDIT_SEARCH_CLIENT_ID: id, REDDIT_SEARCH_CLIENT_SECRET: secret }) =>
    id === undefined || secret === undefined ? null : `${id}:${secret}`,
  'google-trends': (set) => (set.GOOGLE_TRENDS ? '' : null),
  twitter: (set) => set.TWITTER_BEARER_TOKEN ?? null,
  openstreetmap: (set) => (set.OPENSTREETMAP ? '' : null),
};

/**
 * The enabled sources, those of SOURCES_ORDER first. Returns one line for the operator if an enabled one lacks its key.
 */
export function sourcesOf(set: Given, addresses: Addresses): SourceSettings | string {
  if (set.UNSPLASH && set.UNSPLASH_ACCESS_KEY === undefined) return 'UNSPLASH needs UNSPLASH_ACCESS_KEY';
  if (set.JAMENDO && set.JAMENDO_CLIENT_ID === undefined) return 'JAMENDO needs JAMENDO_CLIENT_ID';
  if ((set.REDDIT_SEARCH_CLIENT_ID === undefined) !== (set.REDDIT_SEARCH_CLIENT_SECRET === undefined))
    return 'REDDIT_SEARCH_CLIENT_ID and REDDIT_SEARCH_CLIENT_SECRET go together';
  return [...new Set([...set.SOURCES_ORDER, ...remoteIds])].flatMap((id) => {
    const key = keyOf[id](set);
    if (key === null) return [];
    const source = { id, key, baseUrl: addresses[addressOf[id]] };
    const other = otherOf[id];
    return [other === undefined ? source : { ...source, otherUrl: addresses[other] }];
  });
}

/** The settings that turn a source on. */
const settingsOf: Readonly<Record<RemoteId, string>> = {
  openverse: 'OPENVERSE',
  pexels: 'PEXELS_API_KEY',
  pixabay: 'PIXABAY_API_KEY',
  unsplash: 'UNSPLASH, UNSPLASH_ACCESS_KEY',
  'google-fonts': 'GOOGLE_FONTS_API_KEY',
  jamendo: 'JAMENDO, JAMENDO_CLIENT_ID',
  imgflip: 'IMGFLIP',
  youtube: 'YOUTUBE_API_KEY',
  reddit: 'REDDIT_SEARCH_CLIENT_ID, REDDIT_SEARCH_CLIENT_SECRET',
  'google-trends': 'GOOGLE_TRENDS',
  twitter: 'TWITTER_BEARER_TOKEN',
  openstreetmap: 'OPENSTREETMAP',
};

/** One line for each source that is not configured, with its settings. */
export const missingSources = (on: SourceSettings): string[] =>
  remoteIds
    .filter((id) => !on.some((source) => source.id === id && source.isSample !== true))
    .map((id) => `${id}\tnot configured\tset ${settingsOf[id]}\n`);
