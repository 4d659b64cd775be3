/** The queries of schedules for the list and the detail page. */

import { sql, type RawBuilder } from 'kysely';
import type { ScheduleSort } from '#contract/base/list-options.ts';
import { textOfStatement } from '#db/compiled.ts';
import type { Tx } from '#db/database.ts';
import type { Statement } from '#db/one-trip.ts';
import type { StreamKind } from '#contract/base/list-options.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { Frequency } from '#rules/planning.ts';
import { countOf, likePattern } from '../../base/lists/paging.ts';
import { isUndecided } from '../../publishing/index.ts';
import { narrowing, type ScheduleFilter } from './list-filter.ts';
import { idsOfPage, scheduleOrder } from './list-orders.ts';
import { isUncertain } from './uncertain.ts';

/** A schedule with its client, its stream, its accounts' networks and the progress of its round. */
export type ScheduleListRow = {
  id: string;
  client_id: string;
  client_name: string;
  client_image: string | null;
  stream_id: string;
  stream_title: string;
  stream_description: string;
  stream_type: StreamType;
  stream_kind: StreamKind;
  networks: NetworkId[];
  timezone: string;
  origin_local: string;
  frequency: Frequency;
  repurpose: boolean;
  state: 'active' | 'finished' | 'stopped' | 'deleted';
  paused_at: Date | null;
  agency_paused_at: Date | null;
  client_paused_at: Date | null;
  /** The first of its accounts' pauses if all of them are paused. */
  accounts_paused_at: Date | null;
  paused_accounts: number;
  lost_accounts: number;
  round: number;
  item_count: number;
  posted_count: number;
  failed_count: number;
  uncertain_count: number;
  partly_count: number;
  by_hand_count: number;
  approval_count: number;
  approval_first_at: Date | null;
  next_at: Date | null;
  next_local: string | null;
  last_local: string | null;
  /** The first items of the round, if requested. `description` is cut; it replaces a missing title. */
  entries?: readonly { id: string; title: string; description: string; description_format: 'text' | 'formatted' }[];
};

/** A schedule in a page, with the number of schedules on all pages and its position in the page. */
export type ScheduleOfPage = ScheduleListRow & { total: number; cursor: string[] };

/** The number of items in a schedule's `streams`. */
const mostEntries = 200;

const withEntries = sql`
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', entry.id::text, 'title', entry.title, 'description', entry.description, 'description_format',
        entry.description_format) order by entry.position), '[]') as entries
    from (
      select o.id, o.position, i.title, case when i.title = '' then left(i.description, 400)
        else '' end as description, i.description_format
      from occurrences o
      join items i on i.id = o.item_id
      where o.schedule_id = s.id and o.round = s.round and o.state <> 'cancelled'
      order by o.position
      limit ${sql.lit(mostEntries)}
    ) entry
  ) listed`;

// NOTE the limit is part of the text: with a parameter PostgreSQL expects a tenth of the table, and plans again every
// time. The page is cut first: only its rows are joined and counted (`offset 0` keeps PostgreSQL from reading all
// streams or all users to join a page of them, which cost 0.2 and 0.15 of 1.3 ms at 2,500 schedules). Counting reads
// only the index of the round, so that neither more schedules nor earlier rounds make it slower; deliveries are looked
// at only where an account is posted to by hand, or where anything of the agency waits for approval. The page's ids
// come only from the agency's index: for whole rows PostgreSQL has walked back through the schedules of all agencies
// until it had enough of one.
const withProgress = ({ more = sql``, brief }: { more?: RawBuilder<unknown>; brief: boolean }) => sql`
  select s.id, s.timezone, s.origin_local, s.frequency, s.repurpose, s.state, s.round, s.paused_at,
    c.id as client_id, c.name as client_name, coalesce(f.thumbnail_name, f.name) as client_image,
    st.id as stream_id, st.title as stream_title, st.description as stream_description, st.type as stream_type,
    st.kind as stream_kind,
    coalesce(joined.networks, '{}') as networks, joined.accounts_paused_at, joined.paused_accounts,
      joined.lost_accounts, c.paused_at as client_paused_at,
    (select g.paused_at from agencies g where g.id = (select agency_id from chosen limit 1)) as agency_paused_at,
    case when joined.by_hand then (
      select count(distinct d.occurrence_id)::int
      from deliveries d
      where d.schedule_id = s.id and d.state = 'waiting' and d.next_at = 'infinity'
    ) else 0 end as by_hand_count,
    case when s.state <> 'active' then (
      select count(distinct o.id)::int
      from occurrences o
      join deliveries d on d.schedule_id = s.id and d.occurrence_id = o.id
      where o.schedule_id = s.id and o.round = s.round and o.state = 'posted' and ${sql.raw(isUndecided)}
        and d.skipped_at is null
    ) else 0 end as partly_count,
    kept_back.*,
    progress.*${more}${brief ? sql`` : sql`, listed.entries`}
  from chosen s
  cross join lateral (select u.id, u.name, u.paused_at, u.image_file_id from users u
    where u.id = s.user_client_id offset 0) c
  left join files f on f.id = c.image_file_id
  cross join lateral (select t.id, t.title, t.description, t.type, t.kind from streams t
    where t.id = s.stream_id offset 0) st
  cross join lateral (
    select array_agg(a.network order by a.id) as networks, bool_or(a.by_hand) as by_hand,
      count(*) filter (where a.paused_at is not null and a.deleted_at is null)::int as paused_accounts,
      count(*) filter (where a.status <> 'connected' and a.deleted_at is null)::int as lost_accounts,
      case when bool_and(a.paused_at is not null) filter (where a.deleted_at is null)
        then min(a.paused_at) filter (where a.deleted_at is null) end as accounts_paused_at
    from schedule_accounts sa
    join social_accounts a on a.id = sa.account_id
    where sa.schedule_id = s.id
  ) joined
  cross join lateral (
    select count(*) filter (where o.state <> 'cancelled')::int as item_count,
      count(*) filter (where o.state = 'posted')::int as posted_count,
      count(*) filter (where o.state = 'failed' and not ${isUncertain})::int as failed_count,
      count(*) filter (where o.state = 'failed' and ${isUncertain})::int as uncertain_count,
      min(o.due_at) filter (where o.state = 'scheduled') as next_at,
      min(o.local_at collate "C") filter (where o.state = 'scheduled') as next_local,
      max(o.local_at collate "C") as last_local
    from occurrences o
    where o.schedule_id = s.id and o.round = s.round
  ) progress
  cross join lateral (
    select count(distinct d.occurrence_id)::int as approval_count, min(d.due_at) as approval_first_at
    from deliveries d
    where (select exists (select from approvals a where a.agency_id = (select visible_agency())
      and a.state <> 'approved'))
      and d.schedule_id = s.id and d.unapproved and d.state = 'scheduled'
  ) kept_back
  ${brief ? sql`` : withEntries}`;

/**
 * The order in which schedules are counted. NOTE it makes PostgreSQL use the agency's index: without it, next to an
 * agency of a million, the whole table was read for an agency of 1,000 (0.4 to 0.9 s), which never has 1,001 of them.
 * Schedules that wait for approval are found by their approvals.
 */
const byAgency = (status: ScheduleFilter['status']) => (status === 'approval' ? sql`` : sql`order by s.id desc`);

/** A page's statement. A later page begins after a cursor, whose texts are the last values, from `$n` on. */
function pageText({ isLater, brief, sort, ...kinds }: Kinds): string {
  const { found, values } = narrowing(kinds);
  const order = scheduleOrder(sort);
  const keys = [...order.keys, order.id].map((_key, index) => sql.raw(`$${values + index + 1}`));
  return textOfStatement(sql`
    with chosen as materialized (
      select s.*, page.cursor, page.at, ${countOf(sql`
        from schedules s where s.agency_id = (select visible_agency()) and s.deleted_at is null ${found}
        ${byAgency(kinds.status)}`)} as total
      from (${idsOfPage(sort, { found, after: isLater ? keys : null })}) page
      cross join lateral (select s.* from schedules s where s.id = page.id offset 0) s
    )
    ${withProgress({ more: sql`, s.total, s.cursor`, brief })}
    order by s.at`);
}

type Kinds = Parameters<typeof narrowing>[0] & { isLater: boolean; brief: boolean; sort: ScheduleSort };

/** The statements made so far, one for each combination of filters, regardless of the values. */
const pageTexts = new Map<string, string>();

/**
 * A page of the agency's visible schedules in an order, after a cursor, filtered by the stream's title and more;
 * `total` counts all pages.
 */
export function schedulePage({
  sort,
  after,
  brief,
  ...filter
}: ScheduleFilter & { sort: ScheduleSort; after: readonly string[] | null; brief: boolean }): Statement {
  const { search, clientId, network, status, kind } = filter;
  const kinds = {
    isSearch: search !== '',
    ofClient: clientId !== null,
    ofNetwork: network !== null,
    status,
    kind,
    isLater: after !== null,
    brief,
    sort,
  };
  const key = JSON.stringify(kinds);
  const text = pageTexts.get(key) ?? pageText(kinds);
  pageTexts.set(key, text);
  return {
    text,
    values: [search === '' ? null : likePattern(search), clientId, network, ...(after ?? [])].filter(
      (value) => value !== null,
    ),
  };
}

/** One schedule of the agency, or undefined; also a deleted one, for its published posts. */
export async function findSchedule(
  tx: Tx,
  key: { agencyId: string; id: string; brief: boolean },
): Promise<ScheduleListRow | undefined> {
  const { rows } = await sql<ScheduleListRow>`
    with chosen as materialized (
      select s.* from schedules s where s.agency_id = ${key.agencyId} and s.id = ${key.id}
    )
    ${withProgress(key)}`.execute(tx);
  return rows[0];
}
