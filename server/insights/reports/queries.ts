/** The queries of a report's data: posts, their readings, and the client's month. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** A client, its agency and the zone in which its posts are planned: its newest schedule's, else the agency's. */
export type Subject = {
  id: string;
  name: string;
  company: string;
  image: string | null;
  timezone: string;
  agency: string;
  logo: string | null;
  site: string;
};

/** The report's client; undefined if it is deleted or of another agency. */
export async function findSubject(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select u.id, u.name, u.company, coalesce(image.thumbnail_name, image.name) as image,
      coalesce((select s.timezone from schedules s where s.user_client_id = u.id order by s.id desc limit 1),
        g.timezone) as timezone,
      g.name as agency, logo.name as logo, g.site
    from users u
    join agencies g on g.id = u.agency_id
    left join files image on image.id = u.image_file_id
    left join files logo on logo.id = g.logo_file_id
    where u.agency_id = ${agencyId} and u.id = ${id} and u.role in ('owner', 'client')
      and u.deleted_at is null`.execute(tx);
  return rows[0];
}

/** A client's month: `to` is the first instant after it. */
export type Span = { agencyId: string; clientId: string; from: Date; to: Date };

/** One delivery of the month; figures are as PostgreSQL returns bigint, null if unknown. */
export type PostRow = {
  id: string;
  occurrence_id: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  thumbnail: string | null;
  network: NetworkId;
  username: string;
  state: DeliveryState;
  by_hand: boolean;
  message: string;
  post_url: string | null;
  due_at: Date;
  published_at: Date | null;
  likes: string | null;
  views: string | null;
  shares: string | null;
  comments: string | null;
  read_at: Date | null;
};

const ofMonth = ({ agencyId, clientId, from, to }: Span) => sql`
  o.agency_id = ${agencyId} and s.user_client_id = ${clientId} and o.due_at >= ${from} and o.due_at < ${to}`;

/** Every delivery planned for the month, in the order of the plan: the same rows that the ledger counts. */
export async function listPosts(tx: Tx, span: Span): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select d.id, o.id as occurrence_id, i.title,
      case when i.title = '' then left(i.description, 400) else '' end as description,
      i.description_format, f.thumbnail_name as thumbnail, a.network, a.username, d.state,
      d.state = 'published' and d.post_id is null as by_hand, d.message, d.post_url,
      o.due_at, d.published_at, e.likes, e.views, e.shares, e.comments, e.read_at
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    join items i on i.id = o.item_id
    join social_accounts a on a.id = d.account_id
    left join files f on f.id = i.file_id
    left join engagements e on e.delivery_id = d.id and e.read_at is not null
    where ${ofMonth(span)}
    order by o.due_at, d.id`.execute(tx);
  return rows;
}

/** A reading of a post. */
export type ReadingRow = {
  post_id: string;
  at: Date;
  likes: string | null;
  views: string | null;
  shares: string | null;
  comments: string | null;
};

/** Every reading of the month's posts, oldest first. */
export async function listReadings(tx: Tx, span: Span): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select r.delivery_id as post_id, r.at, r.likes, r.views, r.shares, r.comments
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    join engagement_readings r on r.delivery_id = d.id
    where ${ofMonth(span)} and d.state = 'published'
    order by r.at, r.delivery_id`.execute(tx);
  return rows;
}

/** The sums of a month's posts; null if nothing was read. */
export async function sumFigures(
  tx: Tx,
  span: Span,
): Promise<Record<'likes' | 'views' | 'shares' | 'comments', string | null>> {
  const { rows } = await sql<Record<'likes' | 'views' | 'shares' | 'comments', string | null>>`
    select sum(e.likes)::bigint as likes, sum(e.views)::bigint as views, sum(e.shares)::bigint as shares,
      sum(e.comments)::bigint as comments
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    join engagements e on e.delivery_id = d.id and e.read_at is not null
    where ${ofMonth(span)} and d.state = 'published'`.execute(tx);
  return rows[0] ?? { likes: null, views: null, shares: null, comments: null };
}

/** The owner's plan, which decides whether an agency has reports and engagement; undefined if there is no owner. */
export const findOwnerPlan = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('users')
    .select(['name', 'email', 'membership', 'is_reseller', 'is_white_label'])
    .where('agency_id', '=', agencyId)
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The texts that a person wrote into a report; undefined if none were saved. */
export const findWritten = (
  tx: Tx,
  { agencyId, clientId, month }: { agencyId: string; clientId: string; month: string },
) =>
  tx
    .selectFrom('reports')
    .select(['introduction', 'closing', 'sections'])
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('month', '=', month)
    .executeTakeFirst();

/** The sections of the client's latest report before a month, with which the next one begins. */
export const findEarlierSections = (
  tx: Tx,
  { agencyId, clientId, month }: { agencyId: string; clientId: string; month: string },
) =>
  tx
    .selectFrom('reports')
    .select('sections')
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Makes other saves of this client's reports wait until the transaction ends. */
export async function lockReports(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('id', '=', clientId)
    .forNoKeyUpdate()
    .execute();
}

/** Stores the texts that a person wrote into a report. */
export async function upsertWritten(
  tx: Tx,
  written: {
    agencyId: string;
    clientId: string;
    month: string;
    introduction: string;
    closing: string;
    sections: string;
    now: Date;
  },
): Promise<void> {
  const { introduction, closing, sections, now } = written;
  const values = { introduction, closing, sections, updated_at: now };
  await tx
    .insertInto('reports')
    .values({ ...values, agency_id: written.agencyId, client_id: written.clientId, month: written.month })
    .onConflict((conflict) => conflict.columns(['client_id', 'month']).doUpdateSet(values))
    .execute();
}

/** The agreement with a client; undefined if there is none. */
export const findSettings = (tx: Tx, { agencyId, clientId }: { agencyId: string; clientId: string }) =>
  tx
    .selectFrom('report_settings')
    .select(['posts_a_week', 'mail_monthly', 'mailed_month'])
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** Stores the agreement with a client. `mailedMonth` is the last month whose report will not be mailed. */
export async function upsertSettings(
  tx: Tx,
  settings: {
    agencyId: string;
    clientId: string;
    postsAWeek: number | null;
    mailMonthly: boolean;
    mailedMonth: string;
  },
): Promise<void> {
  const values = {
    posts_a_week: settings.postsAWeek,
    mail_monthly: settings.mailMonthly,
    mailed_month: settings.mailedMonth,
  };
  await tx
    .insertInto('report_settings')
    .values({ ...values, agency_id: settings.agencyId, client_id: settings.clientId })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}
