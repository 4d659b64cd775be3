/** The queries of the things that wait for a person, for the dashboard. Read-only. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { lookAheadHours } from '#rules/renewal.ts';

/** Something that waits for a person: a lost account, or a delivery that cannot continue automatically. */
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
  /** Its client has not approved its current content, so nothing may be sent. */
  unapproved: boolean;
};

/** `since`: earlier failures and misses are ignored. `limit`: the most of each kind. */
type Asked = { agencyId: string; since: Date; now: Date; limit: number };

const states = ['uncertain', 'waiting', 'missed', 'failed'] as const;

/**
 * The latest deliveries of one state that a person has to decide about. By state, as in the index, so that no more rows
 * are read than needed.
 */
const leftToPerson = ({
  agencyId,
  since,
  state,
  limit,
}: Omit<Asked, 'now'> & { state: (typeof states)[number] }) => sql`
  select d.id, d.state, d.account_id, d.schedule_id, d.occurrence_id, c.id as client_id, c.name as client, d.message,
    d.due_at, d.next_at, d.unapproved
  from deliveries d
  join schedules s on s.id = d.schedule_id
  join users c on c.id = s.user_client_id
  where d.agency_id = ${agencyId} and s.agency_id = ${agencyId} and s.deleted_at is null
    and c.agency_id = ${agencyId} and c.deleted_at is null
    and d.state = ${sql.lit(state)} and d.skipped_at is null
    and ${state === 'uncertain' || state === 'waiting' ? sql`d.next_at = 'infinity'` : sql`d.due_at >= ${since}`}
  order by d.due_at desc
  limit ${limit}`;

/** The statement behind `listAttention`. */
export const attention = ({ agencyId, since, now, limit }: Asked) => sql<AttentionRow>`
    (
      select 'account' as kind, null::bigint as delivery_id, a.id as account_id, null::bigint as schedule_id,
        c.id as client_id, c.name as client, a.network, a.username, a.username as title, '' as description,
          'text' as description_format,
        a.status_message as message, a.created_at as at, 'infinity'::timestamptz as next_at, false as unapproved
      from social_accounts a
      join users c on c.id = a.user_id
      where a.agency_id = ${agencyId} and a.status = 'needs-reconnecting' and a.deleted_at is null
        and c.deleted_at is null
      order by a.id
      limit ${limit}
    )
    union all
    (
      select 'ending', null, a.id, null, c.id, c.name, a.network, a.username, a.username, '', 'text',
        'This connection ends soon and cannot be renewed by itself. ' || a.renewal_problem
          || case ending.posts when 0 then '' when 1 then ' One post hangs on it.'
            else ' ' || ending.posts || ' posts hang on it.' end,
        a.expires_at, 'infinity', false
      from social_accounts a
      join users c on c.id = a.user_id
      cross join lateral (
        select count(*) as posts from deliveries d where d.account_id = a.id and d.state = 'scheduled'
          and d.due_at >= a.expires_at
      ) ending
      where a.agency_id = ${agencyId} and a.status = 'connected' and a.deleted_at is null and c.deleted_at is null
        and a.renewal_problem <> '' and a.expires_at <= ${now}::timestamptz + make_interval(hours => ${lookAheadHours})
      order by a.expires_at, a.id
      limit ${limit}
    )
    union all
    (
      select case when d.state = 'waiting' then 'by-hand' else d.state end, d.id, d.account_id, d.schedule_id,
        d.client_id, d.client, a.network, a.username,
        i.title, case when i.title = '' then left(i.description, 400) else '' end, i.description_format, d.message,
          d.due_at, d.next_at, d.unapproved
      from (
        select * from (${sql.join(
          states.map((state) => sql`(${leftToPerson({ agencyId, since, state, limit })})`),
          sql` union all `,
        )}) latest
        order by due_at desc
        limit ${limit}
      ) d
      join occurrences o on o.id = d.occurrence_id
      join items i on i.id = o.item_id
      join social_accounts a on a.id = d.account_id
      order by d.due_at desc
    )`;

/**
 * Accounts to reconnect, accounts that will stop working within a day, then deliveries left to a person, latest first.
 * The deliveries include those to be posted by hand; failed ones only of the last days.
 */
export async function listAttention(tx: Tx, asked: Asked): Promise<AttentionRow[]> {
  return (await attention(asked).execute(tx)).rows;
}

/**
 * An account for which, or for all of whose network, a wait of an hour or more was requested, and the number of posts
 * that wait for its end.
 */
export type WaitRow = {
  account_id: string;
  client_id: string;
  client: string;
  network: NetworkId;
  username: string;
  until: Date;
  posts: number;
};

/** Whether an account `a` or a network `w` waits for an hour or more; an index has the same condition. */
const waitsLong = (of: 'a' | 'w') => {
  const row = sql.ref(of);
  return sql`${row}.waits_until - ${row}.waits_from >= interval '1 hour'`;
};

/** The accounts of an agency that wait for their network, with their waiting posts, the longest waits last. */
export async function listWaits(tx: Tx, { agencyId, now, limit }: Omit<Asked, 'since'>): Promise<WaitRow[]> {
  const { rows } = await sql<WaitRow>`
    select a.id as account_id, c.id as client_id, c.name as client, a.network, a.username, held.until, waiting.posts
    from (
      select a.id from social_accounts a
      where a.agency_id = ${agencyId} and a.waits_until > ${now} and ${waitsLong('a')}
      union
      select all_of.id from network_waits w
      cross join lateral (
        select a.id from social_accounts a
        where a.agency_id = ${agencyId} and a.network = w.network and a.deleted_at is null
        offset 0
      ) all_of
      where w.waits_until > ${now} and ${waitsLong('w')}
    ) waits
    join social_accounts a on a.id = waits.id
    join users c on c.id = a.user_id
    join agencies g on g.id = a.agency_id
    left join network_waits w on w.network = a.network
    cross join lateral (
      select greatest(
        case when ${waitsLong('a')} then a.waits_until end,
        case when ${waitsLong('w')} then w.waits_until end) as until
    ) held
    cross join lateral (
      select count(*)::int as posts
      from deliveries d
      where d.account_id = a.id and not d.paused and d.state = 'scheduled' and d.next_at < 'infinity'
        and d.due_at < held.until
    ) waiting
    where a.agency_id = ${agencyId} and a.status = 'connected' and a.deleted_at is null and c.deleted_at is null
      and a.paused_at is null and c.paused_at is null and g.paused_at is null
      and held.until > ${now} and waiting.posts > 0
    order by held.until, a.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** How many deliveries are left to a person, counted up to `limit`. */
export async function countLeftToPerson(tx: Tx, { agencyId, since, limit }: Omit<Asked, 'now'>): Promise<number> {
  const {
    rows: [counted],
  } = await sql<{ count: number }>`
    select count(*)::int from (
      select from (${sql.join(
        states.map((state) => sql`(${leftToPerson({ agencyId, since, state, limit })})`),
        sql` union all `,
      )}) each
      limit ${limit}
    ) counted`.execute(tx);
  return counted?.count ?? 0;
}

/** How many posts of each client wait for a person because a restored backup did not see them; most first. */
export async function countUnseenByClient(
  tx: Tx,
  agencyId: string,
): Promise<{ client_id: string; client: string; posts: number }[]> {
  const { rows } = await sql<{ client_id: string; client: string; posts: number }>`
    select c.id as client_id, c.name as client, count(*)::int as posts
    from unseen_deliveries u
    join deliveries d on d.id = u.delivery_id
    join schedules s on s.id = d.schedule_id
    join users c on c.id = s.user_client_id
    where u.agency_id = ${agencyId} and d.state = 'uncertain' and d.next_at = 'infinity' and s.deleted_at is null
      and c.deleted_at is null
    group by c.id, c.name
    order by posts desc, c.id
    limit 100`.execute(tx);
  return rows;
}
