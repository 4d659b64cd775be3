/** The recipients and the contents of mails about approvals. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import { quietHours, reminderHours } from '#rules/approvals.ts';
import { keptBack } from '../../publishing/index.ts';

/** Minutes after a change before it is mailed, so that related changes go into one mail. */
export const settledMinutes = 5;

const settled = (now: Date) => sql`${now}::timestamptz - make_interval(mins => ${sql.lit(settledMinutes)})`;

const tables = sql`
  approvals a
  join occurrences o on o.id = a.occurrence_id
  join schedules s on s.id = o.schedule_id
  join users c on c.id = a.client_id`;

const isReminded = (now: Date, hours: number): RawBuilder<boolean> => sql<boolean>`(
  o.due_at - make_interval(hours => ${sql.lit(hours)}) <= ${now}
  and a.told_at < o.due_at - make_interval(hours => ${sql.lit(hours)}))`;

/**
 * Whether a client must be mailed: about new posts that have settled, or about times that come near. At most one mail
 * in `quietHours`.
 */
const forClient = (now: Date) => sql`
  a.state = 'waiting' and s.deleted_at is null and c.deleted_at is null and c.email <> ''
  and (a.told_at is null and a.asked_at <= ${settled(now)} or o.due_at > ${now} and (${sql.join(
    reminderHours.map((hours) => isReminded(now, hours)),
    sql` or `,
  )}))
  and ${keptBack}
  and not exists (select from approval_mails m where m.client_id = a.client_id
    and m.sent_at > ${now}::timestamptz - make_interval(hours => ${sql.lit(quietHours)}))`;

/**
 * The posts that an owner gets one mail about: sent back, or unapproved at their due time. A post with another due time
 * is mailed again.
 */
const forOwner = (now: Date) => sql`
  s.deleted_at is null and c.deleted_at is null
  and (a.state = 'sent-back' and a.owner_told_at is null and a.decided_at <= ${settled(now)}
    or a.state = 'waiting' and coalesce(a.owner_told_at, '-infinity') < o.due_at and o.state = 'scheduled'
      and o.due_at <= ${now})
  and ${keptBack}`;

/** Minutes between two mails to an agency that are only about comments. */
export const commentQuietMinutes = 30;

/** A client's comments without a decision, on existing schedules, that have not been mailed yet. */
const unheard = sql`
  approval_events e
  join occurrences o on o.id = e.occurrence_id
  join schedules s on s.id = o.schedule_id and s.deleted_at is null`;

/** Whether an agency's comments are due to be mailed: one has settled, and none was mailed recently. */
const commentsDue = (agency: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql<boolean>`
  exists (select from ${unheard} where e.agency_id = ${agency} and e.untold and e.at <= ${settled(now)})
  and not exists (select from approval_events t where t.agency_id =
    ${agency} and t.told_at > ${now}::timestamptz - make_interval(mins => ${sql.lit(commentQuietMinutes)}))`;

/** The agencies with people who are due a mail. */
export async function listAgenciesToTell(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.agency_id as id from ${tables} where a.state <> 'approved' and ((${forClient(now)}) or (${forOwner(now)}))
    union
    select g.agency_id as id from (select distinct agency_id from approval_events where untold) g
      where ${commentsDue(sql`g.agency_id`, now)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A client to mail, with its agency. `is_reminder`: only because the time of some posts comes near. */
export type ClientToTell = { id: string; name: string; email: string; agency: string; is_reminder: boolean };

/** The clients of an agency to mail. */
export async function listClientsToTell(
  tx: Tx,
  { agencyId, now }: { agencyId: string; now: Date },
): Promise<ClientToTell[]> {
  const { rows } = await sql<ClientToTell>`
    select c.id, c.name, c.email, g.name as agency, bool_and(a.told_at is not null) as is_reminder
    from ${tables}
    join agencies g on g.id = a.agency_id
    where a.agency_id = ${agencyId} and ${forClient(now)}
    group by c.id, g.id
    order by c.id`.execute(tx);
  return rows;
}

/** A post as a mail shows it. */
export type MailedPost = {
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  client: string;
  due_at: Date;
  timezone: string;
  state: 'waiting' | 'sent-back';
  comment: string;
};

/**
 * Records that a client is mailed now about all its waiting posts; answers these in the order of their times. Empty if
 * another worker was first.
 */
export async function takeForClient(
  tx: Tx,
  { agencyId, clientId, now }: { agencyId: string; clientId: string; now: Date },
): Promise<MailedPost[]> {
  const { rows: taken } = await sql`
    insert into approval_mails (client_id, agency_id, sent_at) values (${clientId}, ${agencyId}, ${now})
    on conflict (client_id) do update set sent_at = excluded.sent_at
    where approval_mails.sent_at <= excluded.sent_at - make_interval(hours => ${sql.lit(quietHours)})
    returning client_id`.execute(tx);
  if (taken.length === 0) return [];
  const { rows } = await sql<MailedPost>`
    with told as (
      update approvals w
      set told_at = ${now}
      where w.occurrence_id in (
        select o.id from ${tables}
        where a.agency_id = ${agencyId} and a.client_id = ${clientId} and a.state = 'waiting'
          and s.deleted_at is null and ${keptBack})
      returning w.occurrence_id
    )
    select ${posts} from told join occurrences o on o.id = told.occurrence_id ${postTables} order by o.due_at,
      o.id`.execute(tx);
  return rows;
}

const posts = sql`i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
  i.description_format, c.name as client, o.due_at, s.timezone, a.state,
  coalesce((select e.words from approval_events e where e.occurrence_id = o.id and e.kind = 'sent-back'
    order by e.id desc limit 1), '') as comment`;
const postTables = sql`
  join approvals a on a.occurrence_id = o.id
  join schedules s on s.id = o.schedule_id
  join items i on i.id = o.item_id
  join users c on c.id = a.client_id`;

/**
 * Records that the owner is mailed now about posts that were sent back or held; answers them in the order of their
 * times.
 */
export async function takeForOwner(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<MailedPost[]> {
  const { rows } = await sql<MailedPost>`
    with told as (
      update approvals w set owner_told_at = ${now}
      where w.occurrence_id in (select o.id from ${tables} where a.agency_id = ${agencyId} and ${forOwner(now)})
      returning w.occurrence_id
    )
    select ${posts}
    from told
    join occurrences o on o.id = told.occurrence_id ${postTables}
    order by o.due_at, o.id`.execute(tx);
  return rows;
}

/**
 * A client's comment in a mail, with its second recipient: the person who planned the schedule, null if that is the
 * owner or has left.
 */
export type MailedComment = Pick<
  MailedPost,
  'title' | 'description' | 'description_format' | 'client' | 'due_at' | 'timezone'
> & {
  state: 'waiting' | 'approved' | 'sent-back';
  words: string;
  schedule_id: string;
  planner_name: string | null;
  planner_email: string | null;
};

/**
 * Records that the agency is mailed now about its clients' comments; answers them, oldest first. Empty if none are due.
 * With `alongside`, a mail is sent anyway, so all comments go with it.
 */
export async function takeComments(
  tx: Tx,
  { agencyId, alongside, now }: { agencyId: string; alongside: boolean; now: Date },
): Promise<MailedComment[]> {
  const { rows } = await sql<MailedComment>`
    with told as (
      update approval_events w set untold = false, told_at = ${now}
      where w.agency_id = ${agencyId} and w.untold and w.id in (select e.id from ${unheard}
        where e.agency_id = ${agencyId} and e.untold)
        and (${alongside} or ${commentsDue(sql`${agencyId}`, now)})
      returning w.id, w.occurrence_id, w.words
    )
    select i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
      i.description_format, c.name as client, o.due_at, s.timezone,
      a.state, left(told.words, 400) as words, s.id as schedule_id, planner.name as planner_name,
        planner.email as planner_email
    from told
    join occurrences o on o.id = told.occurrence_id
    ${postTables}
    left join users planner on planner.id = s.created_by and planner.role = 'member' and planner.deleted_at is null
    order by told.id`.execute(tx);
  return rows;
}
