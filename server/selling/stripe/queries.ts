/** The queries of connected Stripe accounts, in the table `stripe_accounts`. */
import { sql } from 'kysely';
import type { StripeRight } from '#contract/people/accounts-stripe.ts';
import type { Tx } from '#db/database.ts';
import { stripeColumns, type StripeRow } from '../../people/accounts/index.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';

// The endpoint's id is known before the row's, so both secrets are bound to it.
const associatedDataOf = (agencyId: string, endpointId: string, field: string) => ({
  agencyId,
  table: 'stripe_accounts',
  field,
  owner: endpointId,
});

/**
 * Adds an account; if one of the replaced endpoints belongs to an account that is connected already, changes that
 * account's key instead. Answers the account's row.
 */
export const saveStripe = async (
  tx: Tx,
  secrets: Secrets,
  account: {
    agencyId: string;
    name: string;
    key: string;
    endpoint: { id: string; secret: string; replaces: readonly string[] };
    rights: readonly StripeRight[];
    now: Date;
  },
): Promise<StripeRow> => {
  const { agencyId, name, key, endpoint, rights, now } = account;
  const row = {
    name,
    sealed_key: secrets.seal(key, associatedDataOf(agencyId, endpoint.id, 'sealed_key')),
    last4: key.slice(-4),
    is_live: /^.k_live_/.test(key),
    endpoint_id: endpoint.id,
    sealed_secret: secrets.seal(endpoint.secret, associatedDataOf(agencyId, endpoint.id, 'sealed_secret')),
    rights: JSON.stringify(rights),
    checked_at: now,
    mailed_at: null,
  };
  const renewed =
    endpoint.replaces.length === 0
      ? undefined
      : await tx
          .updateTable('stripe_accounts')
          .set(row)
          .where('agency_id', '=', agencyId)
          .where('endpoint_id', 'in', [...endpoint.replaces])
          .returning(stripeColumns)
          .executeTakeFirst();
  if (renewed !== undefined) return renewed;
  return tx
    .insertInto('stripe_accounts')
    .values({ agency_id: agencyId, created_at: now, ...row })
    .returning(stripeColumns)
    .executeTakeFirstOrThrow();
};

/** An account with its secrets. */
export type OpenedStripe = { id: string; agencyId: string; endpointId: string; key: string; secret: string };

const secretColumns = ['id', 'agency_id', 'endpoint_id', 'sealed_key', 'sealed_secret'] as const;
type SecretRow = { id: string; agency_id: string; endpoint_id: string; sealed_key: string; sealed_secret: string };

const opened = (secrets: Secrets, row: SecretRow): OpenedStripe => ({
  id: row.id,
  agencyId: row.agency_id,
  endpointId: row.endpoint_id,
  key: secrets.open(row.sealed_key, associatedDataOf(row.agency_id, row.endpoint_id, 'sealed_key')),
  secret: secrets.open(row.sealed_secret, associatedDataOf(row.agency_id, row.endpoint_id, 'sealed_secret')),
});

/** The agency's accounts with their secrets, without those whose secrets no key opens any longer. */
export async function openStripeOf(tx: Tx, secrets: Secrets, agencyId: string): Promise<OpenedStripe[]> {
  const rows = await tx
    .selectFrom('stripe_accounts')
    .select(secretColumns)
    .where('agency_id', '=', agencyId)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    try {
      return [opened(secrets, row)];
    } catch {
      return []; // sealed with a key that the operator has removed: it cannot be used
    }
  });
}

/** One account of the agency with its secrets; undefined if there is none. */
export async function findStripe(
  tx: Tx,
  secrets: Secrets,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<OpenedStripe | undefined> {
  const row = await tx
    .selectFrom('stripe_accounts')
    .select(secretColumns)
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : opened(secrets, row);
}

/** Why an account must stay: somebody pays through it, or a membership of it is on sale; null if it can be deleted. */
export async function whyNeeded(tx: Tx, id: string): Promise<'buyers' | 'on-sale' | null> {
  const { rows } = await sql<{ buyers: boolean; selling: boolean }>`
    select
      exists (select from subscriptions s where s.stripe_account_id = ${id}
        and s.status not in ('canceled', 'incomplete_expired')) as buyers,
      exists (select from memberships m where m.stripe_account_id = ${id} and m.archived_at is null) as selling
  `.execute(tx);
  return rows[0]?.buyers === true ? 'buyers' : rows[0]?.selling === true ? 'on-sale' : null;
}

/**
 * Deletes an account's secrets and takes its row out of all lists, with the ended subscriptions and the memberships
 * that were sold through it.
 */
export async function deleteStripe(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await tx.deleteFrom('stripe_accounts').where('agency_id', '=', agencyId).where('id', '=', id).execute();
}

/** Accounts whose key has not been tested since `until`, oldest test first. */
export async function listToProbe(tx: Tx, { until, limit }: { until: Date; limit: number }) {
  return tx
    .selectFrom('stripe_accounts')
    .select(['id', 'agency_id', 'name', 'rights', 'mailed_at'])
    .where('checked_at', '<=', until)
    .orderBy('checked_at')
    .limit(limit)
    .execute();
}

/**
 * Records the result of testing a key; `mailedAt`: when its owner was last mailed about a problem, null if there is
 * none.
 */
export async function saveRights(
  tx: Tx,
  { id, rights, mailedAt, now }: { id: string; rights: readonly StripeRight[]; mailedAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('stripe_accounts')
    .set({ rights: JSON.stringify(rights), checked_at: now, mailed_at: mailedAt })
    .where('id', '=', id)
    .execute();
}
