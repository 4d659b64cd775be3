/** The queries of the ledger's lists and histories. Read-only. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { likePattern } from '../../base/lists/paging.ts';

/** A delivery with the columns of a list. */
export type EntryRow = {
  id: string;
  schedule_id: string;
  client: string;
  client_id: string | null;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  network: NetworkId;
  username: string;
  state: DeliveryState;
  by_hand: boolean;
  unapproved: boolean;
  message: string;
  post_url: string | null;
  planned_at: Date;
  timezone: string;
};

const entryColumns = sql`
  d.id, d.schedule_id, u.name as client, case when u.deleted_at is null then u.id end as client_id,
  i.title, case when i.title = '' then left(i.description, 400) else '' end as description, i.description_format,
  a.network, a.username, d.state, d.state = 'waiting' and d.next_at = 'infinity' as by_hand,
  d.unapproved and d.state = 'scheduled' as unapproved, d.message, d.post_url, o.due_at as planned_at, s.timezone`;
const entryTables = sql`
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  join schedules s on s.id = o.schedule_id
  join users u on u.id = s.user_client_id
  join items i on i.id = o.item_id
  join social_accounts a on a.id = d.account_id`;

/**
 * A figure of the ledger: its time, and the client and states it counts (null: all). `search` matches the post's title,
 * its client or its account; '' matches all.
 */
export type Figure = {
  agencyId: string;
  from: Date;
  to: Date;
  clientId: string | null;
  states: readonly DeliveryState[] | null;
  search: string;
};

const behind = ({ agencyId, from, to, clientId, states, search }: Figure) => sql`
  o.agency_id = ${agencyId} and o.due_at >= ${from} and o.due_at < ${to}
  and (${clientId}::bigint is null or s.user_client_id = ${clientId})
  and (${states === null ? null : [...states]}::text[] is null or d.state =
    any(${states === null ? null : [...states]}::text[]))
  ${search === '' ? sql`` : sql`and ${matches(likePattern(search))}`}`;

const matches = (pattern: string) => sql`(
  exists (select from items i where i.id = o.item_id and (i.title ilike ${pattern}
    or i.title = '' and i.description ilike ${pattern}))
  or exists (select from users u where u.id = s.user_client_id and u.name ilike ${pattern})
  or exists (select from social_accounts a where a.id = d.account_id and a.username ilike ${pattern}))`;

/** Up to `limit` deliveries behind a figure in planned order, after a cursor. */
export async function listBehind(
  tx: Tx,
  { after, limit, ...figure }: Figure & { after: { at: Date; id: string } | null; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} ${entryTables}
    where ${behind(figure)} ${after === null ? sql`` : sql`and (o.due_at, d.id) > (${after.at}, ${after.id}::bigint)`}
    order by o.due_at, d.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** The number of deliveries behind a figure. */
export async function countBehind(tx: Tx, figure: Figure): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    where ${behind(figure)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The part of a delivery's history in its own row. */
export type DeliveryFacts = EntryRow & {
  round: number;
  due_at: Date;
  next_at: Date;
  first_tried_at: Date | null;
  published_at: Date | null;
  skipped_at: Date | null;
  scheduled_at: Date;
  scheduled_by: string | null;
};

/** One delivery of the agency, or undefined. */
export async function findDelivery(tx: Tx, key: { agencyId: string; id: string }): Promise<DeliveryFacts | undefined> {
  const { rows } = await sql<DeliveryFacts>`
    select ${entryColumns}, o.round, d.due_at, d.next_at, d.first_tried_at, d.published_at, d.skipped_at,
      s.created_at as scheduled_at, by.name as scheduled_by
    ${entryTables}
    left join users by on by.id = s.created_by
    where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  return rows[0];
}

/** One attempt that passed the fence, archived ones included. */
export type AttemptRow = {
  number: number;
  fencedAt: Date;
  finishedAt: Date | null;
  outcome: string | null;
  postId: string | null;
  detail: Record<string, unknown>;
};

/** A delivery's attempts in their order. */
export async function listAttempts(tx: Tx, key: { agencyId: string; id: string }): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select number, fenced_at as "fencedAt", finished_at as "finishedAt", outcome, post_id as "postId", detail
    from all_attempts
    where agency_id = ${key.agencyId} and delivery_id = ${key.id}
    order by number`.execute(tx);
  return rows;
}

/** One step of a delivery's history; `by` is the name of the person who did it. */
export type EventRow = {
  at: Date;
  by: string | null;
  fromState: DeliveryState;
  toState: DeliveryState;
  message: string;
  note: string;
  dueBefore: Date;
  dueAt: Date;
  nextAt: Date;
  settleReads: number;
  cancelRequested: boolean;
  unapproved: boolean;
};

/** A delivery's history in its order. */
export async function listEvents(tx: Tx, key: { agencyId: string; id: string }): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.at, u.name as by, e.from_state as "fromState", e.to_state as "toState", e.message, e.note,
      e.due_before as "dueBefore",
      e.due_at as "dueAt", e.next_at as "nextAt", e.settle_reads as "settleReads", e.cancel_asked as "cancelRequested",
        e.unapproved
    from delivery_events e
    left join users u on u.id = e.user_id
    where e.agency_id = ${key.agencyId} and e.delivery_id = ${key.id}
    order by e.id`.execute(tx);
  return rows;
}

/** The actions and comments on a delivery's approval; `by` is null if the person was deleted permanently. */
export type ApprovalStep = {
  at: Date;
  by: string | null;
  isClient: boolean;
  kind: 'asked' | 'changed' | 'approved' | 'sent-back' | 'withdrawn' | 'comment';
  words: string;
  byAgencyPassword: boolean;
};

/**
 * The approval of a delivery's item: when it was first requested, and the actions since, in order. Undefined if none is
 * needed.
 */
export async function findApproval(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ state: string; askedAt: Date; byAgencyPassword: boolean; steps: ApprovalStep[] } | undefined> {
  const {
    rows: [approval],
  } = await sql<{ occurrence: string; state: string; askedAt: Date; byAgencyPassword: boolean }>`
    select a.occurrence_id as occurrence, a.state, a.asked_at as "askedAt", a.by_agency_password as "byAgencyPassword"
    from deliveries d
    join approvals a on a.occurrence_id = d.occurrence_id
    where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  if (approval === undefined) return undefined;
  const { rows: steps } = await sql<ApprovalStep>`
    select e.at, u.name as by, coalesce(u.role = 'client', false) as "isClient", e.kind, e.words,
      e.by_agency_password as "byAgencyPassword"
    from approval_events e
    left join users u on u.id = e.user_id
    where e.agency_id = ${key.agencyId} and e.occurrence_id = ${approval.occurrence}
    order by e.id`.execute(tx);
  return { state: approval.state, askedAt: approval.askedAt, byAgencyPassword: approval.byAgencyPassword, steps };
}

/** Whether the agency has, or had, this client. */
export async function knowsClient(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } =
    await sql`select id from users where agency_id = ${key.agencyId} and id = ${key.id} and role <> 'member'`.execute(
      tx,
    );
  return rows.length > 0;
}
