/** The queries of the lists of approvals. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countOf, likePattern } from '../../base/lists/paging.ts';
import type { ApprovalState } from '#rules/approvals.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { OwnWords } from '#rules/own-words.ts';
import { keptBack, stoppable } from '../../publishing/index.ts';

/** A post that needs approval, with the data of its preview. */
export type PostRow = {
  id: string;
  schedule_id: string;
  stream_id: string;
  item_id: string;
  client_id: string;
  client: string;
  state: ApprovalState;
  is_kept_back: boolean;
  title: string;
  title_from_file: boolean;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  alt_text: string;
  type: StreamType;
  file_name: string | null;
  content_type: string | null;
  thumbnail_name: string | null;
  width: number | null;
  height: number | null;
  due_at: Date;
  local_at: string;
  timezone: string;
  asked_at: Date;
  decided_at: Date | null;
  decided_by: string;
  by_agency_password: boolean;
  fingerprint: string;
  decision: number;
};

const tables = sql`
  from approvals a
  join occurrences o on o.id = a.occurrence_id
  join schedules s on s.id = o.schedule_id`;

const postRows = sql`
  select o.id, o.schedule_id, i.stream_id, i.id as item_id, a.client_id, c.name as client, a.state,
    ${keptBack} as is_kept_back, i.title, i.title_from_file, i.description, i.description_format, i.own_words,
    i.alt_text, st.type,
    f.name as file_name, f.content_type, case when f.thumbnail_state = 'ready'
      then f.thumbnail_name end as thumbnail_name, f.width, f.height,
    o.due_at, o.local_at, s.timezone, a.asked_at, a.decided_at, coalesce(by.name, '') as decided_by,
      a.by_agency_password, content_fingerprint(i) as fingerprint, a.decision
  ${tables}
  join items i on i.id = o.item_id
  join streams st on st.id = i.stream_id
  join users c on c.id = a.client_id
  left join files f on f.id = i.file_id
  left join users by on by.id = a.decided_by`;

/**
 * The client and the schedule of the approvals; null for all. `search` matches the title or the words of the post, or
 * the client's name; '' matches all.
 */
export type ApprovalFilter = {
  agencyId: string;
  clientId: string | null;
  scheduleId: string | null;
  search: string;
};

const filtered = ({ agencyId, clientId, scheduleId, search }: ApprovalFilter) => sql`
  a.agency_id = ${agencyId} and s.deleted_at is null
  and (${clientId}::bigint is null or a.client_id = ${clientId}) and (${scheduleId}::bigint is null
    or s.id = ${scheduleId})
  ${search === '' ? sql`` : sql`and ${matches(likePattern(search))}`}`;

const matches = (pattern: string) => sql`(
  exists (select from items i where i.id = o.item_id and (i.title ilike ${pattern} or i.description ilike ${pattern}))
  or exists (select from users c where c.id = a.client_id and c.name ilike ${pattern}))`;

const inList = (state: ApprovalState) =>
  state === 'approved'
    ? sql`a.state = 'approved' and o.state = 'scheduled' and ${stoppable}`
    : sql`a.state = ${sql.lit(state)} and ${keptBack}`;

/** Up to `limit` posts of a list in the order of their times, after a cursor. */
export async function listPosts(
  tx: Tx,
  {
    state,
    after,
    limit,
    ...filter
  }: ApprovalFilter & { state: ApprovalState; after: { at: Date; id: string } | null; limit: number },
): Promise<PostRow[]> {
  const later = after === null ? sql`` : sql`and (o.due_at, o.id) > (${after.at}, ${after.id}::bigint)`;
  const { rows } = await sql<PostRow>`
    ${postRows}
    where ${filtered(filter)} and ${inList(state)} ${later}
    order by o.due_at, o.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** One post of the agency that needs or needed approval, and of one client if that is passed. */
export async function findPost(
  tx: Tx,
  { agencyId, clientId, id }: { agencyId: string; clientId: string | null; id: string },
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    ${postRows}
    where ${filtered({ agencyId, clientId, scheduleId: null, search: '' })} and a.occurrence_id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * The length of each list, at most one more than the limit of counting. `held` counts the unapproved posts of both
 * lists whose time has passed.
 */
export async function countPosts(
  tx: Tx,
  { now, ...filter }: ApprovalFilter & { now: Date },
): Promise<{ waiting: number; sent_back: number; approved: number; held: number }> {
  const listed = (list: RawBuilder<unknown>) => sql`${tables} where ${filtered(filter)} and ${list}`;
  const { rows } = await sql<{ waiting: number; sent_back: number; approved: number; held: number }>`
    select ${countOf(listed(inList('waiting')))} as waiting,
      ${countOf(listed(inList('sent-back')))} as sent_back,
      ${countOf(listed(inList('approved')))} as approved,
      ${countOf(
        listed(sql`a.state <> 'approved' and o.state = 'scheduled' and o.due_at <= ${now} and ${keptBack}`),
      )} as held`.execute(tx);
  return rows[0] ?? { waiting: 0, sent_back: 0, approved: 0, held: 0 };
}

/** The waiting posts of a schedule, summed up in one row. */
export type WaitingSchedule = {
  id: string;
  title: string;
  client_id: string;
  client: string;
  waiting: number;
  first_at: Date;
  last_at: Date;
  timezone: string;
  fingerprint: string;
};

/**
 * Schedules with waiting posts, most urgent first. `fingerprint` covers all waiting posts in the order of their ids.
 */
export async function listWaitingSchedules(
  tx: Tx,
  { limit, ...filter }: ApprovalFilter & { limit: number },
): Promise<WaitingSchedule[]> {
  const { rows } = await sql<WaitingSchedule>`
    select s.id, st.title, c.id as client_id, c.name as client, count(*)::int as waiting, min(o.due_at) as first_at,
      max(o.due_at) as last_at, s.timezone,
      ${fingerprintOfAll} as fingerprint
    ${tables}
    join items i on i.id = o.item_id
    join streams st on st.id = s.stream_id
    join users c on c.id = a.client_id
    where ${filtered(filter)} and ${inList('waiting')} and st.kind = 'stream'
    group by s.id, st.id, c.id
    order by min(o.due_at), s.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

const fingerprintOfAll = sql`encode(sha256(convert_to(string_agg(
  o.id || ' ' || a.decision || ' ' || content_fingerprint(i), ','
  order by o.id), 'UTF8')), 'hex')`;

/** A comment, or a decision with a comment. */
export type CommentRow = {
  id: string;
  occurrence_id: string;
  name: string;
  is_client: boolean;
  at: Date;
  words: string;
};

/** The comments on posts, oldest first. */
export async function listComments(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select e.id, e.occurrence_id, coalesce(u.name, '') as name, coalesce(u.role = 'client', false) as is_client,
      e.at, e.words
    from approval_events e
    left join users u on u.id = e.user_id
    where e.agency_id = ${agencyId} and e.occurrence_id = any(${[...ids]}::bigint[])
      and e.words <> '' and e.kind <> 'approved'
    order by e.id`.execute(tx);
  return rows;
}

/** An account a post goes to. */
export type PostAccount = {
  occurrence_id: string;
  account_id: string;
  network: NetworkId;
  username: string;
  by_hand: boolean;
};

/** The accounts that posts go to, without the excluded ones. */
export async function listPostAccounts(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<PostAccount[]> {
  const { rows } = await sql<PostAccount>`
    select d.occurrence_id, a.id as account_id, a.network, a.username, a.by_hand
    from deliveries d
    join social_accounts a on a.id = d.account_id
    where d.agency_id = ${agencyId} and d.occurrence_id = any(${[...ids]}::bigint[]) and d.state <> 'cancelled'
    order by d.occurrence_id, d.account_id`.execute(tx);
  return rows;
}

/** The titles of posts, for an answer that names them. */
export async function listTitles(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<
  { id: string; title: string; description: string; description_format: 'text' | 'formatted'; timezone: string }[]
> {
  const { rows } = await sql<{
    id: string;
    title: string;
    description: string;
    description_format: 'text' | 'formatted';
    timezone: string;
  }>`
    select o.id, i.title, case when i.title = '' then left(i.description, 400) else '' end as description,
      i.description_format, s.timezone
    from occurrences o
    join items i on i.id = o.item_id
    join schedules s on s.id = o.schedule_id
    where o.agency_id = ${agencyId} and o.id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows;
}

/** The approval state of a scheduled item, with the last comment on it. */
export type ApprovalOfItem = {
  state: ApprovalState;
  comment: { name: string; is_client: boolean; at: string; text: string } | null;
};

/** The approvals of these items. Items that never needed one have none. */
export async function listApprovalsOf(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<Map<string, ApprovalOfItem>> {
  const { rows } = await sql<{ id: string; state: ApprovalState }>`
    select occurrence_id as id, state from approvals where agency_id = ${agencyId}
      and occurrence_id = any(${[...ids]}::bigint[])`.execute(tx);
  if (rows.length === 0) return new Map();
  const last = new Map(
    (await listComments(tx, { agencyId, ids: rows.map(({ id }) => id) })).map((row) => [row.occurrence_id, row]),
  );
  return new Map(
    rows.map(({ id, state }) => {
      const said = last.get(id);
      return [
        id,
        {
          state,
          comment:
            said === undefined
              ? null
              : { name: said.name, is_client: said.is_client, at: said.at.toISOString(), text: said.words },
        },
      ];
    }),
  );
}
