/**
 * How far the hourly check of the ledger came. Rows are numbered when they are inserted and become visible when their
 * transaction commits, so the highest number seen is no proof that all lower ones were there: numbers count as checked
 * only once every transaction that ran when they were read has ended.
 */
import { z } from 'zod';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

const id = z.string().regex(/^\d+$/);
const numbers = z.object({ occurrence: id, delivery: id, event: id, attempt: id, approval: id });
/** The highest numbers of the tables whose new rows name what has changed. */
type Numbers = z.output<typeof numbers>;

const progress = z.object({
  /** The database that was checked; a restored one, or one after a failover, is checked whole first. */
  identity: z.string(),
  /** Everything up to these was checked; `at`: when they were read. */
  checked: z.object({ numbers, at: z.coerce.date() }),
  /** What the last check saw. It counts once no transaction below `until` runs any more. */
  seen: z.object({ numbers, at: z.coerce.date(), until: id }),
  /** The occurrence with which the last slice ended. */
  slice: id,
});
/** The progress of the hourly checks. */
export type LedgerProgress = z.output<typeof progress>;

const standingStatement = statement({
  name: 'standing-of-ledger-check',
  columns: {
    progress: 'jsonb',
    identity: 'text | null',
    oldest: 'text | null',
    until: 'text | null',
    occurrence: 'text | null',
    delivery: 'text | null',
    event: 'text | null',
    attempt: 'text | null',
    approval: 'text | null',
  },
  text: `
  select i.ledger_checked as progress, database_identity() as identity, pg_snapshot_xmin(now.snapshot)::text as oldest,
    pg_snapshot_xmax(now.snapshot)::text as until,
    coalesce((select max(id) from occurrences), 0)::text as occurrence,
    coalesce((select max(id) from deliveries), 0)::text as delivery,
    coalesce((select max(id) from delivery_events), 0)::text as event,
    coalesce((select max(id) from attempts), 0)::text as attempt,
    coalesce((select max(id) from approval_events), 0)::text as approval
  from installation i, (select pg_current_snapshot() as snapshot) now`,
});

const changesStatement = statement({
  name: 'list-changes-of-ledger',
  columns: { id: 'bigint | null' },
  text: `
  select id from occurrences where id > $1
  union
  select occurrence_id from deliveries where id > $2
  union
  select d.occurrence_id from delivery_events e join deliveries d on d.id = e.delivery_id where e.id > $3
  union
  select d.occurrence_id from attempts t join deliveries d on d.id = t.delivery_id where t.id > $4
  union
  select occurrence_id from approval_events where id > $5
  union
  select occurrence_id from deliveries where state = 'published' and published_at >= $6
  union
  select d.occurrence_id from schedules s join deliveries d on d.schedule_id = s.id where s.paused_at >= $6`,
});

const noteStatement = statement({
  name: 'note-ledger-checked',
  columns: {},
  text: `update installation set ledger_checked = $1::jsonb`,
});

/** An outcome is committed a little after the time in it. */
const marginMs = 10 * 60_000;
/** Everything is read once in this many checks. */
export const slices = 24;

/** What to check now; null: everything, because this database was never checked, or is another one since. */
export type LedgerTask = { since: LedgerProgress['checked']; slice: { after: string; last: string } } | null;

/** What is to be checked, and the progress to note when it is found in order. */
export async function nextTask(run: Run, now: Date): Promise<{ task: LedgerTask; next: LedgerProgress }> {
  const [row] = await run(standingStatement, []);
  if (row === undefined) throw new Error('the table installation has no row');
  const parsed = progress.safeParse(row.progress);
  const seen = { numbers: numbers.parse(row), at: now, until: row.until ?? '0' };
  const identity = row.identity ?? '';
  const before = parsed.success && parsed.data.identity === identity ? parsed.data : null;
  if (before === null) return { task: null, next: { identity, checked: seen, seen, slice: '0' } };
  const isSettled = BigInt(row.oldest ?? '0') >= BigInt(before.seen.until);
  const slice = sliceAfter(before.slice, seen.numbers);
  return {
    task: { since: before.checked, slice },
    next: isSettled
      ? { identity, checked: { numbers: before.seen.numbers, at: before.seen.at }, seen, slice: slice.last }
      : { ...before, slice: slice.last },
  };
}

function sliceAfter(after: string, { occurrence }: Numbers): { after: string; last: string } {
  const [from, end] = [BigInt(after), BigInt(occurrence)];
  const begin = from >= end ? 0n : from;
  return { after: String(begin), last: String(begin + end / BigInt(slices) + 1n) };
}

/** The occurrences of which something may have changed. */
export async function listChanged(run: Run, { numbers: given, at }: LedgerProgress['checked']): Promise<string[]> {
  const { occurrence, delivery, event, attempt, approval } = given;
  const since = new Date(at.getTime() - marginMs);
  const rows = await run(changesStatement, [occurrence, delivery, event, attempt, approval, since]);
  return rows.flatMap((row) => row.id ?? []);
}

/** Notes a progress. */
export const noteChecked = async (run: Run, next: LedgerProgress): Promise<void> => {
  await run(noteStatement, [JSON.stringify(next)]);
};
