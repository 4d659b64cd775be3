/** Moves attempts of deliveries that ended long ago to an archive, so that the fence writes into a small table. */

import type pg from 'pg';
import { isEnded } from '../fragments.ts';
import { statement } from '../statement.ts';
import { inTransaction } from '../statements.ts';

/** The days for which a delivery's attempts stay in the engine's table after its end. */
export const archiveAfterDays = 90;
const day = 86_400_000;
const atOnce = 1000;

// Attempts are numbered in chronological order, so the scan begins with the oldest and ends with the first that is too
// young; the primary key is enough. Attempts that still wait for a person stay, however old.
const archiveStatement = statement({
  name: 'archive-attempts',
  columns: { last: 'text | null', reached: 'bool', moved: 'int' },
  text: `
  with batch as (
    select id, delivery_id, fenced_at from attempts where id > $1 order by id limit $3
  ), moved as (
    delete from attempts t
    using batch, deliveries d
    where t.id = batch.id and d.id = batch.delivery_id and ${isEnded}
      and d.finished_at < $2
    returning t.*
  ), kept as (
    insert into attempts_archive (id, agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at,
      post_id, outcome, detail, finished_at)
    select id, agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at, post_id, outcome, detail,
      finished_at from moved
  )
  select max(id)::text as last, coalesce(bool_or(fenced_at >= $2), true) as reached, (select count(*)::int
    from moved) as moved
  from batch`,
});

/**
 * Moves attempts of deliveries that ended more than `archiveAfterDays` ago, a thousand per transaction; returns how
 * many. `all_attempts` still shows them. `signal` ends it between two batches.
 */
export async function archiveAttempts(
  pool: pg.Pool,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  const before = new Date(now.getTime() - archiveAfterDays * day);
  let count = 0;
  for (let last = '0'; !signal.aborted;) {
    const [batch] = await inTransaction(pool, (run) => run(archiveStatement, [last, before, atOnce]));
    count += batch?.moved ?? 0;
    if (!batch || batch.reached || batch.last === null) break;
    last = batch.last;
  }
  return count;
}
