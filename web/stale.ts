import type { Name } from '#contract/index.ts';

/** Everything that shows planned posts. */
const planned: readonly Name[] = ['fetch-schedulers', 'fetch-scheduler', 'fetch-calendar', 'fetch-dashboard', 'fetch-approvals', 'fetch-planned', 'fetch-ledger', 'fetch-ledger-deliveries'];

/** The calls whose answers a decision about a delivery makes stale. */
export const staleByDecision: readonly Name[] = [...planned, 'fetch-delivery', 'fetch-hand-over', 'explain-delivery', 'fetch-published'];

/** The calls whose answers deleting something makes stale: with it go its planned posts. */
export const staleByDeleting = {
  client: ['fetch-app-client', 'fetch-social-accounts', 'fetch-pauses', 'fetch-connect-links', ...planned],
  account: ['fetch-social-accounts', 'fetch-app-client', 'fetch-pauses', 'fetch-connect-links', 'fetch-connect-page', 'fetch-fit', ...planned],
  file: ['fetch-stream', 'fetch-streams', 'fetch-fit', ...planned],
  stream: ['fetch-streams', 'fetch-stream', 'fetch-fit', ...planned],
} as const satisfies Record<string, readonly Name[]>;

/** The calls whose answers other words of an item make stale: its planned posts may say them, too. */
export const staleByEditing: readonly Name[] = ['fetch-stream', 'fetch-streams', 'fetch-uses', 'fetch-fit', ...planned];

/** The calls whose answers are those of the dashboard. */
const ofDashboard: readonly Name[] = ['fetch-dashboard', 'fetch-today', 'fetch-needs-you', 'fetch-next-days', 'fetch-suggestions'];

/** A list of calls with `fetch-dashboard` standing for the whole dashboard. */
export const withDashboard = (names: readonly Name[]): readonly Name[] =>
  [...new Set(names.flatMap((name) => (name === 'fetch-dashboard' ? ofDashboard : [name])))];
