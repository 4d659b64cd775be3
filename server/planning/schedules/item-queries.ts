/** The queries of a schedule's items and their deliveries, for the detail page. */

import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import { likePattern } from '../../base/lists/paging.ts';

/** One scheduled item of a schedule with its data. */
export type OccurrenceRow = {
  id: string;
  round: number;
  position: number;
  due_at: Date;
  local_at: string;
  state: 'scheduled' | 'posted' | 'failed' | 'cancelled';
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  type: StreamType;
  thumbnail_name: string | null;
};

const item = sql`o.id, o.round, o.position, o.due_at, o.local_at, o.state, i.title, i.description,
  i.description_format, s.type, case when f.thumbnail_state = 'ready' then f.thumbnail_name end as thumbnail_name`;
const occurrencesWithItem = sql`occurrences o
  join items i on i.id = o.item_id
  join streams s on s.id = i.stream_id
  left join files f on f.id = i.file_id`;

/** The cursor after which a page of a schedule's items begins. */
export type ItemCursor = { round: number; position: number };

/** Up to `limit` of a schedule's items, the current round first, each round in order, searched by title. */
export async function listOccurrences(
  tx: Tx,
  {
    agencyId,
    scheduleId,
    search,
    after,
    limit,
  }: { agencyId: string; scheduleId: string; search: string; after: ItemCursor | null; limit: number },
): Promise<OccurrenceRow[]> {
  const isBehind =
    after === null
      ? sql``
      : sql`and (o.round < ${after.round} or (o.round = ${after.round} and o.position > ${after.position}))`;
  const { rows } = await sql<OccurrenceRow>`
    select ${item}
    from ${occurrencesWithItem}
    where o.agency_id = ${agencyId} and o.schedule_id = ${scheduleId} ${isBehind}
      and (${search} = '' or i.title ilike ${likePattern(search)})
    order by o.round desc, o.position
    limit ${limit}`.execute(tx);
  return rows;
}

/** A scheduled item of the agency with its schedule; undefined if there is none. */
export async function findOccurrence(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<(OccurrenceRow & ScheduleOfItem) | undefined> {
  const { rows } = await sql<OccurrenceRow & ScheduleOfItem>`
    select ${item}, o.schedule_id, st.id as stream_id, sch.timezone, st.title as schedule_title, c.id as client_id,
      c.name as client_name
    from ${occurrencesWithItem}
    join schedules sch on sch.id = o.schedule_id
    join streams st on st.id = sch.stream_id
    join users c on c.id = sch.user_client_id
    where o.agency_id = ${agencyId} and o.id = ${id}`.execute(tx);
  return rows[0];
}

/** The schedule of an item: its client, and its stream's title. */
export type ScheduleOfItem = {
  schedule_id: string;
  stream_id: string;
  timezone: string;
  schedule_title: string;
  client_id: string;
  client_name: string;
};

/** One delivery of a scheduled item with its account, even a disconnected one. */
export type DeliveryListRow = {
  id: string;
  occurrence_id: string;
  account_id: string;
  network: NetworkId;
  username: string;
  state: DeliveryState;
  due_at: Date;
  next_at: Date;
  /** The end of the latest wait that the network has requested for this account, or for everybody. */
  network_waits_until: Date | null;
  post_url: string | null;
  message: string;
  unapproved: boolean;
  agency_paused_at: Date | null;
  client_paused_at: Date | null;
  account_paused_at: Date | null;
  schedule_paused_at: Date | null;
};

const listed = sql`d.id, d.occurrence_id, d.account_id, a.network, a.username, d.state, d.due_at, d.next_at,
  greatest(a.waits_until, (select w.waits_until from network_waits w where w.network = a.network)) as
    network_waits_until, d.post_url, d.message, d.unapproved,
  g.paused_at as agency_paused_at, u.paused_at as client_paused_at, a.paused_at as account_paused_at,
  case when d.paused then (select s.paused_at from schedules s where s.id = d.schedule_id) end as schedule_paused_at`;
const withAccount = sql`
  join social_accounts a on a.id = d.account_id
  join users u on u.id = a.user_id
  join agencies g on g.id = a.agency_id`;

/** The deliveries of some scheduled items, by account. */
export async function listDeliveries(
  tx: Tx,
  key: { agencyId: string; occurrenceIds: readonly string[] },
): Promise<DeliveryListRow[]> {
  const { rows } = await sql<DeliveryListRow>`
    select ${listed}
    from deliveries d ${withAccount}
    where d.agency_id = ${key.agencyId} and d.occurrence_id = any(${[...key.occurrenceIds]}::bigint[])
    order by d.occurrence_id, d.account_id`.execute(tx);
  return rows;
}

/** One delivery of the agency, or undefined. */
export async function findDelivery(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<DeliveryListRow | undefined> {
  const { rows } = await sql<DeliveryListRow>`
    select ${listed}
    from deliveries d ${withAccount}
    where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  return rows[0];
}

/** How many of these distinct deliveries the agency has. */
export async function countDeliveries(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from deliveries d
    where d.agency_id = ${agencyId} and d.id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** How many of these distinct scheduled items the agency has in a schedule that is not deleted. */
export async function countOccurrences(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from occurrences o
    join schedules s on s.id = o.schedule_id
    where o.agency_id = ${agencyId} and o.id = any(${[...ids]}::bigint[]) and s.deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
