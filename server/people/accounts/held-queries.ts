/** Credentials of accounts that a deletion keeps until it has revoked them. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/**
 * An account whose credentials we still have. `shared`: another agency uses the same account, or the same consent, and
 * revoking might disconnect it.
 */
export type HeldAccount = {
  id: string;
  agencyId: string;
  userId: string;
  network: NetworkId;
  externalId: string;
  username: string;
  profile: Record<string, string>;
  credentials: string;
  joinedWith: string;
  shared: boolean;
};

/** Some accounts of an agency that still have credentials. Sees all agencies. */
export async function listHeldAccounts(
  tx: Tx,
  { agencyId, limit }: { agencyId: string; limit: number },
): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select a.id, a.agency_id as "agencyId", a.user_id as "userId", a.network, a.external_id as "externalId",
      a.username, a.profile, a.credentials, a.app_client_id as "joinedWith",
      exists (
        select from social_accounts other
        where other.network = a.network and other.external_id = a.external_id and other.agency_id <> a.agency_id
          and other.deleted_at is null)
      or exists (
        select from social_accounts other
        where other.network = a.network and other.profile ->> 'consentBy' = a.profile ->> 'consentBy'
          and other.agency_id <> a.agency_id and other.deleted_at is null) as shared
    from social_accounts a
    where a.agency_id = ${agencyId} and a.credentials <> ''
    order by a.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Deletes the credentials of accounts; their rows stay. */
export async function forgetCredentials(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('social_accounts')
    .set({ credentials: '', credentials_before: '' })
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .execute();
}
