/**
 * YouTube's base URLs. Source: developers.google.com/youtube/v3/docs and
 * developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21).
 */
export const youtubeAddresses = {
  youtubeApiUrl: 'https://www.googleapis.com/youtube/v3',
  youtubeUploadUrl: 'https://www.googleapis.com/upload/youtube/v3',
  youtubeWebUrl: 'https://www.youtube.com',
  googleAuthUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  googleTokenUrl: 'https://oauth2.googleapis.com/token',
} as const;
