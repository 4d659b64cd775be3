/**
 * Facebook's base URLs. Sources: developers.facebook.com/docs/graph-api/overview (read 2026-11-21); the host for video
 * files is the same one: /docs/video-api/overview (read 2026-11-27).
 */
export const facebookAddresses = {
  facebookGraphUrl: 'https://graph.facebook.com',
  facebookVideoUrl: 'https://graph.facebook.com',
  facebookAuthUrl: 'https://www.facebook.com',
} as const;
