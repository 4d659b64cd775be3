import type { SocialAccount } from '#contract/people/accounts.ts';
import type { AccountRow } from './queries.ts';

/** An account as replies show it, never with its credentials. */
export const presentAccount = (row: AccountRow): SocialAccount => ({
  id: row.id,
  user_id: row.user_id,
  type: row.network,
  username: row.username,
  created: row.created_at.toISOString(),
  status: row.status,
  message: row.status_message,
  is_sample: row.is_sample,
  by_hand: row.by_hand,
  paused_at: row.paused_at?.toISOString() ?? null,
});
