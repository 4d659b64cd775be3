import { messages, type Message } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { sql } from 'kysely';
import type { NetworkId } from '#rules/eligibility.ts';

/** The values that connecting stores; `credentials` is encrypted text. */
export type NewAccount = {
  agencyId: string;
  userId: string;
  network: NetworkId;
  externalId: string;
  username: string;
  profile: Readonly<Record<string, string>>;
  credentials: string;
  gapSeconds: number;
  isSample: boolean;
  /** When the credentials expire; null for never or unknown. */
  expiresAt?: Date | null;
  /** The app with which the account was connected; '' for typed credentials. */
  appClientId?: string;
  /** Whether a person posts there by hand, because no program may. */
  byHand?: boolean;
  /** The connect link that connected it; null if somebody was signed in. */
  connectLinkId?: string | null;
};

const accountColumns = [
  'id',
  'agency_id',
  'user_id',
  'network',
  'external_id',
  'username',
  'status',
  'status_message',
  'created_at',
  'is_sample',
  'paused_at',
  'by_hand',
] as const;

/** The agency's connected accounts, oldest first; only one user's with `userId`. */
export function listAccounts(tx: Tx, filter: { agencyId: string; userId: string | null }) {
  let rows = tx
    .selectFrom('social_accounts')
    .select(accountColumns)
    .where('agency_id', '=', filter.agencyId)
    .where('deleted_at', 'is', null);
  if (filter.userId !== null) rows = rows.where('user_id', '=', filter.userId);
  return rows.orderBy('created_at').orderBy('id').execute();
}

/** The other clients that share connected accounts of an agency, or of one of its users, by account. */
export async function listSharing(
  tx: Tx,
  { agencyId, userId }: { agencyId: string; userId: string | null },
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select a.id, array_agg(c.name order by lower(c.name), c.id) as names
    from social_accounts a
    join social_accounts other on other.agency_id = a.agency_id and other.network = a.network
      and other.external_id = a.external_id and other.user_id <> a.user_id and other.deleted_at is null
    join users c on c.id = other.user_id and c.deleted_at is null
    where a.agency_id = ${agencyId} and a.deleted_at is null and (${userId}::bigint is null or a.user_id = ${userId})
    group by a.id`.execute(tx);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** One connected account of the agency, or undefined. */
export const findAccount = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('social_accounts')
    .select(accountColumns)
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The client's account with this URL that has lost its connection; undefined if there is none. */
export const findLostAt = (tx: Tx, key: { agencyId: string; userId: string; network: NetworkId; url: string }) =>
  tx
    .selectFrom('social_accounts')
    .select('external_id')
    .where('agency_id', '=', key.agencyId)
    .where('user_id', '=', key.userId)
    .where('network', '=', key.network)
    .where('status', '=', 'needs-reconnecting')
    .where('deleted_at', 'is', null)
    .where(sql<string>`rtrim(profile ->> 'url', '/')`, '=', key.url)
    .orderBy('id')
    .executeTakeFirst();

/** Stores a connected account; connecting the same one again renews it. `renewed` says which of the two happened. */
export async function upsertAccount(tx: Tx, account: NewAccount): Promise<{ row: AccountRow; renewed: boolean }> {
  const existing = await tx
    .selectFrom('social_accounts')
    .select('id')
    .where('agency_id', '=', account.agencyId)
    .where('user_id', '=', account.userId)
    .where('network', '=', account.network)
    .where('external_id', '=', account.externalId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const words = {
    username: account.username,
    profile: JSON.stringify(account.profile),
    credentials: account.credentials,
    gap_seconds: account.gapSeconds,
    status: 'connected',
    status_message: '',
    expires_at: account.expiresAt ?? null,
    app_client_id: account.appClientId ?? '',
    by_hand: account.byHand ?? false,
    connect_link_id: account.connectLinkId ?? null,
    refreshed_at: null,
    credentials_before: '',
    renewing_by: null,
    renewing_until: null,
    renewal_failures: 0,
    renewal_problem: '',
    renew_after: sql<Date>`'-infinity'`,
    warned_expiry: null,
  } as const;
  const row = await tx
    .insertInto('social_accounts')
    .values({
      agency_id: account.agencyId,
      user_id: account.userId,
      network: account.network,
      external_id: account.externalId,
      is_sample: account.isSample,
      ...words,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['agency_id', 'user_id', 'network', 'external_id'])
        .where('deleted_at', 'is', null)
        .doUpdateSet(words),
    )
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
  return { row, renewed: existing !== undefined };
}

/** Disconnects an account and deletes its credentials; its posts stay on record. */
export async function deleteAccountRow(tx: Tx, key: { agencyId: string; id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('social_accounts')
    .set({ deleted_at: key.now, credentials: '', credentials_before: '' })
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Disconnects all accounts of a user; returns their ids. */
export async function deleteAccountsOfUser(
  tx: Tx,
  key: { agencyId: string; userId: string; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('social_accounts')
    .set({ deleted_at: key.now, credentials: '', credentials_before: '' })
    .where('agency_id', '=', key.agencyId)
    .where('user_id', '=', key.userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Stores a change of an account that a network reported (a moved chat, a new token); does nothing if the account was
 * reconnected meanwhile.
 */
export async function updateReportedAccount(
  tx: Tx,
  told: {
    agencyId: string;
    id: string;
    before: string;
    externalId: string;
    profile: Readonly<Record<string, string>>;
    credentials: string;
  },
): Promise<void> {
  await tx
    .updateTable('social_accounts')
    .set({ external_id: told.externalId, profile: JSON.stringify(told.profile), credentials: told.credentials })
    .where('agency_id', '=', told.agencyId)
    .where('id', '=', told.id)
    .where('credentials', '=', told.before)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * The message for a person who cannot connect anything while all processing is stopped: only the owner can change that.
 */
export const stoppedFor = ({ role, byLink }: { role: string; byLink: boolean }): Message =>
  role === 'owner' && !byLink ? messages.processingStopped : messages.processingStoppedByOwner;
