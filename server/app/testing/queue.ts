/** What the queue holds of a job, for tests without a worker. */
import type { Database } from '#db/database.ts';
import type { JobData } from '#db/jobs.ts';

type Job = { name: string };

/** The payloads of a job in the queue, the oldest first; `carried` narrows them to those that carry these values. */
export async function queued(
  { pool }: Pick<Database, 'pool'>,
  { name }: Job,
  carried: JobData = {},
): Promise<JobData[]> {
  // What one transaction has written has one time; the place in the table tells its order.
  const { rows } = await pool.query<{ data: JobData }>(
    'select data from pgboss.job where name = $1 and data @> $2 order by created_on, ctid',
    [name, carried],
  );
  return rows.map(({ data }) => data);
}

/** The same payloads, which are taken out of the queue. */
export async function takeQueued(
  { pool }: Pick<Database, 'pool'>,
  { name }: Job,
  carried: JobData = {},
): Promise<JobData[]> {
  const { rows } = await pool.query<{ data: JobData }>(
    `with taken as (
      delete from pgboss.job where name = $1 and data @> $2 returning data, created_on, ctid as place
    )
    select data from taken order by created_on, place`,
    [name, carried],
  );
  return rows.map(({ data }) => data);
}
