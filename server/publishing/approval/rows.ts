/**
 * Approvals and comments, as rows. Publishing writes them, because a round that needs approval begins with its
 * approvals.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ApprovalState } from '#rules/approvals.ts';
import { isNotFinal, isUnsent } from '../fragments.ts';

/** One approval with the current content; the item's row is locked against changes. */
export type LockedApproval = {
  id: string;
  schedule_id: string;
  client_id: string;
  state: ApprovalState;
  fingerprint: string;
  /** Counts its decisions. */
  decision: number;
  is_open: boolean;
};

/** Whether the approval holds a post that is not out yet or may be published again. */
export const keptBack = sql`exists (
  select from deliveries d
  where d.occurrence_id = o.id and d.unapproved
    and (d.state in ('scheduled', 'sending', 'uncertain') or d.state in ('failed', 'missed') and o.round = s.round)
)`;
/** Whether it has planned deliveries that approval still releases. */
export const stoppable = sql`exists (select from deliveries d where d.occurrence_id = o.id and not d.unapproved
  and ${sql.raw(isUnsent)})`;

/** Those of these occurrences that have an approval, of the agency and, if given, of one client. */
export async function findApprovals(
  tx: Tx,
  { agencyId, clientId, ids }: { agencyId: string; clientId: string | null; ids: readonly string[] },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select a.occurrence_id as id
    from approvals a
    join occurrences o on o.id = a.occurrence_id
    join schedules s on s.id = o.schedule_id
    where a.agency_id = ${agencyId} and a.occurrence_id = any(${[...ids]}::bigint[]) and s.deleted_at is null
      and (${clientId}::bigint is null or a.client_id = ${clientId})`.execute(tx);
  return rows;
}

/** The waiting posts of a schedule, by id. */
export async function listWaitingOf(
  tx: Tx,
  { agencyId, clientId, scheduleId }: { agencyId: string; clientId: string | null; scheduleId: string },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select a.occurrence_id as id
    from approvals a
    join occurrences o on o.id = a.occurrence_id
    join schedules s on s.id = o.schedule_id
    where a.agency_id = ${agencyId} and a.state = 'waiting' and s.id = ${scheduleId} and s.deleted_at is null
      and (${clientId}::bigint is null or a.client_id = ${clientId}) and ${keptBack}
    order by a.occurrence_id`.execute(tx);
  return rows;
}

/**
 * Locks approvals with their items, whose content then cannot change until the transaction ends. Their schedules must
 * be locked already.
 */
export async function lockApprovals(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<LockedApproval[]> {
  await sql`
    select i.id from items i
    where i.agency_id = ${agencyId} and i.id in (select o.item_id from occurrences o
      where o.id = any(${[...ids]}::bigint[]))
    order by i.id
    for share of i`.execute(tx);
  const { rows } = await sql<LockedApproval>`
    select o.id, o.schedule_id, a.client_id, a.state, content_fingerprint(i) as fingerprint, a.decision, ${keptBack}
      or ${stoppable} as is_open
    from approvals a
    join occurrences o on o.id = a.occurrence_id
    join schedules s on s.id = o.schedule_id
    join items i on i.id = o.item_id
    where a.agency_id = ${agencyId} and a.occurrence_id = any(${[...ids]}::bigint[])
    order by o.id
    for no key update of a`.execute(tx);
  return rows;
}

/**
 * The person who decides, when, how the client informed them ('' if it did not), and whether in a session whose
 * password the agency set.
 */
export type Decider = { userId: string; now: Date; approvedHow: string; byAgencyPassword: boolean };

/** Records that occurrences are approved with their current content. */
export async function setApproved(
  tx: Tx,
  { agencyId, ids, userId, now, approvedHow, byAgencyPassword }: Decider & { agencyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    update approvals a
    set state = 'approved', decision = a.decision + 1, fingerprint = content_fingerprint(i),
      decided_at = ${now}, decided_by = ${userId},
      told_how = ${approvedHow},
      by_agency_password = ${byAgencyPassword}
    from occurrences o
    join items i on i.id = o.item_id
    where a.agency_id = ${agencyId} and a.occurrence_id = any(${[...ids]}::bigint[])
      and o.id = a.occurrence_id`.execute(tx);
}

/** Records that the client sent a post back. */
export async function setSentBack(
  tx: Tx,
  { agencyId, id, userId, now }: { agencyId: string; id: string; userId: string; now: Date },
): Promise<void> {
  await sql`
    update approvals set state = 'sent-back', decision = decision + 1, decided_at = ${now}, decided_by = ${userId},
      by_agency_password = false, told_how = '', owner_told_at = null
    where agency_id = ${agencyId} and occurrence_id = ${id}`.execute(tx);
}

/**
 * Makes occurrences wait for the client with their current content. `isTold`: no mail is needed, since the client
 * knows.
 */
export async function setWaiting(
  tx: Tx,
  { agencyId, ids, now, isNotified }: { agencyId: string; ids: readonly string[]; now: Date; isNotified: boolean },
): Promise<void> {
  await sql`
    update approvals a
    set state = 'waiting', decision = a.decision + 1, fingerprint = content_fingerprint(i),
      asked_at = ${now}, decided_at = null,
      decided_by = null, told_how = '', by_agency_password = false,
      told_at = ${isNotified ? now : null}, owner_told_at = null
    from occurrences o
    join items i on i.id = o.item_id
    where a.agency_id = ${agencyId} and a.occurrence_id = any(${[...ids]}::bigint[])
      and o.id = a.occurrence_id`.execute(tx);
}

/** The actions on an approval. */
export type ApprovalEvent = 'asked' | 'changed' | 'approved' | 'sent-back' | 'withdrawn' | 'comment';

/** Records actions and comments on occurrences. */
export async function insertEvents(
  tx: Tx,
  {
    agencyId,
    ids,
    userId,
    kind,
    words,
    now,
    byAgencyPassword = false,
  }: {
    agencyId: string;
    ids: readonly string[];
    userId: string;
    kind: ApprovalEvent;
    words: string;
    now: Date;
    byAgencyPassword?: boolean;
  },
): Promise<void> {
  await sql`
    insert into approval_events (agency_id, occurrence_id, at, user_id, kind, words, by_agency_password, untold)
    select ${agencyId}, given.id, ${now}, ${userId}, ${kind}, ${words}, ${byAgencyPassword},
      ${kind} = 'comment' and exists (select from users u where u.id = ${userId} and u.role = 'client')
    from unnest(${[...ids]}::bigint[]) as given (id)
    order by given.id`.execute(tx);
}

/** The content to check: an item's, or that of everything planned for a client. */
export type Outdated = { itemId: string } | { clientId: string };

/**
 * The occurrences of an item, or of a client, that are not all out and whose approval is about other content than the
 * current one.
 */
export async function listOutdated(
  tx: Tx,
  { agencyId, ...of }: { agencyId: string } & Outdated,
): Promise<{ id: string }[]> {
  const isMeant = 'itemId' in of ? sql`o.item_id = ${of.itemId}` : sql`s.user_client_id = ${of.clientId}`;
  const { rows } = await sql<{ id: string }>`
    select o.id
    from occurrences o
    join approvals a on a.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    join items i on i.id = o.item_id
    where o.agency_id = ${agencyId} and ${isMeant}
      and a.fingerprint <> content_fingerprint(i) and s.deleted_at is null
      and (s.needs_approval or a.state <> 'approved')
      and exists (select from deliveries d where d.occurrence_id = o.id and ${sql.raw(isNotFinal)})
    order by o.id`.execute(tx);
  return rows;
}

/** Records changed content of waiting posts, so that a person who is about to decide learns that it has changed. */
export async function setFingerprints(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    update approvals a set fingerprint = content_fingerprint(i)
    from occurrences o
    join items i on i.id = o.item_id
    where a.agency_id = ${agencyId} and a.occurrence_id = any(${[...ids]}::bigint[])
      and o.id = a.occurrence_id`.execute(tx);
}

/** The planned posts of a client that did not need approval, or need it now that their schedules do. */
export async function listUnasked(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id
    from schedules s
    join occurrences o on o.schedule_id = s.id
    where s.agency_id = ${agencyId} and s.user_client_id = ${clientId} and s.deleted_at is null
      and o.state = 'scheduled'
      and not exists (select from approvals a where a.occurrence_id = o.id) and ${stoppable}
    order by o.id`.execute(tx);
  return rows;
}

/** Begins approvals of occurrences, all of them waiting. */
export async function insertApprovals(
  tx: Tx,
  { agencyId, clientId, ids, now }: { agencyId: string; clientId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into approvals (occurrence_id, agency_id, client_id, fingerprint, asked_at)
    select o.id, o.agency_id, ${clientId}, content_fingerprint(i), ${now}
    from occurrences o
    join items i on i.id = o.item_id
    where o.agency_id = ${agencyId} and o.id = any(${[...ids]}::bigint[])`.execute(tx);
}

/** All posts that wait for a client's approval, in any schedule, by id. */
export async function listWaitingOfClient(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select a.occurrence_id as id
    from approvals a
    join occurrences o on o.id = a.occurrence_id
    join schedules s on s.id = o.schedule_id
    where a.agency_id = ${agencyId} and a.client_id = ${clientId} and a.state = 'waiting' and s.deleted_at is null
      and exists (select from deliveries d where d.occurrence_id = o.id and d.unapproved
        and ${sql.raw(isNotFinal)})
    order by a.occurrence_id`.execute(tx);
  return rows;
}

/**
 * The client of a schedule of the agency, null for the agency itself; undefined if there is no such schedule. A deleted
 * schedule has its client too.
 */
export const findScheduleClient = (
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<{ clientId: string | null } | undefined> =>
  tx
    .selectFrom('schedules')
    .select('user_client_id as clientId')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();
