/** The calls whose answers are stale once something was decided or said about a post that asks for approval. */
export const staleAfterDeciding = [
  'fetch-approvals', 'fetch-approval', 'fetch-planned', 'fetch-scheduler', 'fetch-schedulers', 'fetch-calendar', 'fetch-dashboard', 'fetch-app-client',
] as const;
