/** The queries of a client's view of its plan. Read-only. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countFound } from '../../base/lists/paging.ts';
import type { ApprovalState } from '#rules/approvals.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';

type PostRow = {
  id: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  type: StreamType;
  thumbnail_name: string | null;
  due_at: Date;
  local_at: string;
  timezone: string;
};

/** A planned post. */
export type PlannedRow = PostRow & {
  accounts: { type: NetworkId; username: string }[];
  approval: ApprovalState | null;
  is_paused: boolean;
};

/** A published post; figures are sums over its networks, null if none reports one. */
export type PublishedRow = PostRow & {
  posts: { type: NetworkId; username: string; url: string | null }[];
  published_at: Date;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
};

/** A cursor of a list by time: after the item `id` of that time. */
export type TimeCursor = { at: Date; id: string };

type Key = { agencyId: string; clientId: string };

const mostCharacters = 600;
const shown = sql`o.id, i.title, left(i.description, ${sql.lit(mostCharacters)}) as description,
  i.description_format, st.type,
  case when f.thumbnail_state = 'ready' then f.thumbnail_name end as thumbnail_name, o.due_at, o.local_at, s.timezone`;
const withItem = sql`
  join items i on i.id = o.item_id
  join streams st on st.id = i.stream_id
  left join files f on f.id = i.file_id`;

/**
 * The posts `o` of a client that match the condition `are`, with their schedules `s`. Looked up schedule by schedule
 * (`offset 0`): for a page in the order of time PostgreSQL would walk through the posts of all clients.
 */
const postsOf = ({ agencyId, clientId }: Key, are: RawBuilder<unknown>) => sql`
  from schedules s
  cross join lateral (select o.* from occurrences o where o.schedule_id = s.id and ${are} offset 0) o
  where s.agency_id = ${agencyId} and s.user_client_id = ${clientId}`;

const planned = ({ from, until, ...key }: Key & { from: Date; until: Date }) =>
  postsOf(key, sql`o.state = 'scheduled' and o.due_at >= ${from} and o.due_at < ${until}`);

/** Up to `limit` of a client's posts that fall due between two instants, in the order of time. */
export async function listPlanned(
  tx: Tx,
  { after, limit, ...key }: Key & { from: Date; until: Date; after: TimeCursor | null; limit: number },
): Promise<PlannedRow[]> {
  const later = after === null ? sql`` : sql`and (o.due_at, o.id) > (${after.at}, ${after.id}::bigint)`;
  const { rows } = await sql<PlannedRow>`
    with chosen as materialized (
      select o.*, s.timezone ${planned(key)} ${later}
      order by o.due_at, o.id
      limit ${sql.lit(limit)}
    )
    select ${shown}, a.state as approval, coalesce(going.accounts, '[]') as accounts,
      (select g.paused_at from agencies g where g.id = o.agency_id) is not null or c.paused_at is not null
        or coalesce(going.all_paused, false) as is_paused
    from chosen o
    join schedules s on s.id = o.schedule_id
    join users c on c.id = s.user_client_id
    ${withItem}
    left join approvals a on a.occurrence_id = o.id
    cross join lateral (
      select json_agg(json_build_object('type', sa.network, 'username', sa.username) order by d.account_id) as accounts,
        bool_and(d.paused or sa.paused_at is not null) as all_paused
      from deliveries d
      join social_accounts sa on sa.id = d.account_id
      where d.occurrence_id = o.id and d.state <> 'cancelled'
    ) going
    order by o.due_at, o.id`.execute(tx);
  return rows;
}

/** The number of a client's posts between two instants, at most one more than the limit of counting. */
export const countPlanned = (tx: Tx, key: Key & { from: Date; until: Date }): Promise<number> =>
  countFound(tx, planned(key));

const published = (key: Key) =>
  postsOf(
    key,
    sql`(o.state = 'posted' or o.state = 'scheduled' and exists (select from deliveries d
      where d.occurrence_id = o.id and d.state = 'published'))`,
  );

/** Up to `limit` of a client's published posts by planned time, newest first, also those of deleted schedules. */
export async function listPublished(
  tx: Tx,
  { after, limit, ...key }: Key & { after: TimeCursor | null; limit: number },
): Promise<PublishedRow[]> {
  const earlier = after === null ? sql`` : sql`and (o.due_at, o.id) < (${after.at}, ${after.id}::bigint)`;
  const { rows } = await sql<PublishedRow>`
    with chosen as materialized (
      select o.*, s.timezone ${published(key)} ${earlier}
      order by o.due_at desc, o.id desc
      limit ${sql.lit(limit)}
    )
    select ${shown}, out.*
    from chosen o
    join schedules s on s.id = o.schedule_id
    ${withItem}
    cross join lateral (
      select coalesce(json_agg(json_build_object('type', sa.network, 'username', sa.username, 'url', d.post_url)
        order by d.account_id), '[]') as posts,
        coalesce(max(d.published_at), o.due_at) as published_at,
        sum(e.likes) as likes, sum(e.comments) as comments, sum(e.shares) as shares, sum(e.views) as views
      from deliveries d
      join social_accounts sa on sa.id = d.account_id
      left join engagements e on e.delivery_id = d.id and e.read_at is not null
      where d.occurrence_id = o.id and d.state = 'published'
    ) out
    order by o.due_at desc, o.id desc`.execute(tx);
  return rows;
}

/** The number of a client's published posts, at most one more than the limit of counting. */
export const countPublished = (tx: Tx, key: Key): Promise<number> => countFound(tx, published(key));

/** The owner of an agency, for the permission table; undefined if deleted. */
export const findOwner = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('users')
    .select(['membership', 'is_reseller', 'is_white_label'])
    .where('agency_id', '=', agencyId)
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
