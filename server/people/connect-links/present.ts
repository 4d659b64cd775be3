import type { ConnectLink } from '#contract/people/connect-links.ts';
import type { LinkRow } from './queries.ts';

/** A link as replies show it, never with its token. */
export const presentLink = (row: LinkRow, now: Date): ConnectLink => ({
  id: row.id,
  state: row.ended_why ?? (row.expires_at > now ? 'open' : 'expired'),
  made_by: row.made_by ?? '',
  mailed_to: row.mailed_to,
  created: row.created_at.toISOString(),
  expires: row.expires_at.toISOString(),
  ended: row.ended_at?.toISOString() ?? null,
  uses: row.uses,
  used: row.used_at?.toISOString() ?? null,
  accounts: row.accounts,
});
