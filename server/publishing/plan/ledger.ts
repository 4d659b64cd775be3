/** The ledger: every planned delivery is in exactly one bucket, and the buckets add up to the plan. */

import type { Tx } from '#db/database.ts';
import { ledgerBuckets, statesIn, type Ledger, type LedgerBucket } from '#rules/ledger.ts';
import { isNotFinal, isOpen, isPaused, withPauses } from '../fragments.ts';
import { statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

/** The counts of one client over a period. */
export type ClientLedger = Ledger & { clientId: string; client: string };

const oneOf = (bucket: LedgerBucket): string =>
  statesIn(bucket)
    .map((state) => `'${state}'`)
    .join(', ');
const countOf = (bucket: LedgerBucket): string =>
  `count(*) filter (where d.state in (${oneOf(bucket)}))::int as ${bucket}`;
const counts = `count(*)::int as planned,
    ${ledgerBuckets.map(countOf).join(',\n    ')}`;

// By planned time, which stays when a failed post is sent again. The plan's index gives the month; the deliveries are
// found by their occurrence, so that they need no index by time, which every claim and outcome would have to update.
const ledgerStatement = statement({
  name: 'fetch-ledger',
  columns: {
    clientId: 'bigint | null',
    client: 'text',
    planned: 'int',
    published: 'int',
    failed: 'int',
    missed: 'int',
    cancelled: 'int',
    uncertain: 'int',
    waiting: 'int',
  },
  text: `
  select s.user_client_id as "clientId", coalesce(max(u.name), '') as client, ${counts}
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  join schedules s on s.id = o.schedule_id
  join users u on u.id = s.user_client_id
  where o.agency_id = $1 and ($2::timestamptz is null or o.due_at >= $2) and ($3::timestamptz is null or o.due_at < $3)
  group by grouping sets ((s.user_client_id), ())
  order by s.user_client_id is null, lower(max(u.name)), s.user_client_id`,
});

/**
 * The ledger of an agency for posts planned from one instant up to before another (null: unbounded): its clients by
 * name, and the sum.
 */
export async function fetchLedger(
  tx: Tx,
  { agencyId, from, to }: { agencyId: string; from: Date | null; to: Date | null },
): Promise<{ clients: ClientLedger[]; total: Ledger }> {
  const rows = await runIn(tx)(ledgerStatement, [agencyId, from, to]);
  const sum = rows.find(({ clientId }) => clientId === null);
  if (!sum) throw new Error('the sum over everything is always there');
  const { clientId: _everyClient, client: _noName, ...total } = sum;
  return { clients: rows.flatMap(({ clientId, ...row }) => (clientId === null ? [] : [{ clientId, ...row }])), total };
}

const checkStatement = statement({
  name: 'check-ledger',
  columns: { what: 'text', count: 'int' },
  text: `
  select 'an occurrence whose state does not follow from its deliveries' as what, count(*)::int as count
  from (
    select o.state, count(*) as all,
      count(*) filter (where ${isOpen}) as open,
      count(*) filter (where d.state = 'published') as published,
      count(*) filter (where d.state = 'cancelled') as cancelled
    from occurrences o join deliveries d on d.occurrence_id = o.id
    group by o.id
  ) o
  where o.state <> case when open > 0 then 'scheduled' when published > 0 then 'posted' when cancelled = o.all
    then 'cancelled' else 'failed' end
  union all
  select 'an occurrence without a delivery', count(*)::int
  from occurrences o where not exists (select from deliveries d where d.occurrence_id = o.id)
  union all
  select 'a month of a client that does not add up', count(*)::int
  from (
    select ${counts}
    from occurrences o
    join deliveries d on d.occurrence_id = o.id
    join schedules s on s.id = o.schedule_id
    group by s.user_client_id, date_trunc('month', o.due_at at time zone 'UTC')
  ) month
  where planned <> ${ledgerBuckets.join(' + ')}
  union all
  select 'a published delivery without an attempt, an id or a person''s word', count(*)::int
  from deliveries d where d.state = 'published' and d.published_at is null
  union all
  select 'a delivery with two attempts that published', count(*)::int
  from (select delivery_id from attempts where outcome = 'published' group by delivery_id having count(*) > 1) twice
  union all
  select 'a delivery in nobody''s hands that says it is', count(*)::int
  from deliveries d where d.state in ('claimed', 'sending') and (d.worker is null or d.lease_until is null)
  union all
  select 'an account held with nothing of it running', count(*)::int
  from social_accounts a
  where a.free_at = 'infinity' and not exists (select from deliveries d where d.account_id = a.id
    and d.state in ('claimed', 'sending'))
  union all
  select 'a post held back with nothing paused', count(*)::int
  from deliveries d ${withPauses}
  where d.state = 'scheduled' and d.next_at = 'infinity' and not d.unapproved and not ${isPaused}
  union all
  select 'a post whose mark is not what the pause of its schedule says', count(*)::int
  from deliveries d
  join schedules s on s.id = d.schedule_id
  where d.state <> 'published' and d.paused <> (s.paused_at is not null)
  union all
  select 'a post that is kept back though it is approved, or the other way round', count(*)::int
  from deliveries d
  left join approvals a on a.occurrence_id = d.occurrence_id
  where ${isNotFinal} and d.unapproved <> (coalesce(a.state, 'approved') <> 'approved')`,
});

/** A violation: its kind and count. */
export type Inconsistency = Row<typeof checkStatement>;

/** All violations in all agencies; there should be none. */
export async function checkLedger(run: Run): Promise<Inconsistency[]> {
  return (await run(checkStatement, [])).filter(({ count }) => count > 0);
}
