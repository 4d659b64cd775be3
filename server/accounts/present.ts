import type { SocialAccount } from '#contract/accounts.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import type { AccountRow } from './queries.ts';

/** A stored network name as one of the nine; throws for a row that no migration allows. */
export function networkOf(text: string): NetworkId {
  const network = networkIds.find((id) => id === text);
  if (network === undefined) throw new Error(`unknown network in a row: ${text}`);
  return network;
}

/** An account as it leaves the server, never with its credentials. */
export const presentAccount = (row: AccountRow): SocialAccount => ({
  id: row.id,
  user_id: row.user_id,
  type: networkOf(row.network),
  username: row.username,
  created: row.created_at.toISOString(),
  status: row.status === 'needs-reconnecting' ? 'needs-reconnecting' : 'connected',
  message: row.status_message,
  is_sample: row.is_sample,
});
