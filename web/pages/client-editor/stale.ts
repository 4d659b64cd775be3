/** The calls whose answers are stale once an account is connected. */
export const staleOnceConnected = ['fetch-social-accounts', 'fetch-app-client', 'fetch-dashboard', 'fetch-connect-page', 'fetch-connect-links'] as const;
