/** Accounts whose credentials expire soon: those to renew, those that will fail, and the posts affected. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { lookAheadHours, provenHours } from '#rules/renewal.ts';

type Key = { agencyId: string; accountId: string };

/**
 * Accounts of all agencies whose credentials expire within a day and were not renewed within the last twenty hours, the
 * most urgent first; also expired ones that the network does not renew. None of an agency whose processing is stopped.
 */
export async function listEnding(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select agency_id as "agencyId", id as "accountId"
    from social_accounts
    where status = 'connected' and deleted_at is null and expires_at <=
      ${now}::timestamptz + make_interval(hours => ${lookAheadHours})
      and not exists (select from agencies g where g.id = social_accounts.agency_id
        and g.processing_stopped_at is not null)
      and (coalesce(refreshed_at, '-infinity') <= ${now}::timestamptz - make_interval(hours => ${provenHours})
          and renew_after <= ${now}
        or renew_after = 'infinity' and expires_at <= ${now})
    order by expires_at
    limit ${limit}`.execute(tx);
  return rows;
}

/** Stores why an account cannot be renewed at all; retried in an hour, as an operator may configure its app. */
export async function storeProblem(
  tx: Tx,
  { agencyId, accountId, message, now }: Key & { message: string; now: Date },
): Promise<void> {
  await sql`
    update social_accounts set renewal_problem = ${message}, renew_after = ${now}::timestamptz + interval '1 hour'
    where agency_id = ${agencyId} and id = ${accountId} and status = 'connected' and deleted_at is null`.execute(tx);
}

/** Marks an expired account that its network does not renew; false if it is not, or no longer, such an account. */
export async function loseEnded(
  tx: Tx,
  { agencyId, accountId, message, now }: Key & { message: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update social_accounts set status = 'needs-reconnecting', status_message = ${message}
    where agency_id = ${agencyId} and id = ${accountId} and status = 'connected' and deleted_at is null
      and renew_after = 'infinity' and expires_at <= ${now}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** An account that will fail, and the number of posts planned after its expiry. */
export type EndingAccount = {
  id: string;
  network: NetworkId;
  username: string;
  client: string;
  expiresAt: Date;
  problem: string;
  posts: number;
};

/** The agencies with expiring accounts about which nobody was notified. */
export async function listAgenciesToWarn(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct agency_id as id
    from social_accounts
    where status = 'connected' and deleted_at is null and renewal_problem <> ''
      and expires_at <= ${now}::timestamptz + make_interval(hours => ${lookAheadHours})
      and warned_expiry is distinct from expires_at`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes the expiring accounts about which the owner must be notified now; each expiry is notified once. */
export async function takeToWarn(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<EndingAccount[]> {
  const { rows } = await sql<EndingAccount>`
    with taken as (
      update social_accounts set warned_expiry = expires_at
      where agency_id = ${agencyId} and status = 'connected' and deleted_at is null and renewal_problem <> ''
        and expires_at <= ${now}::timestamptz + make_interval(hours => ${lookAheadHours})
          and warned_expiry is distinct from expires_at
      returning id, user_id, network, username, expires_at, renewal_problem
    )
    select a.id, a.network, a.username, c.name as client, a.expires_at as "expiresAt", a.renewal_problem as problem,
      (select count(*)::int from deliveries d where d.account_id = a.id and d.state = 'scheduled'
        and d.due_at >= a.expires_at) as posts
    from taken a
    join users c on c.id = a.user_id
    order by a.expires_at, a.id`.execute(tx);
  return rows;
}

/** A post that needs an account, with its time in its schedule's zone. */
export type HangingPost = {
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  due_at: Date;
  timezone: string;
};

/** The first posts planned after an account's expiry. */
export async function listHangingPosts(
  tx: Tx,
  { agencyId, accountId, limit }: Key & { limit: number },
): Promise<HangingPost[]> {
  const { rows } = await sql<HangingPost>`
    select i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
      i.description_format, d.due_at, s.timezone
    from deliveries d
    join social_accounts a on a.id = d.account_id
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    join schedules s on s.id = d.schedule_id
    where d.agency_id = ${agencyId} and d.account_id = ${accountId}
      and d.state = 'scheduled' and d.due_at >= a.expires_at
    order by d.due_at, d.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** The agency's owner, who gets its mails. */
export const findOwner = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('agency_id', '=', agencyId)
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
