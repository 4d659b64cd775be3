import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ActivityDoer } from '#rules/activity.ts';

/** Which actions are asked for; null asks for all of them. `from` is included, `before` is not. */
export type ActivityFilter = {
  agencyId: string;
  personId: string | null;
  doer: ActivityDoer | null;
  actions: readonly string[] | null;
  from: Date | null;
  before: Date | null;
};

/** An action with the names that belong to it; null where a row is gone. */
export type ActivityRow = {
  id: string;
  action: string;
  subject_kind: string;
  details: Record<string, unknown>;
  address: string;
  created_at: Date;
  on_behalf_of: string | null;
  doer: string | null;
  subject: string | null;
  network: string | null;
};

// Actions of an operator's command line stand with the person they were done to, at the address 'operator'.
const matching = ({ agencyId, personId, doer, actions, from, before }: ActivityFilter) => sql`
  e.agency_id = ${agencyId}
  and (${personId}::bigint is null or (e.user_id = ${personId} and e.on_behalf_of is null and e.address <> 'operator'))
  and (${doer}::text is distinct from 'operator' or e.on_behalf_of = 'operator' or e.address = 'operator')
  and (${doer}::text is distinct from 'product' or e.on_behalf_of = 'worker')
  and (${actions}::text[] is null or e.action = any(${actions}))
  and (${from}::timestamptz is null or e.created_at >= ${from})
  and (${before}::timestamptz is null or e.created_at < ${before})`;

/** A page of an agency's actions, the latest first. */
export async function listActivity(
  tx: Tx,
  filter: ActivityFilter,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select e.id, e.action, e.subject_kind, e.details, e.address, e.created_at, e.on_behalf_of, u.name as doer,
      coalesce(s.name, a.username, st.title) as subject, a.network
    from audit_entries e
    left join users u on u.id = e.user_id and u.agency_id = e.agency_id
    left join users s on s.id = e.subject_id and s.agency_id = e.agency_id and e.subject_kind in ('owner', 'client',
      'member')
    left join social_accounts a on a.id = e.subject_id and a.agency_id = e.agency_id and e.subject_kind = 'account'
    left join schedules sc on sc.id = e.subject_id and sc.agency_id = e.agency_id and e.subject_kind = 'schedule'
    left join streams st on st.id = sc.stream_id and st.agency_id = e.agency_id
    where ${matching(filter)} and (${afterId}::bigint is null or e.id < ${afterId})
    order by e.id desc
    limit ${limit}`.execute(tx);
  return rows;
}

/** How many actions a filter lets through, over all pages. */
export async function countActivity(tx: Tx, filter: ActivityFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from audit_entries e where ${matching(filter)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The people of an agency of whom something is recorded, at most `limit`: owner, members, clients, by name. */
export async function listDoers(tx: Tx, { agencyId, limit }: { agencyId: string; limit: number }) {
  const { rows } = await sql<{ id: string; name: string; role: 'owner' | 'client' | 'member' }>`
    select u.id, u.name, u.role
    from users u
    where u.agency_id = ${agencyId} and exists (
      select from audit_entries e
      where e.agency_id = u.agency_id and e.user_id = u.id and e.on_behalf_of is null and e.address <> 'operator')
    order by array_position(array['owner', 'member', 'client'], u.role), lower(u.name), u.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Whether a person, living or gone, belongs to an agency. */
export async function knowsPerson(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .executeTakeFirst();
  return row !== undefined;
}
