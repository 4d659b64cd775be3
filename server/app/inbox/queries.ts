import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { mostUnread, notificationDays, type NotificationKind } from '#rules/inbox.ts';
import { byId } from '../../base/retention/index.ts';

type Reader = { agencyId: string; userId: string };

/** The newest entry of a page is older than this: microseconds since 1970, then the id. */
export type After = { micros: string; id: string };

/** An entry with the names of what it is about; null if that is gone. */
export type EntryRow = {
  id: string;
  kind: NotificationKind;
  count: number;
  various: boolean;
  subject: string;
  first_at: Date;
  at: Date;
  micros: string;
  read: boolean;
  client_id: string | null;
  client: string | null;
  /** Whether a post, schedule, account or video still exists. */
  is_there: boolean;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  network: NetworkId | null;
};

/** Rows of one entry: two transactions that ran at once may have begun a row each. */
const entryOf = sql`n.kind, n.client_id, date_trunc('hour', n.first_at, 'UTC')`;

const micros = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`;

/** The subject as an id, for kinds that begin with one of these words. */
const subjectOf = (...words: readonly string[]) =>
  sql`case when split_part(e.kind, '.', 1) = any(${[...words]}::text[]) then e.subject::bigint end`;

/** A page of a person's entries, newest first. */
export async function listEntries(
  tx: Tx,
  {
    agencyId,
    userId,
    clientId,
    unread,
    after,
    limit,
  }: Reader & { clientId: string | null; unread: boolean; after: After | null; limit: number },
): Promise<EntryRow[]> {
  const ofClient = clientId === null ? sql`` : sql`and n.client_id = ${clientId}`;
  const isUnread = unread ? sql`bool_or(n.read_at is null)` : sql`true`;
  const isBehind =
    after === null
      ? sql`true`
      : sql`(${micros(sql`max(n.at)`)}, max(n.id)) < (${after.micros}::bigint, ${after.id}::bigint)`;
  const { rows } = await sql<EntryRow>`
    select e.id, e.kind, e.count, e.various, e.subject, e.first_at, e.at, e.micros::text, e.read,
      c.id as client_id, c.name as client,
      coalesce(p.title, s.title, a.title, v.title) is not null as is_there,
      coalesce(p.title, s.title, a.title, v.title, '') as title,
      coalesce(p.description, '') as description, coalesce(p.description_format, 'text') as description_format,
      a.network
    from (
      select max(n.id) as id, n.kind, n.client_id, sum(n.count)::int as count,
        bool_or(n.various) or count(distinct n.subject) > 1 as various,
        (array_agg(n.subject order by n.at desc, n.id desc))[1] as subject,
        min(n.first_at) as first_at, max(n.at) as at, ${micros(sql`max(n.at)`)} as micros,
        bool_and(n.read_at is not null) as read
      from notifications n
      where n.agency_id = ${agencyId} and n.user_id = ${userId} ${ofClient}
      group by ${entryOf}
      having ${isUnread} and ${isBehind}
      order by max(n.at) desc, max(n.id) desc
      limit ${limit}
    ) e
    left join users c on c.id = e.client_id and c.agency_id = ${agencyId} and c.deleted_at is null
    left join lateral (
      select i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
        i.description_format
      from occurrences o
      join schedules s on s.id = o.schedule_id
      join items i on i.id = o.item_id
      where o.id = ${subjectOf('delivery', 'post', 'approval')} and o.agency_id = ${agencyId} and s.deleted_at is null
    ) p on true
    left join lateral (
      select t.title from schedules s join streams t on t.id = s.stream_id
      where s.id = ${subjectOf('schedule')} and s.agency_id = ${agencyId} and s.deleted_at is null
    ) s on true
    left join lateral (
      select a.username as title, a.network from social_accounts a
      where a.id = ${subjectOf('account')} and a.agency_id = ${agencyId} and a.deleted_at is null
    ) a on true
    left join lateral (
      select v.name as title from videos v where v.id = ${subjectOf('video')} and v.agency_id = ${agencyId}
    ) v on true
    order by e.at desc, e.id desc`.execute(tx);
  return rows;
}

/** The number of a person's unread entries, at most one more than is shown. */
export async function countUnread(tx: Tx, { agencyId, userId }: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select distinct ${entryOf} from notifications n
      where n.agency_id = ${agencyId} and n.user_id = ${userId} and n.read_at is null
      limit ${sql.lit(mostUnread + 1)}
    ) unread`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Whether an agency has a client, also a deleted one. */
export async function knowsClient(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    select from users where agency_id = ${agencyId} and id = ${id} and role = 'client'`.execute(tx);
  return rows.length > 0;
}

/** Whether an id is one of a person's notifications. */
export async function knowsEntry(tx: Tx, { agencyId, userId, id }: Reader & { id: string }): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where agency_id = ${agencyId} and user_id = ${userId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

/**
 * Marks a person's notifications as read: those of the entry `id`, or all (null); none in which something happened
 * after `until`, in milliseconds as clients know it.
 */
export async function setRead(
  tx: Tx,
  { agencyId, userId, id, until, now }: Reader & { id: string | null; until: Date; now: Date },
): Promise<void> {
  const ofEntry =
    id === null
      ? sql``
      : sql`and exists (
          select from notifications e
          where e.id = ${id} and e.user_id = ${userId} and e.kind = n.kind
            and e.client_id is not distinct from n.client_id
            and date_trunc('hour', e.first_at, 'UTC') = date_trunc('hour', n.first_at, 'UTC'))`;
  await sql`
    update notifications n set read_at = ${now}
    where n.agency_id = ${agencyId} and n.user_id = ${userId} and n.read_at is null
      and date_trunc('milliseconds', n.at) <= ${until} ${ofEntry}`.execute(tx);
}

/** Notifications from before the last 90 days. */
export const oldNotifications = byId({ table: 'notifications', column: 'at', days: notificationDays });
