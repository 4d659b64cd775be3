/** Reddit's base URLs. Source: github.com/reddit-archive/reddit/wiki/OAuth2 (read 2026-11-21). */
export const redditAddresses = {
  redditApiUrl: 'https://oauth.reddit.com',
  redditAuthUrl: 'https://www.reddit.com',
  redditTokenUrl: 'https://www.reddit.com',
} as const;
