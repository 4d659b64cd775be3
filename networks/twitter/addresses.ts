/** X's base URLs. Source: docs.x.com/x-api (read 2026-11-21). */
export const twitterAddresses = {
  twitterApiUrl: 'https://api.x.com',
  twitterAuthUrl: 'https://x.com',
} as const;
