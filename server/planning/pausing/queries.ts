/** The queries of pauses and piled-up posts. The publishing engine itself writes the flags, because they stop it. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import type { PauseTarget } from '../../publishing/index.ts';

type Since = { paused_at: Date; paused_by: string };
/** Everything is paused. `processing_stopped`: since then networks are not read either. */
export type AgencyPause = Since & { processing_stopped: boolean };
/** A paused client. */
export type PausedClient = Since & { id: string; name: string };
/** A paused account, with the client or owner it belongs to. */
export type PausedAccount = Since & {
  id: string;
  client_id: string;
  client: string;
  network: NetworkId;
  username: string;
};

/** Since when everything of the agency is paused, and by whom; undefined if it is not paused. */
export async function findAgencyPause(tx: Tx, agencyId: string): Promise<AgencyPause | undefined> {
  const { rows } = await sql<AgencyPause>`
    select coalesce(g.processing_stopped_at, g.paused_at) as paused_at, coalesce(by.name, '') as paused_by,
      g.processing_stopped_at is not null as processing_stopped
    from agencies g
    left join users by on by.id = coalesce(g.processing_stopped_by, g.paused_by)
    where g.id = ${agencyId} and g.paused_at is not null`.execute(tx);
  return rows[0];
}

/** The agency's paused clients, latest first. */
export async function listPausedClients(tx: Tx, agencyId: string): Promise<PausedClient[]> {
  const { rows } = await sql<PausedClient>`
    select c.id, c.name, c.paused_at, coalesce(by.name, '') as paused_by
    from users c
    left join users by on by.id = c.paused_by
    where c.agency_id = ${agencyId} and c.paused_at is not null and c.deleted_at is null
    order by c.paused_at desc, c.id`.execute(tx);
  return rows;
}

/** The agency's paused accounts, latest first. */
export async function listPausedAccounts(tx: Tx, agencyId: string): Promise<PausedAccount[]> {
  const { rows } = await sql<PausedAccount>`
    select a.id, c.id as client_id, c.name as client, a.network, a.username, a.paused_at, coalesce(by.name,
      '') as paused_by
    from social_accounts a
    join users c on c.id = a.user_id
    left join users by on by.id = a.paused_by
    where a.agency_id = ${agencyId} and a.paused_at is not null and a.deleted_at is null
    order by a.paused_at desc, a.id`.execute(tx);
  return rows;
}

/** A paused schedule, by its stream's title, with its client. */
export type PausedSchedule = Since & { id: string; title: string; client_id: string; client: string };

/** The agency's paused schedules, latest first. */
export async function listPausedSchedules(tx: Tx, agencyId: string): Promise<PausedSchedule[]> {
  const { rows } = await sql<PausedSchedule>`
    select s.id, t.title, c.id as client_id, c.name as client, s.paused_at, coalesce(by.name, '') as paused_by
    from schedules s
    join streams t on t.id = s.stream_id
    join users c on c.id = s.user_client_id
    left join users by on by.id = s.paused_by
    where s.agency_id = ${agencyId} and s.paused_at is not null and s.deleted_at is null
    order by s.paused_at desc, s.id`.execute(tx);
  return rows;
}

/** How many posts of a schedule to an account wait for a pause to end. */
export type Held = { account_id: string; client_id: string; schedule_id: string; held: number };

/** How many posts wait for a pause to end, by account and schedule. Reads only the index of held posts. */
export async function countHeld(tx: Tx, agencyId: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select a.id as account_id, a.user_id as client_id, counted.schedule_id, counted.held
    from social_accounts a
    cross join lateral (
      select d.schedule_id, count(*)::int as held from deliveries d
      where d.account_id = a.id and d.state = 'scheduled' and d.next_at = 'infinity' and not d.unapproved
      group by d.schedule_id
    ) counted
    where a.agency_id = ${agencyId} and a.deleted_at is null`.execute(tx);
  return rows;
}

/**
 * An existing target of the agency, and since when it is paused; `is_over` for an ended schedule. Undefined for a
 * target of another agency or a deleted one.
 */
export async function findPauseTarget(
  tx: Tx,
  { agencyId, scope, id }: PauseTarget,
): Promise<{ paused_at: Date | null; is_over?: boolean } | undefined> {
  switch (scope) {
    case 'everything':
      return tx.selectFrom('agencies').select('paused_at').where('id', '=', agencyId).executeTakeFirst();
    case 'client':
      return tx
        .selectFrom('users')
        .select('paused_at')
        .where('agency_id', '=', agencyId)
        .where('id', '=', id)
        .where('role', '=', 'client')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    case 'account':
      return tx
        .selectFrom('social_accounts')
        .select('paused_at')
        .where('agency_id', '=', agencyId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    case 'schedule':
      return tx
        .selectFrom('schedules')
        .select(['paused_at', sql<boolean>`state <> 'active'`.as('is_over')])
        .where('agency_id', '=', agencyId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    default:
      return scope satisfies never;
  }
}

/** The data of a post in a preview besides its times. */
export type PostWords = {
  id: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  timezone: string;
};

/** The texts of some deliveries, unordered, cut to a maximum length. */
export async function listWords(
  tx: Tx,
  { agencyId, deliveryIds }: { agencyId: string; deliveryIds: readonly string[] },
): Promise<PostWords[]> {
  const { rows } = await sql<PostWords>`
    select d.id, i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
      i.description_format, s.timezone
    from deliveries d
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    join schedules s on s.id = d.schedule_id
    where d.agency_id = ${agencyId} and d.id = any(${[...deliveryIds]}::bigint[])`.execute(tx);
  return rows;
}
