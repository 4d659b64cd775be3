import type { Bound } from '../../base/secrets/secrets.ts';

/**
 * The associated data of an account's credentials: credentials encrypted for one account cannot be decrypted for
 * another.
 */
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
