/** The background jobs as an operator sees them: how many wait and run, and which failed for good. */
import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { deadLetters, enqueue, type JobData } from './jobs.ts';

/** The count of a queue's jobs in a state; `waiting` jobs are due, `dead` ones failed for good. */
export type JobCount = { queue: string; state: 'waiting' | 'running' | 'dead'; count: number };

/** More jobs than this are not counted. */
const most = 2000;

/** Counts the jobs of each queue that wait, run or are dead, up to 2,000 together. */
export async function countJobs(tx: Tx): Promise<JobCount[]> {
  // The condition is the one of pg-boss's index of live jobs, word for word.
  const { rows } = await sql<JobCount>`
    select case when name = ${deadLetters} then coalesce(source_name, name) else name end as queue,
      case when name = ${deadLetters} then 'dead' when state = 'active' then 'running' else 'waiting' end as state,
      count(*)::int as count
    from (
      select name, state, source_name
      from pgboss.job_common
      where state in ('created', 'retry', 'active', 'failed') and state < 'completed' and start_after <= now()
      limit ${sql.lit(most)}
    ) live
    group by 1, 2
    order by 1, 2`.execute(tx);
  return rows;
}

/** A job that failed for good: the job's own name, when it failed, and what its last attempt said. */
export type DeadJob = { id: string; name: string; data: JobData; failedAt: Date; output: unknown };

/** The dead jobs, newest first; at most `limit`. */
export async function listDeadJobs(tx: Tx, { limit }: { limit: number }): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id::text, coalesce(source_name, name) as name, data, created_on as "failedAt", source_output as output
    from pgboss.job_common
    where name = ${deadLetters} and state in ('created', 'retry', 'active', 'failed') and state = 'created'
    order by created_on desc, id
    limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Queues dead jobs again, all of a name or one by its id, and removes them from the dead ones; returns how many. A job
 * reads its row again, so one whose work was done meanwhile changes nothing.
 */
export async function runDeadJobs(tx: Tx, which: { name: string } | { id: string }): Promise<number> {
  const chosen = 'name' in which ? sql`source_name = ${which.name}` : sql`id = ${which.id}::uuid`;
  const { rows } = await sql<{ name: string; data: JobData }>`
    delete from pgboss.job_common
    where name = ${deadLetters} and state = 'created' and source_name is not null and ${chosen}
    returning source_name as name, data`.execute(tx);
  for (const { name, data } of rows) await enqueue(tx, name, data);
  return rows.length;
}
