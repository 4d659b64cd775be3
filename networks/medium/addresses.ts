/** Medium's base URL. Source: github.com/Medium/medium-api-docs (read 2026-11-21). */
export const mediumAddresses = {
  mediumApiUrl: 'https://api.medium.com',
} as const;
