/** The filters of the list of schedules, as conditions on a schedule `s`. */

import { sql, type RawBuilder } from 'kysely';
import type { StreamKind } from '#contract/base/list-options.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import type { ScheduleStatus } from '#rules/schedule-standing.ts';
import { hasRow } from '../../base/lists/has-row.ts';
import { isUndecided } from '../../publishing/index.ts';

/** `search` is in the stream's title; '' and null mean no filter. */
export type ScheduleFilter = {
  search: string;
  clientId: string | null;
  network: NetworkId | null;
  status: ScheduleStatus | null;
  /** Those of streams, or single posts. */
  kind: StreamKind | null;
};

type Kinds = {
  isSearch: boolean;
  ofClient: boolean;
  ofNetwork: boolean;
  status: ScheduleStatus | null;
  kind: StreamKind | null;
};

const isPaused = sql`(
  s.paused_at is not null
  or (select g.paused_at from agencies g where g.id = s.agency_id) is not null
  or (select u.paused_at from users u where u.id = s.user_client_id) is not null
  or (select bool_and(a.paused_at is not null) from schedule_accounts sa join social_accounts a on a.id = sa.account_id
    where sa.schedule_id = s.id and a.deleted_at is null) is true)`;

const needsPerson = sql`(
  ${hasRow(sql`from occurrences o where o.schedule_id = s.id and o.round = s.round and o.state = 'failed'`)}
  or ${hasRow(sql`from deliveries d where d.schedule_id = s.id and d.state = 'waiting' and d.next_at = 'infinity'`)}
  or s.state = 'active' and ${hasRow(sql`from schedule_accounts sa join social_accounts a on a.id = sa.account_id
    where sa.schedule_id = s.id and a.status <> 'connected' and a.deleted_at is null`)}
  or s.state <> 'active' and ${hasRow(sql`from deliveries d join occurrences o on o.id = d.occurrence_id
    where d.schedule_id = s.id and ${sql.raw(isUndecided)} and d.skipped_at is null
      and o.round = s.round and o.state = 'posted'`)})`;

const ofStatus: Readonly<Record<ScheduleStatus, RawBuilder<unknown>>> = {
  running: sql`s.state = 'active'`,
  paused: sql`s.state = 'active' and ${isPaused}`,
  // Found by the open approvals, because an agency has few of them; held posts have one too.
  approval: sql`s.id in (
      select o.schedule_id from approvals a join occurrences o on o.id = a.occurrence_id
      where a.agency_id = (select visible_agency()) and a.state <> 'approved')
    and ${hasRow(sql`from deliveries d where d.schedule_id = s.id and d.unapproved and d.state = 'scheduled'`)}`,
  'needs-you': needsPerson,
  ended: sql`s.state <> 'active'`,
};

/**
 * The conditions of a filter, each with a leading `and`, and their values: from `$1` on, the pattern of the search, the
 * client and the network, as far as they are set.
 */
export function narrowing({ isSearch, ofClient, ofNetwork, status, kind }: Kinds): {
  found: RawBuilder<unknown>;
  values: number;
} {
  const conditions: RawBuilder<unknown>[] = [];
  let values = 0;
  const next = () => sql.raw(`$${(values += 1)}`);
  if (isSearch)
    conditions.push(sql`exists (select from streams t where t.id = s.stream_id and t.title ilike ${next()})`);
  if (ofClient) conditions.push(sql`s.user_client_id = ${next()}`);
  if (ofNetwork)
    conditions.push(
      hasRow(sql`from schedule_accounts sa join social_accounts a on a.id = sa.account_id
        where sa.schedule_id = s.id and a.network = ${next()}`),
    );
  if (status !== null) conditions.push(ofStatus[status]);
  if (kind !== null) conditions.push(sql`(select t.kind from streams t where t.id = s.stream_id) = ${sql.lit(kind)}`);
  return {
    found: sql.join(
      conditions.map((condition) => sql`and (${condition})`),
      sql` `,
    ),
    values,
  };
}
