/** Facebook's base URLs. Source: developers.facebook.com/docs/graph-api/overview (read 2026-11-21). */
export const facebookAddresses = {
  facebookGraphUrl: 'https://graph.facebook.com',
  facebookVideoUrl: 'https://graph-video.facebook.com',
  facebookAuthUrl: 'https://www.facebook.com',
} as const;
