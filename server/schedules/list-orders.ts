/** The orders of the list of schedules, as parts of its statement. */

import { sql, type RawBuilder } from 'kysely';
import type { ScheduleSort } from '#contract/schedules.ts';
import { asRead, orderOf, type ListOrder } from '../lib/list-order.ts';

/** The order that a word of the call names, of schedules `s` out of `scheduleSource`. */
export const scheduleOrder = (sort: ScheduleSort): ListOrder =>
  orderOf(sort, {
    id: sql`s.id`,
    keys: {
      created: [],
      client: [asRead(sql`c.name`)],
      title: [asRead(sql`t.title`)],
      next: [
        { value: sql`coalesce(n.at, '${sql.raw(sort === '-next' ? '-infinity' : 'infinity')}')`, type: 'timestamptz' },
      ],
    },
  });

const agency = sql`(select visible_agency())`;

/**
 * Where the schedules `s` of an order come from. NOTE by client and by title they are read from the index of names, as
 * many as a page needs; the next post is looked up for each schedule of the agency in an index of what is scheduled.
 */
export function scheduleSource(sort: ScheduleSort): RawBuilder<unknown> {
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
    case 'next':
    case '-next':
      return sql`schedules s left join lateral (
          select o.due_at as at from occurrences o
          where o.schedule_id = s.id and o.round = s.round and o.state = 'scheduled'
          order by o.due_at limit 1
        ) n on true where true`;
    default:
      return sort satisfies never;
  }
}
