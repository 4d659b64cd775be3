/** The ledger: every planned delivery is in exactly one bucket, and the buckets add up to the plan. */

import type { Tx } from '#db/database.ts';
import { ledgerBuckets, statesIn, type Ledger, type LedgerBucket } from '#rules/ledger.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

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
