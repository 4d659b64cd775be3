/** What clients get in a week. */
import { sql } from 'kysely';
import type { Data, Input } from '#contract/index.ts';
import type { ClientWeek } from '#contract/planning/posts-weeks.ts';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { titleOf } from '#rules/titles.ts';
import type { Context, Reply } from '../../base/handlers.ts';
import { dateAfter, datesBetween, startsOfDays } from '../../base/lib/days.ts';
import { fileAddress } from '../../base/lib/file-address.ts';

type Asked = { agencyId: string; clientIds: readonly string[] };

/** Answers `fetch-client-weeks`; a client that the agency does not have is left out. */
export async function fetchClientWeeks(
  { client_ids: asked, week, timezone }: Input<'fetch-client-weeks'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<Data<'fetch-client-weeks'>>> {
  const starts = startsOfDays(datesBetween(week, dateAfter(week, 7)), timezone);
  const clients = await listClients(tx, { agencyId, clientIds: asked });
  const clientIds = clients.map(({ id }) => id);
  const days = await countDays(tx, { agencyId, clientIds, starts });
  const next = new Map((await listNext(tx, { agencyId, clientIds, now })).map((row) => [row.client_id, row]));
  return {
    message: '',
    data: clients.map(({ id, networks, sent_back }) => ({
      client_id: id,
      next: presentNext(next.get(id)),
      days: starts.slice(0, 7).map((_start, index) => {
        const day = days.find(({ client_id: client, day: number }) => client === id && number === index + 1);
        return { posted: day?.posted ?? 0, posts: day?.posts ?? 0 };
      }),
      networks,
      sent_back,
    })),
  };
}

type ClientRow = { id: string; networks: { type: NetworkId; broken: boolean }[]; sent_back: number };

async function listClients(tx: Tx, { agencyId, clientIds }: Asked): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    select u.id,
      coalesce((
        select jsonb_agg(jsonb_build_object('type', n.network, 'broken', n.broken) order by n.network)
        from (
          select a.network, bool_or(a.status <> 'connected') as broken
          from social_accounts a
          where a.user_id = u.id and a.deleted_at is null
          group by a.network) n
      ), '[]') as networks,
      (select count(*)::int from approvals p
        join occurrences o on o.id = p.occurrence_id
        where p.agency_id = u.agency_id and p.client_id = u.id and p.state = 'sent-back' and o.state = 'scheduled')
        as sent_back
    from users u
    where u.agency_id = ${agencyId} and u.id = any(${[...clientIds]}::bigint[]) and u.role = 'client'
      and u.deleted_at is null`.execute(tx);
  return rows;
}

type DayRow = { client_id: string; day: number; posted: number; posts: number };

async function countDays(
  tx: Tx,
  { agencyId, clientIds, starts }: Asked & { starts: readonly Date[] },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select s.user_client_id as client_id, width_bucket(o.due_at,
        ${starts.map((start) => start.toISOString())}::timestamptz[]) as day,
      (count(*) filter (where o.state = 'posted'))::int as posted, count(*)::int as posts
    from occurrences o
    join schedules s on s.id = o.schedule_id
    where o.agency_id = ${agencyId} and o.due_at >= ${starts[0]} and o.due_at < ${starts.at(-1)}
      and o.state <> 'cancelled' and s.user_client_id = any(${[...clientIds]}::bigint[])
      and (s.deleted_at is null or o.state = 'posted')
    group by s.user_client_id, day`.execute(tx);
  return rows;
}

type NextRow = {
  client_id: string;
  occurrence_id: string;
  due_at: Date;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  type: string;
  thumbnail: string | null;
};

async function listNext(tx: Tx, { agencyId, clientIds, now }: Asked & { now: Date }): Promise<NextRow[]> {
  const { rows } = await sql<NextRow>`
    with first as (
      select distinct on (a.user_id) a.user_id as client_id, d.occurrence_id, d.due_at
      from social_accounts a
      cross join lateral (
        select d.occurrence_id, d.due_at from deliveries d
        where d.account_id = a.id and d.state = 'scheduled' and not d.paused and d.due_at > ${now}
        order by d.due_at, d.id
        limit 1) d
      where a.agency_id = ${agencyId} and a.user_id = any(${[...clientIds]}::bigint[]) and a.deleted_at is null
      order by a.user_id, d.due_at, d.occurrence_id
    )
    select f.client_id, f.occurrence_id, f.due_at, case when i.title_from_file then '' else i.title end as title,
      left(i.description, 400) as description, i.description_format, i.type,
      case when p.thumbnail_state = 'ready' then p.thumbnail_name end as thumbnail
    from first f
    join occurrences o on o.id = f.occurrence_id
    join items i on i.id = o.item_id
    left join files p on p.id = i.file_id`.execute(tx);
  return rows;
}

function presentNext(row: NextRow | undefined): ClientWeek['next'] {
  if (row === undefined) return null;
  return {
    occurrence_id: row.occurrence_id,
    title: titleOf(row) || (row.type === 'video' ? 'Video' : 'Picture'),
    thumbnail: fileAddress(row.thumbnail),
    due_at: row.due_at.toISOString(),
  };
}
