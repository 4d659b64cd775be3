/** The check of the ledger: of everything, or of what an hour has changed and one slice of the rest. */
import { ledgerBuckets, statesIn } from '#rules/ledger.ts';
import { isNotFinal, isOpen, isPaused, listed, withPauses } from '../fragments.ts';
import { statement, type Row } from '../statement.ts';
import type { Run } from '../statements.ts';

const columns = { what: 'text', count: 'int' } as const;
const buckets = ledgerBuckets.map((bucket) => `(d.state in (${listed(statesIn(bucket))}))::int`).join(' + ');

/** What follows from the rows of occurrences `o`, their deliveries `d` and approvals; `among` restricts `o`. */
const ofOccurrences = (among: string): string => `
  select 'an occurrence whose state does not follow from its deliveries' as what, count(*)::int as count
  from (
    select o.state, count(*) as all,
      count(*) filter (where ${isOpen}) as open,
      count(*) filter (where d.state = 'published') as published,
      count(*) filter (where d.state = 'cancelled') as cancelled
    from occurrences o ${among} join deliveries d on d.occurrence_id = o.id
    group by o.id
  ) o
  where o.state <> case when open > 0 then 'scheduled' when published > 0 then 'posted' when cancelled = o.all
    then 'cancelled' else 'failed' end
  union all
  select 'an occurrence without a delivery', count(*)::int
  from occurrences o ${among} where not exists (select from deliveries d where d.occurrence_id = o.id)
  union all
  select 'a delivery in no bucket of the ledger, or in two', count(*)::int
  from occurrences o ${among} join deliveries d on d.occurrence_id = o.id where ${buckets} <> 1
  union all
  select 'a published delivery without an attempt, an id or a person''s word', count(*)::int
  from occurrences o ${among} join deliveries d on d.occurrence_id = o.id
  where d.state = 'published' and d.published_at is null
  union all
  select 'a post whose mark is not what the pause of its schedule says', count(*)::int
  from occurrences o ${among} join deliveries d on d.occurrence_id = o.id
  join schedules s on s.id = d.schedule_id
  where d.state <> 'published' and d.paused <> (s.paused_at is not null)
  union all
  select 'a post that is kept back though it is approved, or the other way round', count(*)::int
  from occurrences o ${among} join deliveries d on d.occurrence_id = o.id
  left join approvals a on a.occurrence_id = d.occurrence_id
  where ${isNotFinal} and d.unapproved <> (coalesce(a.state, 'approved') <> 'approved')`;

const twoAttempts = (attempts: string): string => `
  select 'a delivery with two attempts that published', count(*)::int
  from (
    select t.delivery_id from ${attempts} where t.outcome = 'published' group by t.delivery_id having count(*) > 1
  ) twice`;

/** What indexes find among any number of rows, or depends on pauses: checked whole each time. */
const ofWhatRuns = `
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
  where d.state = 'scheduled' and d.next_at = 'infinity' and not d.unapproved and not ${isPaused}`;

const wholeStatement = statement({
  name: 'check-ledger',
  columns,
  text: `${ofOccurrences('')} union all ${twoAttempts('attempts t')} union all ${ofWhatRuns}`,
});
const sliceStatement = statement({
  name: 'check-slice-of-ledger',
  columns,
  text: ofOccurrences('join (values ($1::bigint, $2::bigint)) slice (after, last) on o.id > after and o.id <= last'),
});
const changedStatement = statement({
  name: 'check-changes-of-ledger',
  columns,
  text: `
  with looked as materialized (select distinct unnest($1::bigint[]) as id)
  ${ofOccurrences('join looked on looked.id = o.id')}
  union all
  ${twoAttempts('looked join deliveries d on d.occurrence_id = looked.id join attempts t on t.delivery_id = d.id')}
  union all
  ${ofWhatRuns}`,
});

/** A violation: its kind and count. */
export type Inconsistency = Row<typeof wholeStatement>;

const found = (rows: Inconsistency[]): Inconsistency[] => rows.filter(({ count }) => count > 0);

/** All violations in all agencies; there should be none. Reads every row. */
export const checkLedger = async (run: Run): Promise<Inconsistency[]> => found(await run(wholeStatement, []));

/** The violations of occurrences with ids in a range, without its begin. */
export const checkSlice = async (run: Run, slice: { after: string; last: string }): Promise<Inconsistency[]> =>
  found(await run(sliceStatement, [slice.after, slice.last]));

/** The violations of these occurrences, and of whatever runs or is held now. */
export const checkChanged = async (run: Run, occurrenceIds: readonly string[]): Promise<Inconsistency[]> =>
  found(await run(changedStatement, [occurrenceIds]));
