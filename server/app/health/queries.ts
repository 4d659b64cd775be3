/**
 * What the health checks and the figures count. Each statement reads a partial index or stops early, so that a million
 * deliveries cost no more than a thousand. Read-only.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { networkIds } from '#rules/eligibility.ts';

/** How many due posts of one network are counted, and how many rows of the other figures. */
const most = { due: 100, rows: 2000 } as const;

/** The posts that wait for a worker now; `oldestAt`: since when the first could go; `isHeld`: held after a restore. */
export type DuePosts = { due: number; oldestAt: Date | null; workers: number; isHeld: boolean };

/**
 * Counts what a worker could take at `now` (the conditions of publishing/engine/claim.ts), up to 100 posts a network,
 * and the workers that are connected. A post whose account keeps its pace is not due.
 */
export async function findDuePosts(tx: Tx, now: Date): Promise<DuePosts> {
  const { rows } = await sql<DuePosts>`
    select count(ready.next_at)::int as due, min(ready.next_at) as "oldestAt",
      (select count(distinct application_name)::int from pg_stat_activity
        where datname = current_database() and application_name like 'agencyreel worker %listener') as workers,
      exists (select from installation i where i.held_at is not null) as "isHeld"
    from (
      select due.next_at
      from unnest(${[...networkIds]}::text[]) as network (id)
      cross join lateral (
        select d.account_id, d.agency_id, d.next_at
        from deliveries d
        where d.network = network.id and d.state = 'scheduled' and not d.paused and d.next_at <= ${now}
        order by d.next_at
        limit ${sql.lit(most.due)}
      ) due
      join social_accounts a on a.id = due.account_id
      where coalesce((select w.until from network_waits w where w.network = network.id), '-infinity') <= ${now}
        and a.status = 'connected' and a.paused_at is null and a.deleted_at is null
        and (a.free_at <= ${now} or a.free_at = 'infinity')
        and (select u.paused_at is null from users u where u.id = a.user_id)
        and (select g.paused_at is null and g.suspended_at is null from agencies g where g.id = due.agency_id)
    ) ready`.execute(tx);
  return rows[0] ?? { due: 0, oldestAt: null, workers: 0, isHeld: false };
}

/** Posts without a known end: how many are read back, and how many wait for a person. */
export async function countUnsettled(tx: Tx): Promise<{ read: number; asked: number; processing: number }> {
  const { rows } = await sql<{ read: number; asked: number; processing: number }>`
    select count(*) filter (where state = 'processing')::int as processing,
      count(*) filter (where state = 'uncertain' and next_at < 'infinity')::int as read,
      count(*) filter (where state = 'uncertain' and next_at = 'infinity' and skipped_at is null)::int as asked
    from (
      select state, next_at, skipped_at from deliveries
      where state in ('processing', 'uncertain')
      order by next_at
      limit ${sql.lit(most.rows)}
    ) d`.execute(tx);
  return rows[0] ?? { read: 0, asked: 0, processing: 0 };
}

/** The accounts that a person must reconnect. */
export async function countLostAccounts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from social_accounts
    where status = 'needs-reconnecting' and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
