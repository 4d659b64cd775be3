/**
 * The queries of schedules and their accounts, as rows. Only this folder writes the tables schedules and
 * schedule_accounts.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamKind } from '#contract/base/list-options.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { Frequency } from '#rules/planning.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';

/** A schedule's plan: its first wall-clock time ('YYYY-MM-DD HH:mm' in its zone) and its step. */
export type Plan = { originLocal: string; timezone: string; frequency: Frequency; repurpose: boolean };

/** The parts of a schedule. */
export type NewSchedule = Plan & {
  agencyId: string;
  clientId: string;
  streamId: string;
  accountIds: readonly string[];
  createdBy: string;
  /** The draft that it plans. */
  draftId?: string;
  now: Date;
};

/**
 * Adds a schedule with its accounts, in round 1, with nothing planned yet; it needs approval if its client approves.
 * Answers its id.
 */
export async function insertSchedule(tx: Tx, schedule: NewSchedule): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency, repurpose,
        tzdata_version, created_by, draft_id, created_at, needs_approval)
      values (${schedule.agencyId}, ${schedule.clientId}, ${schedule.streamId},
        ${schedule.originLocal}, ${schedule.timezone}, ${schedule.frequency}, ${schedule.repurpose},
        ${zoneDataVersion}, ${schedule.createdBy}, ${schedule.draftId ?? null}, ${schedule.now},
        coalesce((select u.approval = 'client' from users u where u.id = ${schedule.clientId}), false))
      returning id, agency_id
    ), accounts as (
      insert into schedule_accounts (schedule_id, account_id, agency_id)
      select added.id, account.id, added.agency_id
      from added, unnest(${[...schedule.accountIds]}::bigint[]) as account (id)
    )
    select id from added`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/**
 * Makes further schedules of this user wait until this transaction ends, so that a double click finds the first one's
 * schedule.
 */
export async function lockSchedulesOfUser(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('save-scheduler', ${userId}::bigint))`.execute(tx);
}

/** The id of an existing schedule with exactly the same content by the same user since an instant, or undefined. */
export async function findTwin(tx: Tx, schedule: Omit<NewSchedule, 'now'>, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from schedules s
    where s.agency_id = ${schedule.agencyId} and s.created_by = ${schedule.createdBy} and s.created_at >= ${since}
      and s.deleted_at is null and s.user_client_id = ${schedule.clientId} and s.stream_id = ${schedule.streamId}
      and s.origin_local = ${schedule.originLocal} and s.timezone = ${schedule.timezone}
      and s.frequency = ${schedule.frequency} and s.repurpose = ${schedule.repurpose}
      and array(select sa.account_id from schedule_accounts sa where sa.schedule_id = s.id order by 1)
        = array(select distinct id from unnest(${[...schedule.accountIds]}::bigint[]) as id order by 1)
    order by s.id
    limit 1`.execute(tx);
  return rows[0]?.id;
}

/** How many of these distinct schedules the agency has. */
export async function countLiving(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from schedules
    where agency_id = ${agencyId} and id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The facts of a schedule's stream: its type, and the number of its items. */
export async function findStreamToSchedule(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ type: StreamType; kind: StreamKind; client_id: string | null; items: number } | undefined> {
  const { rows } = await sql<{ type: StreamType; kind: StreamKind; client_id: string | null; items: number }>`
    select s.type, (select count(*)::int from items i where i.stream_id = s.id and i.deleted_at is null) as items,
      s.kind, s.client_id
    from streams s
    where s.agency_id = ${key.agencyId} and s.id = ${key.id} and s.deleted_at is null
    for share`.execute(tx);
  return rows[0];
}

/** The connected accounts of the agency with these ids, with their clients. */
export async function listAccountsToSchedule(
  tx: Tx,
  key: { agencyId: string; ids: readonly string[] },
): Promise<{ id: string; user_id: string; network: NetworkId }[]> {
  const { rows } = await sql<{ id: string; user_id: string; network: NetworkId }>`
    select id, user_id, network from social_accounts
    where agency_id = ${key.agencyId} and id = any(${[...key.ids]}::bigint[]) and deleted_at is null
    order by id
    for share`.execute(tx);
  return rows;
}

type LockedSchedule = {
  frequency: Frequency;
  round: number;
  state: 'active' | 'finished' | 'stopped';
  origin_local: string;
  timezone: string;
  repurpose: boolean;
  stream_id: string;
  kind: StreamKind;
};

/** An existing schedule's plan, with its row locked until the end of the transaction, or undefined. */
export async function lockSchedule(tx: Tx, key: { agencyId: string; id: string }): Promise<LockedSchedule | undefined> {
  const { rows } = await sql<LockedSchedule>`
    select frequency, round, state, origin_local, timezone, repurpose, stream_id,
      (select t.kind from streams t where t.id = stream_id) as kind
    from schedules
    where agency_id = ${key.agencyId} and id = ${key.id} and deleted_at is null
    for update`.execute(tx);
  return rows[0];
}

/** Changes whether a schedule begins again after its last item. */
export async function updateRepurpose(
  tx: Tx,
  key: { agencyId: string; id: string; repurpose: boolean },
): Promise<void> {
  await sql`update schedules set repurpose = ${key.repurpose} where agency_id = ${key.agencyId}
    and id = ${key.id}`.execute(tx);
}

/** Whether the stream of a single post has more than one schedule, or one that repeats. */
export async function isUsedAsStream(tx: Tx, key: { agencyId: string; streamId: string }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select count(*) > 1 or bool_or(repurpose) as is from schedules
    where agency_id = ${key.agencyId} and stream_id = ${key.streamId} and deleted_at is null`.execute(tx);
  return rows[0]?.is ?? false;
}

/** Ends a schedule and takes it out of every list; answers whether it existed. */
export async function deleteScheduleRow(tx: Tx, key: { agencyId: string; id: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    update schedules set state = 'deleted', deleted_at = ${key.now}
    where agency_id = ${key.agencyId} and id = ${key.id} and deleted_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}
