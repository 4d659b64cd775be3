/** The committed rows, read in one statement. Instants are milliseconds; null if there is none, or it is infinity. */

import type pg from 'pg';
import type { ApprovalState } from '#rules/approvals.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';

/** A delivery with its account, client and agency. */
export type DeliveryNow = {
  id: string;
  marker: string;
  state: DeliveryState;
  worker: string | null;
  leaseUntil: number | null;
  dueAt: number;
  nextAt: number | null;
  firstTriedAt: number | null;
  cancelRequested: boolean;
  resent: boolean;
  message: string;
  postId: string | null;
  publishedAt: number | null;
  isUnapproved: boolean;
  isPaused: boolean;
  attempts: number;
  attemptPostId: string | null;
  occurrenceId: string;
  scheduleId: string;
  accountId: string;
};

/**
 * An account; `freeAt` is null if it is free or held; `waitsFrom`, `waitsUntil`: the latest wait its network has named
 * to it.
 */
export type AccountNow = {
  id: string;
  externalId: string;
  network: string;
  userId: string;
  isHeld: boolean;
  freeAt: number | null;
  status: string;
  isPaused: boolean;
  isDeleted: boolean;
  waitsFrom: number | null;
  waitsUntil: number | null;
};

/**
 * A schedule with its open occurrences. `rhythm`: origin, zone and frequency; `movedAt` its last move that can be
 * undone, `movedFrom` its state before that.
 */
export type ScheduleNow = {
  id: string;
  streamId: string;
  userId: string;
  state: string;
  round: number;
  repurpose: boolean;
  needsApproval: boolean;
  isPaused: boolean;
  isDeleted: boolean;
  rhythm: string;
  movedAt: string | null;
  movedFrom: string | null;
};

/** An occurrence; `approval` is null if none is needed, `isAsShown` whether its content is the approved one. */
export type OccurrenceNow = {
  id: string;
  scheduleId: string;
  itemId: string;
  state: string;
  round: number;
  dueAt: number;
  approval: ApprovalState | null;
  isAsShown: boolean;
};

/** Everything that the checker and the people read. `pausedClients` are ids. */
export type Snapshot = {
  deliveries: DeliveryNow[];
  accounts: AccountNow[];
  schedules: ScheduleNow[];
  occurrences: OccurrenceNow[];
  /** `keptOf`: the item whose earlier text it is a copy of. */
  items: {
    id: string;
    streamId: string;
    words: string;
    keptOf: string | null;
    isDeleted: boolean;
    /** In ISO 8601. */ deletedAt: string | null;
  }[];
  /** The items that rest in a schedule. */
  resting: { scheduleId: string; itemId: string }[];
  waits: { network: string; until: number; waitsFrom: number | null; waitsUntil: number | null }[];
  pausedClients: string[];
  isAgencyPaused: boolean;
  /** The agency, or one above it, has not paid. */
  isSuspended: boolean;
};

const ms = (column: string): string =>
  `round(extract(epoch from nullif(nullif(${column}, 'infinity'), '-infinity')) * 1000)::float8`;
const list = (select: string): string => `coalesce((select json_agg(one) from (${select}) one), '[]'::json)`;

const text = `
  select
    ${list(`
      select d.id::text as id, d.marker, d.state, d.worker, ${ms('d.lease_until')} as "leaseUntil",
        ${ms('d.due_at')} as "dueAt", ${ms('d.next_at')} as "nextAt", ${ms('d.first_tried_at')} as "firstTriedAt",
        d.cancel_asked as "cancelRequested", d.unapproved as "isUnapproved", d.paused as "isPaused",
        d.resent, d.message, d.post_id as "postId",
        ${ms('d.published_at')} as "publishedAt",
        (select count(*) from attempts t where t.delivery_id = d.id)::int as attempts,
        (select max(t.post_id) from attempts t where t.delivery_id = d.id) as "attemptPostId",
        d.occurrence_id::text as "occurrenceId", d.schedule_id::text as "scheduleId", d.account_id::text as "accountId"
      from deliveries d order by d.id`)} as deliveries,
    ${list(`
      select a.id::text as id, a.external_id as "externalId", a.network, a.user_id::text as "userId",
        a.free_at = 'infinity' as "isHeld", ${ms('a.free_at')} as "freeAt",
        ${ms('a.waits_from')} as "waitsFrom", ${ms('a.waits_until')} as "waitsUntil", a.status,
        a.paused_at is not null as "isPaused", a.deleted_at is not null as "isDeleted"
      from social_accounts a order by a.id`)} as accounts,
    ${list(`
      select s.id::text as id, s.stream_id::text as "streamId", s.user_client_id::text as "userId", s.state, s.round,
        s.repurpose, s.needs_approval as "needsApproval", s.paused_at is not null as "isPaused",
        s.deleted_at is not null as "isDeleted",
        concat_ws(' ', s.origin_local, s.timezone, s.frequency) as rhythm, s.moved_from ->> 'at' as "movedAt",
        s.moved_from::text as "movedFrom"
      from schedules s order by s.id`)} as schedules,
    ${list(`
      select o.id::text as id, o.schedule_id::text as "scheduleId", o.item_id::text as "itemId", o.state, o.round,
        ${ms('o.due_at')} as "dueAt", a.state as approval,
        case when a.fingerprint is null then true else a.fingerprint = content_fingerprint(i) end as "isAsShown"
      from occurrences o
      join items i on i.id = o.item_id
      left join approvals a on a.occurrence_id = o.id
      order by o.id`)} as occurrences,
    ${list(`
      select i.id::text as id, i.stream_id::text as "streamId", i.description as words, i.kept_of::text as "keptOf",
        i.deleted_at is not null as "isDeleted",
        to_char(i.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletedAt"
      from items i order by i.id`)} as items,
    ${list(`
      select r.schedule_id::text as "scheduleId", r.item_id::text as "itemId"
      from resting_items r order by r.schedule_id, r.item_id`)} as resting,
    ${list(`
      select w.network, ${ms('w.until')} as until, ${ms('w.waits_from')} as "waitsFrom",
        ${ms('w.waits_until')} as "waitsUntil"
      from network_waits w order by w.network`)} as waits,
    ${list(`select u.id::text as id from users u where u.paused_at is not null order by u.id`)} as "pausedUsers",
    exists (select from agencies g where g.paused_at is not null) as "isAgencyPaused",
    exists (select from agencies g where g.suspended_at is not null) as "isSuspended"`;

/** Reads the committed rows. */
export async function readSnapshot(client: pg.PoolClient): Promise<Snapshot> {
  const { rows } = await client.query<Omit<Snapshot, 'pausedClients'> & { pausedUsers: { id: string }[] }>({
    name: 'snapshot',
    text,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a snapshot is one row');
  const { pausedUsers, ...rest } = row;
  return { ...rest, pausedClients: pausedUsers.map(({ id }) => id) };
}

/** The instant after which a delivery that was never tried is missed, once all waits that apply to it have ended. */
export function missedAfter(
  { accounts, waits }: Snapshot,
  { accountId, dueAt }: DeliveryNow,
  lateLimitMs: number,
): number {
  const account = accounts.find(({ id }) => id === accountId);
  const over = [account, waits.find(({ network }) => network === account?.network)].flatMap((each) => each ?? []);
  const waited = over.map(({ waitsFrom: from, waitsUntil: until }) =>
    from === null || until === null ? 0 : until - Math.max(from, dueAt),
  );
  return dueAt + lateLimitMs + Math.max(0, ...waited);
}

/** The instants at which something may become due: an idle process wakes up at them. */
export function instantsOf(snapshot: Snapshot, lateLimitMs: number): number[] {
  const { deliveries, accounts, waits } = snapshot;
  const instants = deliveries.flatMap((row) => {
    const { state, nextAt, leaseUntil, dueAt, isUnapproved } = row;
    switch (state) {
      case 'scheduled':
        return isUnapproved ? [] : [nextAt, dueAt, missedAfter(snapshot, row, lateLimitMs) + 1];
      case 'claimed':
      case 'sending':
        return [leaseUntil === null ? null : leaseUntil + 1];
      case 'processing':
      case 'waiting':
      case 'uncertain':
        return [nextAt];
      case 'published':
      case 'failed':
      case 'missed':
      case 'cancelled':
        return [];
      default:
        return state satisfies never;
    }
  });
  return [...instants, ...accounts.map(({ freeAt }) => freeAt), ...waits.map(({ until }) => until)].filter(
    (instant) => instant !== null,
  );
}
