import type { Bound } from '../lib/secrets.ts';

/** The associated data of an account's credentials: what was sealed for one account opens for no other. */
export const credentialsAssociatedData = (account: {
  agencyId: string;
  userId: string;
  network: string;
  externalId: string;
}): Bound => ({
  agencyId: account.agencyId,
  table: 'social_accounts',
  field: 'credentials',
  owner: `${account.userId}:${account.network}:${account.externalId}`,
});
