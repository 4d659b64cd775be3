/** The filters of the list of clients, as a condition on `users`. */

import { sql, type RawBuilder } from 'kysely';
import type { ClientState } from '#contract/base/list-options.ts';
import { likePattern } from '../../base/lists/paging.ts';

/** `search` is in the name or the email, `onlyId` selects one client; '' and null mean no filter. */
export type ClientFilter = {
  agencyId: string;
  onlyId: string | null;
  search: string;
  state: ClientState | null;
  now: Date;
};

/** Older failures and misses need no action any more. */
const failedDays = 7;

const hasAccount = sql`exists (
  select from social_accounts a where a.user_id = users.id and a.deleted_at is null)`;

// The clients of the few deliveries that wait for a person, found by the agency's own index of them. NOTE a value, not
// `exists`: beside an `or` PostgreSQL would collect all accounts of the agency first.
const needsPerson = ({ agencyId, now }: ClientFilter) => sql`(
  (select true from social_accounts a
    where a.user_id = users.id and a.deleted_at is null and a.status <> 'connected' limit 1)
  or users.id in (
    select s.user_client_id
    from deliveries d
    join schedules s on s.id = d.schedule_id
    where d.agency_id = ${agencyId} and s.deleted_at is null and d.skipped_at is null
      and (d.state in ('uncertain', 'waiting') and d.next_at = 'infinity'
        or d.state in ('failed', 'missed')
          and d.due_at >= ${now}::timestamptz - make_interval(days => ${failedDays}))))`;

function ofState(filter: ClientFilter): RawBuilder<unknown> {
  switch (filter.state) {
    case null:
      return sql`true`;
    case 'publishing':
      return sql`users.paused_at is null and ${hasAccount} and exists (
        select from schedules s where s.user_client_id = users.id and s.deleted_at is null and s.state = 'active')`;
    case 'paused':
      return sql`users.paused_at is not null`;
    case 'no-accounts':
      return sql`not ${hasAccount}`;
    case 'needs-you':
      return needsPerson(filter);
    default:
      return filter.state satisfies never;
  }
}

/** Whether a row of `users` is a client that the filter finds, apart from role and agency. */
export function clientsFound(filter: ClientFilter): RawBuilder<boolean> {
  const { onlyId, search } = filter;
  const pattern = likePattern(search);
  return sql<boolean>`(
    ${onlyId === null ? sql`true` : sql`users.id = ${onlyId}`}
    and ${search === '' ? sql`true` : sql`(users.name ilike ${pattern} or users.email ilike ${pattern})`}
    and ${ofState(filter)})`;
}
