/**
 * The uses of objects, each counted in one statement; null if the agency has no such object. The numbers are those of
 * the running rounds.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Uses } from '#contract/content/library-uses.ts';
import type { Tx } from '#db/database.ts';
import { isUnsent } from '../../publishing/index.ts';

type Key = { agencyId: string; id: string };

// Waiting posts belong to the running round of their schedule, whose index has their states.
const waitingOf = (schedules: RawBuilder<unknown>) => sql`(
  select count(*)::int
  from schedules s
  join occurrences o on o.schedule_id = s.id and o.round = s.round
  where ${schedules} and s.deleted_at is null and o.state = 'scheduled')`;
const runningOf = (schedules: RawBuilder<unknown>) => sql`(
  select count(*)::int from schedules s where ${schedules} and s.deleted_at is null and s.state = 'active')`;

async function one(tx: Tx, query: RawBuilder<Partial<Uses>>): Promise<Uses | null> {
  const {
    rows: [row],
  } = await query.execute(tx);
  return row === undefined ? null : { items: 0, accounts: 0, schedules: 0, waiting: 0, kept: 0, ...row };
}

/** A stream: its items, its running schedules and their posts. */
export const usesOfStream = (tx: Tx, { agencyId, id }: Key): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select (select count(*)::int from items i where i.stream_id = st.id and i.deleted_at is null) as items,
    ${runningOf(sql`s.stream_id = st.id`)} as schedules, ${waitingOf(sql`s.stream_id = st.id`)} as waiting
  from streams st
  where st.agency_id = ${agencyId} and st.id = ${id} and st.deleted_at is null`,
  );

/** An item: the running schedules that will still publish it, and its posts, including those that use a copy of it. */
export const usesOfItem = (tx: Tx, { agencyId, id }: Key): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select posts.waiting, posts.kept,
    (select count(*)::int
      from schedules s
      where s.stream_id = i.stream_id and s.deleted_at is null and s.state = 'active'
        and (s.id = any(posts.schedules)
          or s.repurpose and not exists (
            select from occurrences o
            where o.schedule_id = s.id and o.state = 'cancelled' and o.item_id = any(array(select k.id from items k
              where k.id = i.id or k.kept_of = i.id))))) as schedules
  from items i
  cross join lateral (
    select count(*)::int as waiting, count(*) filter (where o.item_id <> i.id)::int as kept,
      coalesce(array_agg(distinct s.id), '{}') as schedules
    from schedules s
    join occurrences o on o.schedule_id = s.id and o.round = s.round
    where s.stream_id = i.stream_id and s.deleted_at is null and o.state = 'scheduled'
      and o.item_id = any(array(select k.id from items k where k.id = i.id or k.kept_of = i.id))
  ) posts
  where i.agency_id = ${agencyId} and i.id = ${id} and i.deleted_at is null`,
  );

/** A schedule: its accounts and posts. */
export const usesOfSchedule = (tx: Tx, { agencyId, id }: Key): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select (select count(*)::int from schedule_accounts sa join social_accounts a on a.id = sa.account_id
    where sa.schedule_id = given.id and a.deleted_at is null) as accounts,
    ${waitingOf(sql`s.id = given.id`)} as waiting
  from schedules given
  where given.agency_id = ${agencyId} and given.id = ${id} and given.deleted_at is null`,
  );

/** A scheduled item: the accounts to which it is still to be published. */
export const usesOfScheduledItem = (tx: Tx, { agencyId, id }: Key): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select (select count(*)::int from deliveries d where d.schedule_id = o.schedule_id and d.occurrence_id = o.id
    and ${sql.raw(isUnsent)}) as accounts
  from occurrences o
  where o.agency_id = ${agencyId} and o.id = ${id}`,
  );

/** A client: its accounts, running schedules and posts. */
export const usesOfClient = (tx: Tx, { agencyId, id }: Key): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select (select count(*)::int from social_accounts a where a.user_id = u.id and a.deleted_at is null) as accounts,
    ${runningOf(sql`s.user_client_id = u.id`)} as schedules, ${waitingOf(sql`s.user_client_id = u.id`)} as waiting
  from users u
  where u.agency_id = ${agencyId} and u.id = ${id} and u.role = 'client' and u.deleted_at is null`,
  );

/**
 * An account, of one client if given: the running schedules that post to it, and their posts. Each state has an index
 * of its own.
 */
export const usesOfAccount = (
  tx: Tx,
  { agencyId, id, userId }: Key & { userId: string | null },
): Promise<Uses | null> =>
  one(
    tx,
    sql<Partial<Uses>>`
  select (
      select count(*)::int
      from schedule_accounts sa
      join schedules s on s.id = sa.schedule_id
      where sa.account_id = a.id and s.deleted_at is null and s.state = 'active') as schedules,
    (select count(distinct open.occurrence_id)::int
      from (
        select d.occurrence_id from deliveries d where d.account_id = a.id and d.state = 'scheduled'
        union all select d.occurrence_id from deliveries d where d.account_id = a.id and d.state = 'waiting'
        union all select d.occurrence_id from deliveries d where d.account_id = a.id and d.state = 'claimed'
      ) open) as waiting
  from social_accounts a
  where a.agency_id = ${agencyId} and a.id = ${id} and a.deleted_at is null
    and (${userId}::bigint is null or a.user_id = ${userId})`,
  );
