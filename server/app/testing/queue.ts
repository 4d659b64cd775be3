/** The contents of the queue for a job, for tests without a worker. */
import type { Database } from '#db/database.ts';
import type { JobData } from '#db/jobs.ts';

type Job = { name: string };

/** The payloads of a job in the queue, oldest first; `carried` selects those with these values. */
export async function queued(
  { pool }: Pick<Database, 'pool'>,
  { name }: Job,
  carried: JobData = {},
): Promise<JobData[]> {
  // All rows of one transaction have the same time; their position in the table shows their order.
  const { rows } = await pool.query<{ data: JobData }>(
    'select data from pgboss.job where name = $1 and data @> $2 order by created_on, ctid',
    [name, carried],
  );
  return rows.map(({ data }) => data);
}

/** The same payloads, which are also removed from the queue. */
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
