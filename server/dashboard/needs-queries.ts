/** What waits for a person, as the dashboard names it. It writes nothing. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { lookAheadHours } from '#rules/renewal.ts';

/** Something that waits for a person: a lost account, or a delivery that cannot go on by itself. */
export type AttentionRow = {
  kind: 'account' | 'ending' | 'by-hand' | 'uncertain' | 'failed' | 'missed';
  delivery_id: string | null;
  account_id: string;
  schedule_id: string | null;
  client_id: string;
  client: string;
  network: NetworkId;
  username: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  message: string;
  at: Date;
  next_at: Date;
  /** Its client has not approved it as it is now, so nothing may be sent. */
  unapproved: boolean;
};

/** Accounts to reconnect, those that will stop working within a day, then deliveries left to a person, also to be posted by hand (failed ones of the last days only), latest first. */
export async function listAttention(
  tx: Tx, { agencyId, since, now, limit }: { agencyId: string; since: Date; now: Date; limit: number },
): Promise<AttentionRow[]> {
  const { rows } = await sql<AttentionRow>`
    (
      select 'account' as kind, null::bigint as delivery_id, a.id as account_id, null::bigint as schedule_id,
        c.id as client_id, c.name as client, a.network, a.username, a.username as title, '' as description, 'text' as description_format,
        a.status_message as message, a.created_at as at, 'infinity'::timestamptz as next_at, false as unapproved
      from social_accounts a
      join users c on c.id = a.user_id
      where a.agency_id = ${agencyId} and a.status = 'needs-reconnecting' and a.deleted_at is null and c.deleted_at is null
      order by a.id
      limit ${limit}
    )
    union all
    (
      select 'ending', null, a.id, null, c.id, c.name, a.network, a.username, a.username, '', 'text',
        'This connection ends soon and cannot be renewed by itself. ' || a.renewal_problem
          || case ending.posts when 0 then '' when 1 then ' One post hangs on it.' else ' ' || ending.posts || ' posts hang on it.' end,
        a.expires_at, 'infinity', false
      from social_accounts a
      join users c on c.id = a.user_id
      cross join lateral (
        select count(*) as posts from deliveries d where d.account_id = a.id and d.state = 'scheduled' and d.due_at >= a.expires_at
      ) ending
      where a.agency_id = ${agencyId} and a.status = 'connected' and a.deleted_at is null and c.deleted_at is null
        and a.renewal_problem <> '' and a.expires_at <= ${now}::timestamptz + make_interval(hours => ${lookAheadHours})
      order by a.expires_at, a.id
      limit ${limit}
    )
    union all
    (
      select case when d.state = 'waiting' then 'by-hand' else d.state end, d.id, d.account_id, d.schedule_id, c.id, c.name, a.network, a.username,
        i.title, case when i.title = '' then left(i.description, 400) else '' end, i.description_format, d.message, d.due_at, d.next_at, d.unapproved
      from deliveries d
      join occurrences o on o.id = d.occurrence_id
      join items i on i.id = o.item_id
      join schedules s on s.id = d.schedule_id
      join users c on c.id = s.user_client_id
      join social_accounts a on a.id = d.account_id
      where d.agency_id = ${agencyId} and s.agency_id = ${agencyId} and s.deleted_at is null and c.agency_id = ${agencyId} and c.deleted_at is null
        and d.state in ('uncertain', 'missed', 'failed', 'waiting') and d.skipped_at is null
        and (d.state in ('uncertain', 'waiting') and d.next_at = 'infinity' or d.state in ('missed', 'failed') and d.skipped_at is null and d.due_at >= ${since})
      order by d.due_at desc
      limit ${limit}
    )`.execute(tx);
  return rows;
}
