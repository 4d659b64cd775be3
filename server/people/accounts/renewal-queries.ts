/** Renewals of credentials in the account's row: the lease and the result. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { failuresUntilProblem } from '#rules/renewal.ts';

type Key = { agencyId: string; accountId: string };

/** The columns that renewing reads; credentials are encrypted. */
export type RenewableRow = {
  accountId: string;
  agencyId: string;
  userId: string;
  network: NetworkId;
  externalId: string;
  username: string;
  profile: Record<string, string>;
  credentials: string;
  credentialsBefore: string;
  joinedWith: string;
  expiresAt: Date | null;
  renewalFailures: number;
  renewalProblem: string;
  renewAfter: Date;
  isBusy: boolean;
  /** Whether the owner has stopped all processing, so that networks are not contacted for the agency. */
  isStopped: boolean;
};

/** A connected account, locked while it is decided who renews it; undefined for any other. */
export async function lockRenewable(
  tx: Tx,
  { agencyId, accountId, now }: Key & { now: Date },
): Promise<RenewableRow | undefined> {
  const { rows } = await sql<RenewableRow>`
    select id as "accountId", agency_id as "agencyId", user_id as "userId", network, external_id as "externalId",
      username, profile, credentials,
      credentials_before as "credentialsBefore", app_client_id as "joinedWith", expires_at as "expiresAt",
      renewal_failures as "renewalFailures", renewal_problem as "renewalProblem", renew_after as "renewAfter",
      coalesce(renewing_until > ${now}, false) as "isBusy",
      exists (select from agencies g where g.id = social_accounts.agency_id
        and g.processing_stopped_at is not null) as "isStopped"
    from social_accounts
    where agency_id = ${agencyId} and id = ${accountId} and status = 'connected' and deleted_at is null
    for no key update`.execute(tx);
  return rows[0];
}

/** Takes the lease to renew an account. */
export async function takeRenewal(
  tx: Tx,
  { agencyId, accountId, holder, until }: Key & { holder: string; until: Date },
): Promise<void> {
  await sql`
    update social_accounts set renewing_by = ${holder}, renewing_until = ${until}
    where agency_id = ${agencyId} and id = ${accountId}`.execute(tx);
}

type Renewed = Key & { before: string; credentials: string; expiresAt: Date | null; now: Date };

/** Replaces credentials by renewed ones; false if they have been replaced meanwhile. */
export async function storeRenewed(
  tx: Tx,
  { agencyId, accountId, before, credentials, expiresAt, now }: Renewed,
): Promise<boolean> {
  const { rows } = await sql`
    update social_accounts
    set credentials = ${credentials}, credentials_before = ${before}, expires_at = ${expiresAt}, refreshed_at = ${now},
      renewal_failures = 0, renewal_problem = '', renew_after = '-infinity', renewing_by = null, renewing_until = null
    where agency_id = ${agencyId} and id = ${accountId} and credentials in (${before}, ${credentials})
      and deleted_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

type Failed = Key & { holder: string; /** Null: never retried. */ renewAfter: Date | null; message: string };

/**
 * Records a failed renewal and releases the lease. A temporary failure counts as a problem after some consecutive
 * tries.
 */
export async function storeFailure(
  tx: Tx,
  { agencyId, accountId, holder, renewAfter, message }: Failed,
): Promise<void> {
  await sql`
    update social_accounts
    set renewal_failures = renewal_failures + 1, renew_after = coalesce(${renewAfter}::timestamptz, 'infinity'),
      renewing_by = null, renewing_until = null,
      renewal_problem = case when ${renewAfter === null} or renewal_failures + 1 >= ${failuresUntilProblem}
        then ${message} else renewal_problem end
    where agency_id = ${agencyId} and id = ${accountId} and renewing_by = ${holder}`.execute(tx);
}

/** Deletes the replaced credentials, because the renewed ones have worked. */
export async function forgetBefore(
  tx: Tx,
  { agencyId, accountId, credentials }: Key & { credentials: string },
): Promise<void> {
  await sql`
    update social_accounts set credentials_before = ''
    where agency_id = ${agencyId} and id = ${accountId} and credentials = ${credentials}
      and credentials_before <> ''`.execute(tx);
}
