import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ActivityDoer } from '#rules/activity.ts';
import { mostCounted } from '#rules/lists.ts';
import { countFound } from '../../base/lists/paging.ts';

/** The filter of actions; null selects all. `from` is included, `before` is excluded. */
export type ActivityFilter = {
  agencyId: string;
  personId: string | null;
  doer: ActivityDoer | null;
  actions: readonly string[] | null;
  from: Date | null;
  before: Date | null;
  /** Every word must match; an empty list selects all. */
  words: readonly SearchWord[];
};

/** A word that is searched for: `actions` are those whose texts contain it, `doers` those whose names do. */
export type SearchWord = { pattern: string; actions: readonly string[]; doers: readonly ActivityDoer[] };

/** An action with the related names; null for a deleted row. */
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

/** Actions of the operator's command line are listed under the affected person, with the address 'operator'. */
const isOwn = sql`e.on_behalf_of is null and e.address <> 'operator'`;

/**
 * Conditions on actions `e`, only those in the filter: PostgreSQL uses an index only for conditions that are always
 * present.
 */
function matching({ agencyId, personId, doer, from, before, words }: ActivityFilter): RawBuilder<unknown> {
  const conditions = [sql`e.agency_id = ${agencyId}`];
  if (personId !== null) conditions.push(sql`e.user_id = ${personId} and ${isOwn}`);
  if (doer !== null) conditions.push(sql`(e.on_behalf_of is not null or e.address = 'operator')`);
  if (doer === 'operator') conditions.push(sql`(e.on_behalf_of = 'operator' or e.address = 'operator')`);
  if (doer === 'product') conditions.push(sql`e.on_behalf_of = 'worker'`);
  if (from !== null) conditions.push(sql`e.created_at >= ${from}`);
  if (before !== null) conditions.push(sql`e.created_at < ${before}`);
  for (const word of words) conditions.push(contains(agencyId, word));
  return sql.join(conditions, sql` and `);
}

/**
 * Whether the text of an action, its person, its object or its details contain a word. NOTE the names are looked up for
 * each action: to search the names of one agency at once, PostgreSQL reads those of all agencies.
 */
function contains(agencyId: string, { pattern, actions, doers }: SearchWord): RawBuilder<unknown> {
  const named = (of: RawBuilder<unknown>) => sql`(select ${of} ilike ${pattern})`;
  const person = (id: RawBuilder<unknown>) =>
    named(sql`(select u.name from users u where u.id = ${id} and u.agency_id = ${agencyId})`);
  return sql`(
    e.action = any(${[...actions]}::text[])
    or e.address ilike ${pattern}
    or ${doers.includes('operator')} and e.on_behalf_of = 'operator'
    or ${doers.includes('product')} and e.on_behalf_of = 'worker'
    or e.details <> '{}' and exists (
      select from jsonb_each_text(e.details) detail where detail.value ilike ${pattern})
    or ${person(sql`e.user_id`)}
    or case
      when e.subject_kind in ('owner', 'client', 'member') then ${person(sql`e.subject_id`)}
      when e.subject_kind = 'account' then ${named(sql`(
        select a.username from social_accounts a where a.id = e.subject_id and a.agency_id = ${agencyId})`)}
      when e.subject_kind = 'schedule' then ${named(sql`(
        select t.title from schedules s join streams t on t.id = s.stream_id
        where s.id = e.subject_id and s.agency_id = ${agencyId})`)}
    end)`;
}

/**
 * The latest actions `e` of a filter after an id: for a filter by action, as many of each as are requested, by its own
 * index.
 */
function latest(filter: ActivityFilter, { afterId, limit }: { afterId: string | null; limit: number }) {
  const behind = afterId === null ? sql`` : sql`and e.id < ${afterId}`;
  const found = (more: RawBuilder<unknown>) => sql`(
    select e.* from audit_entries e where ${matching(filter)} ${behind} ${more}
    order by e.id desc limit ${sql.lit(limit)}) e`;
  return filter.actions === null
    ? found(sql``)
    : sql`unnest(${[...filter.actions]}::text[]) chosen(action)
        cross join lateral ${found(sql`and e.action = chosen.action`)}`;
}

/** A page of an agency's actions, latest first. */
export async function listActivity(
  tx: Tx,
  filter: ActivityFilter,
  page: { afterId: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select e.id, e.action, e.subject_kind, e.details, e.address, e.created_at, e.on_behalf_of, u.name as doer,
      coalesce(s.name, a.username, st.title) as subject, a.network
    from (select e.* from ${latest(filter, page)} order by e.id desc limit ${sql.lit(page.limit)}) e
    left join users u on u.id = e.user_id and u.agency_id = e.agency_id
    left join users s on s.id = e.subject_id and s.agency_id = e.agency_id and e.subject_kind in ('owner', 'client',
      'member')
    left join social_accounts a on a.id = e.subject_id and a.agency_id = e.agency_id and e.subject_kind = 'account'
    left join schedules sc on sc.id = e.subject_id and sc.agency_id = e.agency_id and e.subject_kind = 'schedule'
    left join streams st on st.id = sc.stream_id and st.agency_id = e.agency_id
    order by e.id desc`.execute(tx);
  return rows;
}

/** The number of actions that match a filter, on all pages, at most one more than the limit of counting. */
export const countActivity = (tx: Tx, filter: ActivityFilter): Promise<number> =>
  countFound(tx, sql`from ${latest(filter, { afterId: null, limit: mostCounted + 1 })}`);

/**
 * The people of an agency with recorded actions, at most `limit`: owner, members, clients, by name. Each is found after
 * the previous one in the index of actions by person, so that their actions are not read.
 */
export async function listDoers(tx: Tx, { agencyId, limit }: { agencyId: string; limit: number }) {
  const next = (behind: RawBuilder<unknown>) => sql`
    select e.user_id from audit_entries e
    where e.agency_id = ${agencyId} and e.user_id > ${behind} and ${isOwn}
    order by e.user_id limit 1`;
  const { rows } = await sql<{ id: string; name: string; role: 'owner' | 'client' | 'member' }>`
    with recursive doers (id) as (
      (${next(sql`0`)})
      union all
      select (${next(sql`d.id`)}) from doers d where d.id is not null
    )
    select u.id, u.name, u.role
    from doers d
    join users u on u.id = d.id
    where u.agency_id = ${agencyId}
    order by array_position(array['owner', 'member', 'client'], u.role), lower(u.name), u.id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Whether a person, present or past, belongs to an agency. */
export async function knowsPerson(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .executeTakeFirst();
  return row !== undefined;
}
