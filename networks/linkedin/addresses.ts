/**
 * LinkedIn's base URLs. Source: learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow (read
 * 2026-11-21).
 */
export const linkedinAddresses = {
  linkedinApiUrl: 'https://api.linkedin.com',
  linkedinAuthUrl: 'https://www.linkedin.com',
  linkedinTokenUrl: 'https://www.linkedin.com',
} as const;
