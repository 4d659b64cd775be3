/** The posts, for the agency, that clients sent back, have not approved in time, or should approve soon. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { keptBack } from '../../publishing/index.ts';

/**
 * A post that its client sent back, with the comment, or whose time has passed without approval. The account is the
 * first of its accounts.
 */
export type HeldRow = {
  kind: 'sent-back' | 'not-approved';
  item_id: string;
  schedule_id: string;
  client_id: string;
  client: string;
  account_id: string;
  network: NetworkId;
  username: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  comment: string;
  at: Date;
};

/** The agency's posts that are held by their clients, latest first. */
export async function listHeld(
  tx: Tx,
  { agencyId, now, limit }: { agencyId: string; now: Date; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select case a.state when 'sent-back' then 'sent-back' else 'not-approved' end as kind, o.id as item_id,
      s.id as schedule_id, c.id as client_id, c.name as client,
      first.id as account_id, first.network, first.username, i.title, case when i.title = '' then left(i.description,
        400) else '' end as description, i.description_format,
      coalesce((select e.words from approval_events e where e.occurrence_id = o.id and e.kind = 'sent-back'
        order by e.id desc limit 1), '') as comment, o.due_at as at
    from approvals a
    join occurrences o on o.id = a.occurrence_id
    join schedules s on s.id = o.schedule_id
    join items i on i.id = o.item_id
    join users c on c.id = a.client_id
    cross join lateral (
      select t.id, t.network, t.username
      from deliveries d
      join social_accounts t on t.id = d.account_id
      where d.occurrence_id = o.id and d.unapproved and d.state <> 'cancelled'
      order by d.id
      limit 1
    ) first
    where a.agency_id = ${agencyId} and a.state <> 'approved' and s.deleted_at is null and c.deleted_at is null
      and (a.state = 'sent-back' or o.state = 'scheduled' and o.due_at <= ${now}) and ${keptBack}
    order by o.due_at desc, o.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** The posts of a client that wait for its approval and are due soon: how many, how many of them on this day. */
export type ToApproveRow = {
  client_id: string;
  client: string;
  posts: number;
  today: number;
  /** The account and the time of the first of them. */
  network: NetworkId;
  username: string;
  at: Date;
};

/** The clients whose approval is awaited for posts due before `until`, the most urgent first. */
export async function listToApprove(
  tx: Tx,
  {
    agencyId,
    now,
    until,
    timezone,
    limit,
  }: { agencyId: string; now: Date; until: Date; timezone: string; limit: number },
): Promise<ToApproveRow[]> {
  const dayOf = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} at time zone ${timezone})::date`;
  const { rows } = await sql<ToApproveRow>`
    select c.id as client_id, c.name as client, soon.posts, soon.today, first.network, first.username, soon.at
    from (
      select a.client_id, count(*)::int as posts, min(o.due_at) as at,
        (count(*) filter (where ${dayOf(sql`o.due_at`)} = ${dayOf(sql`${now}::timestamptz`)}))::int as today,
        (array_agg(o.id order by o.due_at, o.id))[1] as occurrence_id
      from approvals a
      join occurrences o on o.id = a.occurrence_id
      join schedules s on s.id = o.schedule_id
      where a.agency_id = ${agencyId} and a.state = 'waiting' and s.deleted_at is null
        and o.state = 'scheduled' and o.due_at > ${now} and o.due_at < ${until} and ${keptBack}
      group by a.client_id
    ) soon
    join users c on c.id = soon.client_id
    cross join lateral (
      select t.network, t.username
      from deliveries d
      join social_accounts t on t.id = d.account_id
      where d.occurrence_id = soon.occurrence_id and d.unapproved and d.state <> 'cancelled'
      order by d.id
      limit 1
    ) first
    where c.deleted_at is null
    order by soon.at, c.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}
