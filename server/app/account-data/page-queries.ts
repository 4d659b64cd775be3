/** The queries of a download's pages, read page by page in the order of the ids. Read-only. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** A page of a list: a number of rows after an id ('0' for the beginning). */
export type Part = { agencyId: string; afterId: string; limit: number };

/** The facts of the agency on the first page, and its counts. */
export type Overview = {
  name: string;
  email: string;
  site: string;
  timezone: string;
  logo: string | null;
  clients: number;
  accounts: number;
  streams: number;
  items: number;
  schedules: number;
  posts: number;
  posted: number;
  team: number;
  actions: number;
  files: number;
  file_bytes: string;
};

/** The agency in figures; deleted rows that are kept on record count too. */
export async function readOverview(tx: Tx, agencyId: string): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select g.name, g.email, g.site, g.timezone, logo.name as logo,
      (select count(*)::int from users where agency_id = g.id and role = 'client') as clients,
      (select count(*)::int from social_accounts where agency_id = g.id) as accounts,
      (select count(*)::int from streams where agency_id = g.id) as streams,
      (select count(*)::int from items where agency_id = g.id) as items,
      (select count(*)::int from schedules where agency_id = g.id) as schedules,
      (select count(*)::int from deliveries where agency_id = g.id) as posts,
      (select count(*)::int from deliveries where agency_id = g.id and state = 'published') as posted,
      (select count(*)::int from users where agency_id = g.id and role <> 'client') as team,
      (select count(*)::int from audit_entries where agency_id = g.id) as actions,
      (select count(*)::int from files where agency_id = g.id) as files,
      (select coalesce(sum(size_bytes), 0)::text from files where agency_id = g.id) as file_bytes
    from agencies g
    left join files logo on logo.id = g.logo_file_id
    where g.id = ${agencyId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the agency of a download is not there');
  return row;
}

/** A person: a client with the agency's notes, a member, or the owner. `picture` is its path below the media folder. */
export type PersonPart = {
  id: string;
  role: 'owner' | 'client' | 'member';
  name: string;
  email: string;
  company: string;
  description: string;
  earning_cents: string;
  frequency: string;
  picture: string | null;
  created_at: Date;
  deleted_at: Date | null;
  accounts: { network: NetworkId; username: string; status: string; deleted: boolean; url: string | null }[];
};

/** Clients, or members and owners, with their connected accounts. */
export async function readPeople(
  tx: Tx,
  { agencyId, afterId, limit, clients }: Part & { clients: boolean },
): Promise<PersonPart[]> {
  const { rows } = await sql<PersonPart>`
    select u.id, u.role, u.name, u.email, u.company, u.description, u.earning_cents, u.frequency,
      case when f.thumbnail_state = 'ready' then 'thumbnails/' || f.thumbnail_name else f.name end as picture,
        u.created_at, u.deleted_at,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'network', a.network, 'username', a.username, 'status', a.status, 'deleted', a.deleted_at is not null,
          'url', coalesce(a.profile ->> 'url', a.profile ->> 'link', a.profile ->> 'channelUrl')) order by a.id)
        from social_accounts a where a.user_id = u.id), '[]') as accounts
    from users u
    left join files f on f.id = u.image_file_id
    where u.agency_id = ${agencyId} and (u.role = 'client') = ${clients} and u.id > ${afterId}
    order by u.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** An item of a stream, with its stream. */
export type ItemPart = {
  id: string;
  stream_id: string;
  stream: string;
  type: string;
  tags: string;
  stream_words: string;
  stream_deleted: boolean;
  title: string;
  description: string;
  format: 'text' | 'formatted';
  deleted: boolean;
  /** A copy of an item as it was before an edit, for posts that keep its words. */
  kept: boolean;
  file: string | null;
  thumbnail: string | null;
  content_type: string | null;
};

/** Items stream by stream, after an item of a stream. An empty stream is one row with the id '0'. */
export async function readItems(
  tx: Tx,
  { agencyId, after, limit }: { agencyId: string; after: { stream_id: string; id: string }; limit: number },
): Promise<ItemPart[]> {
  const { rows } = await sql<ItemPart>`
    select coalesce(i.id, 0)::text as id, s.id as stream_id, s.title as stream, s.type, s.tags,
      s.description as stream_words, s.deleted_at is not null as stream_deleted,
      coalesce(i.title, '') as title, coalesce(i.description, '') as description, coalesce(i.description_format,
        'text') as format,
      i.deleted_at is not null as deleted, i.kept_of is not null as kept, f.name as file, case
        when f.thumbnail_state = 'ready' then f.thumbnail_name end as thumbnail, f.content_type
    from streams s
    left join items i on i.stream_id = s.id
    left join files f on f.id = i.file_id
    where s.agency_id = ${agencyId} and (s.id, coalesce(i.id, 0)) > (${after.stream_id}::bigint, ${after.id}::bigint)
    order by s.id, coalesce(i.id, 0)
    limit ${limit}`.execute(tx);
  return rows;
}

/** A schedule with the names of its client and stream, and the outcome of its posts. */
export type SchedulePart = {
  id: string;
  client: string;
  stream: string;
  origin: string;
  timezone: string;
  frequency: string;
  repurpose: boolean;
  state: string;
  accounts: string[];
  posts: number;
  posted: number;
};

/** Schedules, also deleted ones. */
export async function readSchedules(tx: Tx, { agencyId, afterId, limit }: Part): Promise<SchedulePart[]> {
  const { rows } = await sql<SchedulePart>`
    select s.id, u.name as client, st.title as stream, s.origin_local as origin, s.timezone, s.frequency,
      s.repurpose, s.state,
      array(select a.username from schedule_accounts sa join social_accounts a on a.id = sa.account_id
        where sa.schedule_id = s.id order by a.id) as accounts,
      (select count(*)::int from deliveries d where d.schedule_id = s.id) as posts,
      (select count(*)::int from deliveries d where d.schedule_id = s.id and d.state = 'published') as posted
    from schedules s
    join users u on u.id = s.user_client_id
    join streams st on st.id = s.stream_id
    where s.agency_id = ${agencyId} and s.id > ${afterId}
    order by s.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** A post: its content, client, account, time, outcome, and latest figures. */
export type PostPart = {
  id: string;
  client: string;
  network: NetworkId;
  username: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  due_at: Date;
  timezone: string;
  state: string;
  message: string;
  post_url: string | null;
  published_at: Date | null;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
  read_at: Date | null;
};

/** Posts in planned order. */
export async function readPosts(tx: Tx, { agencyId, afterId, limit }: Part): Promise<PostPart[]> {
  const { rows } = await sql<PostPart>`
    select d.id, u.name as client, a.network, a.username, i.title, case when i.title = '' then left(i.description,
      400) else '' end as description,
      i.description_format, d.due_at, s.timezone, d.state, d.message, d.post_url, d.published_at,
      e.likes, e.comments, e.shares, e.views, e.read_at
    from deliveries d
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    join schedules s on s.id = d.schedule_id
    join users u on u.id = s.user_client_id
    join social_accounts a on a.id = d.account_id
    left join engagements e on e.delivery_id = d.id
    where d.agency_id = ${agencyId} and d.id > ${afterId}
    order by d.id
    limit ${limit}`.execute(tx);
  return rows;
}

/**
 * The names of the reseller agencies that this one created, the only data of other agencies in the download. Sees all
 * agencies.
 */
export async function readResellers(tx: Tx, sellerAgencyId: string): Promise<{ name: string; created_at: Date }[]> {
  const { rows } = await sql<{ name: string; created_at: Date }>`
    select u.name, u.created_at
    from agencies g
    join users u on u.agency_id = g.id and u.role = 'owner' and u.is_reseller and u.deleted_at is null
    where g.seller_agency_id = ${sellerAgencyId}
    order by u.id`.execute(tx);
  return rows;
}

/** A stored file, by id. */
export type FilePart = { id: string; name: string; thumbnail: string | null; size_bytes: string; created_at: Date };

/** Files of the agency up to an id, in order; `untilId` keeps later uploads out. */
export async function readFiles(
  tx: Tx,
  { agencyId, afterId, untilId, limit }: Part & { untilId: string },
): Promise<FilePart[]> {
  const { rows } = await sql<FilePart>`
    select id, name, case when thumbnail_state = 'ready' then thumbnail_name end as thumbnail,
      size_bytes, created_at
    from files
    where agency_id = ${agencyId} and id > ${afterId} and id <= ${untilId}
    order by id
    limit ${limit}`.execute(tx);
  return rows;
}

/** The highest id of the agency's files; '0' for none. */
export async function lastFileId(tx: Tx, agencyId: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select coalesce(max(id), 0)::text as id from files where agency_id = ${agencyId}`.execute(tx);
  return rows[0]?.id ?? '0';
}
