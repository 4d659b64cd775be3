/** Vimeo's base URLs. Source: developer.vimeo.com/api/authentication (read 2026-11-21). */
export const vimeoAddresses = {
  vimeoApiUrl: 'https://api.vimeo.com',
  vimeoAuthUrl: 'https://api.vimeo.com',
} as const;
