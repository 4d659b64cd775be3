/** The queries of the dashboard's counts of the agency's people, streams, accounts and plan. Read-only. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { EarningFrequency } from '#rules/earning.ts';

/** The payments of the agency's clients, and since when: one row per client. */
export async function listEarnings(
  tx: Tx,
  agencyId: string,
): Promise<{ earning_cents: string; frequency: EarningFrequency; created_at: Date }[]> {
  const { rows } = await sql<{ earning_cents: string; frequency: EarningFrequency; created_at: Date }>`
    select earning_cents, frequency, created_at from users
    where agency_id = ${agencyId} and role = 'client' and deleted_at is null`.execute(tx);
  return rows;
}

/** How many streams and connected accounts there are, and how many schedules still have something to post. */
export async function countContent(
  tx: Tx,
  agencyId: string,
): Promise<{ streams: number; accounts: number; scheduled: number }> {
  const { rows } = await sql<{ streams: number; accounts: number; scheduled: number }>`
    select
      (select count(*)::int from streams where agency_id = ${agencyId} and deleted_at is null and kind = 'stream')
        as streams,
      (select count(*)::int from social_accounts a
        join users c on c.id = a.user_id
        where a.agency_id = ${agencyId} and c.agency_id = ${agencyId} and a.deleted_at is null
          and c.deleted_at is null) as accounts,
      (select count(*)::int from schedules s
        where s.agency_id = ${agencyId} and s.deleted_at is null
          and exists (select from occurrences o where o.schedule_id = s.id and o.round = s.round
            and o.state = 'scheduled')) as scheduled
    `.execute(tx);
  return rows[0] ?? { streams: 0, accounts: 0, scheduled: 0 };
}

/** An agency's own data, without the sample: `client_id` is its newest client. */
export type Own = { client_id: string | null; has_accounts: boolean; has_streams: boolean; has_schedules: boolean };

/** The agency's own progress, without the sample; finished schedules count too. */
export async function readOwn(tx: Tx, agencyId: string): Promise<Own> {
  const { rows } = await sql<Own>`
    select
      (select id from users
        where agency_id = ${agencyId} and role = 'client' and deleted_at is null and not is_sample
        order by created_at desc, id desc
        limit 1) as client_id,
      exists (select from social_accounts a
        join users c on c.id = a.user_id
        where a.agency_id = ${agencyId} and c.agency_id = ${agencyId} and a.deleted_at is null
          and c.deleted_at is null and not c.is_sample) as has_accounts,
      exists (select from streams
        where agency_id = ${agencyId} and deleted_at is null and not is_sample) as has_streams,
      exists (select from schedules s
        join users c on c.id = s.user_client_id
        where s.agency_id = ${agencyId} and c.agency_id = ${agencyId} and s.deleted_at is null
          and not c.is_sample) as has_schedules
    `.execute(tx);
  return rows[0] ?? { client_id: null, has_accounts: false, has_streams: false, has_schedules: false };
}

/**
 * A client's next days: indexes into `starts` as in the calendar. `clients` and `idle` count all clients, and those
 * without any item.
 */
export type ClientDays = {
  id: string;
  name: string;
  counts: Readonly<Record<string, number>>;
  clients: number;
  idle: number;
};

/**
 * How many items each client has on each day; removed items are not counted. Clients without items come first, then by
 * name, from row `offset` on.
 */
export async function listClientDays(
  tx: Tx,
  { agencyId, starts, offset, limit }: { agencyId: string; starts: readonly Date[]; offset: number; limit: number },
): Promise<ClientDays[]> {
  const { rows } = await sql<ClientDays>`
    with planned as materialized (
      select o.schedule_id,
        width_bucket(o.due_at, ${starts.map((start) => start.toISOString())}::timestamptz[]) as day,
        count(*) as total
      from occurrences o
      where o.agency_id = ${agencyId} and o.due_at >= ${starts.at(0)} and o.due_at < ${starts.at(-1)}
        and o.state <> 'cancelled'
      group by 1, 2
    ),
    counted as (
      select (select s.user_client_id from schedules s where s.id = p.schedule_id) as client_id, p.day,
        sum(p.total)::int as total
      from planned p
      group by 1, 2
    ),
    week as (
      select client_id, jsonb_object_agg(day, total) as counts from counted group by client_id
    )
    select c.id, c.name, coalesce(w.counts, '{}') as counts, count(*) over ()::int as clients,
      count(*) filter (where w.client_id is null) over ()::int as idle
    from users c
    left join week w on w.client_id = c.id
    where c.agency_id = ${agencyId} and c.role = 'client' and c.deleted_at is null
    order by w.client_id is not null, lower(c.name), c.id
    limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}
