import { defaultNetworkAddresses } from '#networks/addresses.ts';

/** The base URLs of payments and sources, without a trailing slash; '' if there is no default. */
const others = {
  stripeApiUrl: 'https://api.stripe.com',
  openaiApiUrl: 'https://api.openai.com/v1',
  pollyEndpoint: '',
  openverseApiUrl: 'https://api.openverse.org',
  pexelsApiUrl: 'https://api.pexels.com',
  pixabayApiUrl: 'https://pixabay.com',
  unsplashApiUrl: 'https://api.unsplash.com',
  jamendoApiUrl: 'https://api.jamendo.com',
  imgflipApiUrl: 'https://api.imgflip.com',
  googleFontsApiUrl: 'https://www.googleapis.com',
  youtubeSearchUrl: 'https://www.googleapis.com',
  redditSearchUrl: 'https://oauth.reddit.com',
  redditSearchTokenUrl: 'https://www.reddit.com',
  googleTrendsUrl: 'https://trends.google.com',
  twitterTrendsUrl: 'https://api.x.com',
  nominatimUrl: 'https://nominatim.openstreetmap.org',
  overpassUrl: 'https://overpass-api.de',
} as const;

/**
 * The base URLs of the networks (networks/addresses.ts) and all others; an operator may point each elsewhere (a proxy,
 * a test double).
 */
export const defaultAddresses = { ...defaultNetworkAddresses, ...others };

/** The name of a base URL, like `twitterApiUrl`. */
export type AddressName = keyof typeof defaultAddresses;

/** All base URLs; '' if there is no default and none is set. */
export type Addresses = Readonly<Record<AddressName, string>>;

/** Every base URL by name, in the order of `.env.example`. */
export const addressNames: readonly AddressName[] = Object.keys(defaultAddresses).filter(
  (name): name is AddressName => name in defaultAddresses,
);

/** The setting of a base URL: `twitterApiUrl` -> `TWITTER_API_URL`. */
export const settingOf = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();

/** All base URLs as settings for another process. */
export const asSettings = (addresses: Addresses): Record<string, string> =>
  Object.fromEntries(addressNames.map((name) => [settingOf(name), addresses[name]]));
