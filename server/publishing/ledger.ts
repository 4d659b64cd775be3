/** The ledger: every planned delivery is in exactly one place, and the places add up to the plan. */

import type { Tx } from '#db/database.ts';
import { isPaused, withPauses } from './pause.ts';
import { runIn, type Run } from './statements.ts';

/** Counts of deliveries. `waiting` is whatever is still on its way: scheduled, being sent, processed, or held for an account. */
export type Ledger = { planned: number; published: number; failed: number; missed: number; cancelled: number; uncertain: number; waiting: number };

const ledgerStatement = {
  name: 'fetch-ledger',
  text: `
  select count(*)::int as planned,
    count(*) filter (where d.state = 'published')::int as published,
    count(*) filter (where d.state = 'failed')::int as failed,
    count(*) filter (where d.state = 'missed')::int as missed,
    count(*) filter (where d.state = 'cancelled')::int as cancelled,
    count(*) filter (where d.state = 'uncertain')::int as uncertain,
    count(*) filter (where d.state in ('scheduled', 'claimed', 'sending', 'processing', 'waiting'))::int as waiting
  from deliveries d
  join schedules s on s.id = d.schedule_id
  where d.agency_id = $1 and ($2::bigint is null or s.user_client_id = $2)
    and ($3::timestamptz is null or d.due_at >= $3) and ($4::timestamptz is null or d.due_at < $4)`,
};

/** The ledger of an agency, or of one client, over what is planned from one instant to before another (null: unbounded). */
export async function fetchLedger(tx: Tx, { agencyId, clientId, from, to }: { agencyId: string; clientId: string | null; from: Date | null; to: Date | null }): Promise<Ledger> {
  const [ledger] = await runIn(tx)<Ledger>(ledgerStatement, [agencyId, clientId, from, to]);
  if (!ledger) throw new Error('counting gives one row');
  return ledger;
}

/** Whether a ledger's places add up to its plan. */
export const addsUp = ({ planned, published, failed, missed, cancelled, uncertain, waiting }: Ledger): boolean =>
  planned === published + failed + missed + cancelled + uncertain + waiting;

/** Something that must not be: what kind, and how many of it. */
export type Inconsistency = { what: string; count: number };

const checkStatement = {
  name: 'check-ledger',
  text: `
  select 'an occurrence whose state does not follow from its deliveries' as what, count(*)::int as count
  from (
    select o.state, count(*) as all,
      count(*) filter (where d.state in ('scheduled', 'claimed', 'sending', 'processing', 'waiting')
        or d.state = 'uncertain' and d.next_at < 'infinity') as open,
      count(*) filter (where d.state = 'published') as published,
      count(*) filter (where d.state = 'cancelled') as cancelled
    from occurrences o join deliveries d on d.occurrence_id = o.id
    group by o.id
  ) o
  where o.state <> case when open > 0 then 'scheduled' when published > 0 then 'posted' when cancelled = o.all then 'cancelled' else 'failed' end
  union all
  select 'an occurrence without a delivery', count(*)::int
  from occurrences o where not exists (select from deliveries d where d.occurrence_id = o.id)
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
  where a.free_at = 'infinity' and not exists (select from deliveries d where d.account_id = a.id and d.state in ('claimed', 'sending'))
  union all
  select 'a post held back with nothing paused', count(*)::int
  from deliveries d ${withPauses}
  where d.state = 'scheduled' and d.next_at = 'infinity' and not ${isPaused}`,
};

/** Everything that does not hold over all agencies; an empty list is the only good answer. */
export async function checkLedger(run: Run): Promise<Inconsistency[]> {
  return (await run<Inconsistency>(checkStatement, [])).filter(({ count }) => count > 0);
}
