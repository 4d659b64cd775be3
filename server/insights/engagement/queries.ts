/**
 * The queries of networks' figures of published posts: tables `engagements`, `engagement_readings`,
 * `engagement_progress`.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Figures } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** How far back posts are added, in days; and how far each run overlaps the previous one, for late commits. */
const takenDays = 31;
const overlapMinutes = 30;

/**
 * Adds posts published since the last run on networks that report engagement; answers how many. Each is first read an
 * hour after its publication.
 */
export async function takeInPublished(
  tx: Tx,
  { networks, now }: { networks: readonly { id: NetworkId; firstReadHours: number }[]; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into engagements (delivery_id, agency_id, account_id, published_at, next_read_at)
    select d.id, d.agency_id, d.account_id, d.published_at, d.published_at + telling.hours * interval '1 hour'
    from deliveries d
    join social_accounts a on a.id = d.account_id
    join unnest(${networks.map(({ id }) => id)}::text[], ${networks.map(({ firstReadHours }) => firstReadHours)}::int[])
      telling (network, hours) on telling.network = a.network
    where d.state = 'published' and d.post_id is not null
      and a.deleted_at is null
      and d.published_at > coalesce((select taken_until - ${overlapMinutes} * interval '1 minute'
        from engagement_progress), ${now}::timestamptz - ${takenDays} * interval '1 day')
    on conflict (delivery_id) do nothing`.execute(tx);
  await sql`
    insert into engagement_progress (taken_until) values (${now})
    on conflict (is_only) do update set taken_until = greatest(engagement_progress.taken_until,
      excluded.taken_until)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A post to read now. */
export type DueRead = {
  deliveryId: string;
  agencyId: string;
  accountId: string;
  network: NetworkId;
  postId: string;
  publishedAt: Date;
};

const dueColumns = sql`
  e.delivery_id as "deliveryId", e.agency_id as "agencyId", e.account_id as "accountId", a.network,
    d.post_id as "postId", e.published_at as "publishedAt"`;

/**
 * Up to `limit` due posts, without accounts that are paused or not connected. Account by account, the longest waiting
 * first, each with all its due posts: the due posts of many accounts are interleaved, and one request reads many posts
 * of one account. Listed by time alone, 10,000 posts of 100 accounts cost five to ten times the requests (`npm run
 * bench -- engagement`).
 */
export async function listDueReads(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<DueRead[]> {
  const { rows } = await sql<DueRead>`
    with due as (
      select e.account_id, e.next_read_at
      from engagements e
      join deliveries d on d.id = e.delivery_id
      join social_accounts a on a.id = e.account_id
      join agencies g on g.id = e.agency_id
      where e.next_read_at <= ${now} and a.deleted_at is null and a.status = 'connected'
        and d.post_id is not null and g.processing_stopped_at is null
      order by e.next_read_at
      limit ${limit}
    ), waiting as (
      select account_id, min(next_read_at) as since from due group by account_id
    )
    select ${dueColumns}
    from waiting w
    join engagements e on e.account_id = w.account_id and e.next_read_at <= ${now}
    join deliveries d on d.id = e.delivery_id
    join social_accounts a on a.id = e.account_id
    where d.post_id is not null
    order by w.since, e.account_id, e.next_read_at
    limit ${limit}`.execute(tx);
  return rows;
}

/**
 * The published posts of one scheduled item on networks that report engagement, added or not, for reading on demand.
 */
export async function listReadsOfItem(
  tx: Tx,
  {
    agencyId,
    occurrenceId,
    networks,
    readBefore,
  }: { agencyId: string; occurrenceId: string; networks: readonly NetworkId[]; readBefore: Date },
): Promise<DueRead[]> {
  await sql`
    insert into engagements (delivery_id, agency_id, account_id, published_at)
    select d.id, d.agency_id, d.account_id, d.published_at
    from deliveries d
    join social_accounts a on a.id = d.account_id
    where d.agency_id = ${agencyId} and d.occurrence_id = ${occurrenceId} and d.state = 'published'
      and d.post_id is not null
      and d.published_at is not null and a.network = any(${[...networks]}::text[])
    on conflict (delivery_id) do nothing`.execute(tx);
  const { rows } = await sql<DueRead>`
    select ${dueColumns}
    from engagements e
    join deliveries d on d.id = e.delivery_id
    join social_accounts a on a.id = e.account_id
    where d.agency_id = ${agencyId} and d.occurrence_id = ${occurrenceId} and a.deleted_at is null
      and a.status = 'connected' and e.gone_at is null
      and (e.read_at is null or e.read_at < ${readBefore})`.execute(tx);
  return rows;
}

/** Stores a reading, as the latest one and in the series. */
export async function storeReading(
  tx: Tx,
  {
    deliveryId,
    figures,
    nextReadAt,
    now,
  }: { deliveryId: string; figures: Figures; nextReadAt: Date | null; now: Date },
): Promise<void> {
  const { likes, comments, shares, views, retweets } = figures;
  await sql`
    with latest as (
      update engagements
      set likes = ${likes}, comments = ${comments}, shares = ${shares}, views = ${views}, retweets = ${retweets},
        read_at = ${now}, problem = '',
        next_read_at = ${nextReadAt}
      where delivery_id = ${deliveryId}
      returning *)
    insert into engagement_readings (delivery_id, agency_id, at, likes, comments, shares, views, retweets)
    select delivery_id, agency_id, ${now}, likes, comments, shares, views, retweets from latest
    on conflict (delivery_id, at) do nothing`.execute(tx);
}

/** Records that a post no longer exists; it is not read again. */
export async function storeGone(tx: Tx, { deliveryId, now }: { deliveryId: string; now: Date }): Promise<void> {
  await sql`update engagements set gone_at = ${now}, next_read_at = null, problem = ''
    where delivery_id = ${deliveryId}`.execute(tx);
}

/** Records why posts could not be read, and when to retry; posts past their last reading stay unscheduled. */
export async function storeProblem(
  tx: Tx,
  { deliveryIds, problem, retryAt }: { deliveryIds: readonly string[]; problem: string; retryAt: Date },
): Promise<void> {
  await sql`
    update engagements set problem = ${problem}, next_read_at = case when next_read_at is null then null
      else ${retryAt}::timestamptz end
    where delivery_id = any(${[...deliveryIds]}::bigint[])`.execute(tx);
}

/** One account of a scheduled item with the known facts of its post. */
export type EngagementRow = {
  network: NetworkId;
  username: string;
  state: string;
  post_id: string | null;
  post_url: string | null;
  read_at: Date | null;
  gone_at: Date | null;
  problem: string | null;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
  retweets: string | null;
};

/** The accounts of one scheduled item of a schedule, by account; undefined if the agency has no such item. */
export async function listEngagement(
  tx: Tx,
  key: { agencyId: string; scheduleId: string; occurrenceId: string },
): Promise<EngagementRow[] | undefined> {
  const item = await tx
    .selectFrom('occurrences')
    .select('id')
    .where('agency_id', '=', key.agencyId)
    .where('schedule_id', '=', key.scheduleId)
    .where('id', '=', key.occurrenceId)
    .executeTakeFirst();
  if (item === undefined) return undefined;
  const { rows } = await sql<EngagementRow>`
    select a.network, a.username, d.state, d.post_id, d.post_url, e.read_at, e.gone_at, e.problem, e.likes,
      e.comments, e.shares, e.views, e.retweets
    from deliveries d
    join social_accounts a on a.id = d.account_id
    left join engagements e on e.delivery_id = d.id
    where d.agency_id = ${key.agencyId} and d.occurrence_id = ${key.occurrenceId}
    order by d.account_id`.execute(tx);
  return rows;
}
