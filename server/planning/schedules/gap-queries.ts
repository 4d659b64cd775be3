import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { schedulesOf } from './client-queries.ts';

/**
 * A client with days without posts: its other days by their index in `starts` (from 1), and the number of such clients.
 */
export type GapRow = { id: string; name: string; filled: number[]; total: number };

type Asked = {
  agencyId: string;
  clientId: string | null;
  /** The instants at which the requested days begin; the last one ends the last day. */ starts: readonly Date[];
  limit: number;
};

/** The clients that can publish and have an empty day, those with the most empty days first. */
export async function listGaps(tx: Tx, { agencyId, clientId, starts, limit }: Asked): Promise<GapRow[]> {
  const { rows } = await sql<GapRow>`
    with planned as materialized (
      select o.schedule_id,
        array_agg(distinct width_bucket(o.due_at, ${starts.map((start) => start.toISOString())}::timestamptz[])) as days
      from occurrences o
      where o.agency_id = ${agencyId} and o.due_at >= ${starts.at(0)} and o.due_at < ${starts.at(-1)}
        and o.state <> 'cancelled'
        ${clientId === null ? sql`` : sql`and o.schedule_id = any(${schedulesOf({ agencyId, clientId })})`}
      group by 1
    ),
    filled as (
      select p.client_id, array_agg(distinct day) as days
      from (
        select (select s.user_client_id from schedules s where s.id = planned.schedule_id) as client_id, planned.days
        from planned
      ) p
      cross join unnest(p.days) as day
      group by 1
    )
    select c.id, c.name, coalesce(f.days, '{}') as filled, count(*) over ()::int as total
    from users c
    left join filled f on f.client_id = c.id
    where c.agency_id = ${agencyId} and c.role = 'client' and c.deleted_at is null and c.paused_at is null
      ${clientId === null ? sql`` : sql`and c.id = ${clientId}`}
      and exists (select from social_accounts a where a.user_id = c.id and a.deleted_at is null)
      and cardinality(coalesce(f.days, '{}')) < ${starts.length - 1}
    order by cardinality(coalesce(f.days, '{}')), lower(c.name), c.id
    limit ${limit}`.execute(tx);
  return rows;
}
