/** Renewing credentials as the account's row keeps it: who is at it, what came of it. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { failuresUntilProblem } from '#rules/renewal.ts';

type Key = { agencyId: string; accountId: string };

/** The columns that renewing reads; credentials are sealed. */
export type RenewableRow = {
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
  /** The owner has stopped the processing of everything, so nobody speaks to networks for the agency. */
  isStopped: boolean;
};

/** A living, connected account, locked for the moment in which it is decided who renews it; undefined for any other. */
export async function lockRenewable(
  tx: Tx,
  { agencyId, accountId, now }: Key & { now: Date },
): Promise<RenewableRow | undefined> {
  const { rows } = await sql<RenewableRow>`
    select agency_id as "agencyId", user_id as "userId", network, external_id as "externalId", username, profile,
      credentials,
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

/** Takes the renewing of an account for oneself. */
export async function takeRenewal(
  tx: Tx,
  { agencyId, accountId, holder, until }: Key & { holder: string; until: Date },
): Promise<void> {
  await sql`
    update social_accounts set renewing_by = ${holder}, renewing_until = ${until}
    where agency_id = ${agencyId} and id = ${accountId}`.execute(tx);
}

type Renewed = Key & { before: string; credentials: string; expiresAt: Date | null; now: Date };

/**
 * Stores renewed credentials in the place of those they were made from; false where these have been replaced meanwhile.
 */
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

type Failed = Key & { holder: string; /** Null: never again by itself. */ renewAfter: Date | null; message: string };

/** Writes down that renewing failed, and lets go of it. What may pass counts as a problem after some tries in a row. */
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

/** Forgets the credentials that were replaced: the renewed ones have worked. */
export async function forgetBefore(
  tx: Tx,
  { agencyId, accountId, credentials }: Key & { credentials: string },
): Promise<void> {
  await sql`
    update social_accounts set credentials_before = ''
    where agency_id = ${agencyId} and id = ${accountId} and credentials = ${credentials}
      and credentials_before <> ''`.execute(tx);
}
