/** The orders of the list of schedules, as parts of its statement. */

import { sql, type RawBuilder } from 'kysely';
import type { ScheduleSort } from '#contract/base/list-options.ts';
import { asRead, comesAfter, ordering, orderOf, cursorOf, type ListOrder } from '../../base/lists/list-order.ts';
import { pageSize } from '../../base/lists/paging.ts';

/** The order of a name, for schedules `s`, their clients `c`, streams `t` and posts `o`. */
export const scheduleOrder = (sort: ScheduleSort): ListOrder =>
  orderOf(sort, {
    id: sql`s.id`,
    keys: {
      created: [],
      client: [asRead(sql`c.name`)],
      title: [asRead(sql`t.title`)],
      next: [{ value: sql`o.due_at`, type: 'timestamptz' }],
    },
  });

const agency = sql`(select visible_agency())`;

/** The filter of a page: conditions on a schedule `s`, each with a leading `and`, and its cursor. */
type Narrowed = { found: RawBuilder<unknown>; after: readonly RawBuilder<unknown>[] | null };

/** The ids of a page's schedules and one more, with `cursor` and `at`, their position in the order from 1. */
export function idsOfPage(sort: ScheduleSort, { found, after }: Narrowed): RawBuilder<unknown> {
  if (sort === 'next' || sort === '-next') return idsByNext(sort, { found, after });
  const order = scheduleOrder(sort);
  return sql`
    select s.id, ${cursorOf(order)} as cursor, row_number() over (order by ${ordering(order)}) as at
    from ${scheduleSource(sort)} and s.agency_id = ${agency} and s.deleted_at is null ${found} ${behind(order, after)}
    order by ${ordering(order)}
    limit ${sql.lit(pageSize + 1)}`;
}

const behind = (order: ListOrder, after: Narrowed['after']) =>
  after === null ? sql`` : sql`and ${comesAfter(order, after)}`;

/** NOTE by client and by title, schedules are read from the index of names, only as many as a page needs. */
function scheduleSource(sort: Exclude<ScheduleSort, 'next' | '-next'>): RawBuilder<unknown> {
  switch (sort) {
    case 'created':
    case '-created':
      return sql`schedules s where true`;
    case 'client':
    case '-client':
      return sql`users c join schedules s on s.user_client_id = c.id
        where c.agency_id = ${agency} and c.role = 'client' and c.deleted_at is null`;
    case 'title':
    case '-title':
      return sql`streams t join schedules s on s.stream_id = t.id where t.agency_id = ${agency}`;
    default:
      return sort satisfies never;
  }
}

/**
 * By the next post: first the schedules that have one, read from the index of planned posts, in which a schedule
 * appears once for each post; then, if the page has space left, those without one.
 */
function idsByNext(sort: 'next' | '-next', { found, after }: Narrowed): RawBuilder<unknown> {
  const coming = scheduleOrder(sort);
  const never = sql`${sql.lit(sort === 'next' ? 'infinity' : '-infinity')}::timestamptz`;
  const ended: ListOrder = { ...coming, keys: [{ value: never, type: 'timestamptz' }] };
  const isOfRound = (name: string) =>
    sql`${sql.ref(`${name}.schedule_id`)} = s.id and ${sql.ref(`${name}.round`)} = s.round
      and ${sql.ref(`${name}.state`)} = 'scheduled'`;
  return sql`
    with coming as materialized (
      select s.id, ${cursorOf(coming)} as cursor, row_number() over (order by ${ordering(coming)}) as at
      from occurrences o join schedules s on ${isOfRound('o')}
      where o.agency_id = ${agency} and s.deleted_at is null
        and not exists (select from occurrences e where ${isOfRound('e')} and (e.due_at, e.id) < (o.due_at, o.id))
        ${found} ${behind(coming, after)}
      order by ${ordering(coming)}
      limit ${sql.lit(pageSize + 1)}
    )
    select * from coming
    union all
    (
      select s.id, ${cursorOf(ended)}, ${sql.lit(pageSize + 1)} + row_number() over (order by s.id ${direction(ended)})
      from schedules s
      where s.agency_id = ${agency} and s.deleted_at is null
        and (select true from occurrences o where ${isOfRound('o')} limit 1) is null
        ${found} ${behind(ended, after)}
      order by s.id ${direction(ended)}
      limit (select ${sql.lit(pageSize + 1)} - count(*) from coming)
    )`;
}

const direction = ({ isDown }: ListOrder) => sql.raw(isDown ? 'desc' : 'asc');
