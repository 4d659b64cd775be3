/**
 * Where the networks and sources live, unless an operator points us elsewhere (a proxy, a test double).
 * Each is the base address without a slash at its end. Source: the vendors' pages as listed in networks.md, read 2026-11-21.
 */
export const defaultAddresses = {
  TELEGRAM_API_URL: 'https://api.telegram.org',
  TELEGRAM_WEB_URL: 'https://t.me',
  MEDIUM_API_URL: 'https://api.medium.com',
  TWITTER_API_URL: 'https://api.x.com',
  TWITTER_AUTH_URL: 'https://x.com',
  REDDIT_API_URL: 'https://oauth.reddit.com',
  REDDIT_AUTH_URL: 'https://www.reddit.com',
  REDDIT_TOKEN_URL: 'https://www.reddit.com',
  LINKEDIN_API_URL: 'https://api.linkedin.com',
  LINKEDIN_AUTH_URL: 'https://www.linkedin.com',
  LINKEDIN_TOKEN_URL: 'https://www.linkedin.com',
  VIMEO_API_URL: 'https://api.vimeo.com',
  VIMEO_AUTH_URL: 'https://api.vimeo.com',
  FACEBOOK_GRAPH_URL: 'https://graph.facebook.com',
  FACEBOOK_VIDEO_URL: 'https://graph-video.facebook.com',
  FACEBOOK_AUTH_URL: 'https://www.facebook.com',
  YOUTUBE_API_URL: 'https://www.googleapis.com/youtube/v3',
  YOUTUBE_UPLOAD_URL: 'https://www.googleapis.com/upload/youtube/v3',
  YOUTUBE_WEB_URL: 'https://www.youtube.com',
  GOOGLE_AUTH_URL: 'https://accounts.google.com/o/oauth2/v2/auth',
  GOOGLE_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  STRIPE_API_URL: 'https://api.stripe.com',
  OPENAI_API_URL: 'https://api.openai.com/v1',
  POLLY_ENDPOINT: '',
  OPENVERSE_API_URL: '',
} as const;

/** The setting that names one of the addresses. */
export type AddressName = keyof typeof defaultAddresses;

/** All base addresses; '' where there is no default and none is set. */
export type Addresses = Readonly<Record<AddressName, string>>;

/** Every setting of an address, in the order of `.env.example`. */
export const addressNames: readonly AddressName[] = Object.keys(defaultAddresses).filter(
  (name): name is AddressName => name in defaultAddresses,
);
