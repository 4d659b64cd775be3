/**
 * Background jobs on PostgreSQL (pg-boss): a job is a nudge that carries an id, written in the transaction of the row
 * it serves; its handler reads the row again and does what the row's state allows, because it may run twice. NOTE never
 * for publishing: a lost worker's job runs again, which would post twice.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss, type Job } from 'pg-boss';
import type { Database, Tx } from './database.ts';

/** The data of a job: ids, no content. */
export type JobData = Readonly<Record<string, string>>;

/** Runs one job. Throwing means retrying later; `signal` aborts when the job's time is over or the worker stops. */
export type JobHandler = (
  data: JobData,
  context: { signal: AbortSignal; jobId: string; retryCount: number },
) => Promise<void>;

/** How a job is run; everything has a default. */
export type JobSettings = {
  /** How many run at once in this process (1). */
  concurrency?: number;
  /** Attempts after the first one (5), with waits that grow from `retryDelaySeconds` (5) to ten minutes. */
  retryLimit?: number;
  retryDelaySeconds?: number;
  /** Maximum duration of one attempt (900 s). */
  expireSeconds?: number;
  /** How many of one owner run at once in this process (all); the other slots are kept free for others. */
  concurrencyPerOwner?: number;
  /**
   * Starts the job by the clock, '0 3 * * *' in UTC, with empty data; runs missed while no worker ran are made up once.
   */
  cron?: string;
};

/**
 * A job's owner, and how many jobs of the same owner are queued before it. Waiting jobs with fewer before them start
 * first, so that one owner's long queue does not block the others.
 */
export type FairShare = { owner: string; before: number };

/** When a job starts, and the key that waiting jobs for the same work share. */
type Options = { startAfter?: Date; singletonKey?: string; fairShare?: FairShare };

/** Running workers. */
export type Jobs = {
  /** The jobs that failed for good, newest first. */
  listDead: () => Promise<{ name: string; data: JobData; failedAt: Date }[]>;
  stop: () => Promise<void>;
};

/** The queue that keeps the jobs that failed for good. */
export const deadLetters = 'dead-letters';
const wakeChannel = 'jobs';

/** How often waiting and deferred jobs are polled for, in case a notification is missing. */
const pollSeconds = 1;

/** A worker that is silent for this long loses its jobs to another one. */
const heartbeatSeconds = 20;
const superviseSeconds = 10;

/**
 * Writes a job in the caller's transaction: it exists if and only if that commits. While a job with the same
 * `singletonKey` waits to start, no second one is added; the earlier start of the two counts.
 * A caller with a registry narrows the names: `export const enqueue = enqueueJob<JobName>`.
 */
export async function enqueue<Name extends string>(
  tx: Tx,
  name: Name,
  data: JobData,
  options: Options = {},
): Promise<void> {
  if (await insertJob(tx, { name, data, ...options })) return;
  // No worker has ever started with this job, so its queue is created here; the worker sets its options later.
  await sql`select pgboss.create_queue(${deadLetters},
    ${JSON.stringify({ policy: 'standard', ...queueOptions({}, null) })}::jsonb)`.execute(tx);
  await sql`select pgboss.create_queue(${name},
    ${JSON.stringify({ policy: 'short', ...queueOptions({}, deadLetters) })}::jsonb)`.execute(tx);
  if (!(await insertJob(tx, { name, data, ...options }))) throw new Error(`job ${name} was not written`);
}

/** Writes the row that pg-boss's own `send` would, without its cache of queues; false if the queue does not exist. */
async function insertJob(
  tx: Tx,
  { name, data, startAfter, singletonKey, fairShare }: { name: string; data: JobData } & Options,
): Promise<boolean> {
  // A queue of policy 'short' holds one waiting job per key; without a key from the caller, each job gets its own.
  const { rows } = await sql`
    insert into pgboss.job_common (
      name, data, priority, group_id, start_after, created_on, singleton_key, expire_seconds, deletion_seconds,
      keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select
      name, ${JSON.stringify(data)}::jsonb, ${-(fairShare?.before ?? 0)}::int, ${fairShare?.owner ?? null}, at, now(),
      coalesce(${singletonKey ?? null}::text, gen_random_uuid()::text),
      expire_seconds, deletion_seconds, at + retention_seconds * interval '1 s', retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue, coalesce(${startAfter ?? null}::timestamptz, now()) as at
    where name = ${name}
    on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short'
      do update set start_after = least(job_common.start_after, excluded.start_after)
    returning pg_notify(${wakeChannel}, name)`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes jobs in any state, also completed and failed ones, by their data: `{to: ['a@b.test']}` deletes those whose
 * `to` is that address, case-insensitively.
 */
export async function deleteJobs(tx: Tx, carried: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [name, values] of Object.entries(carried)) {
    if (values.length === 0) continue;
    await sql`delete from pgboss.job where lower(data ->> ${name}) =
      any(${values.map((value) => value.toLowerCase())}::text[])`.execute(tx);
  }
}

/** Deletes the jobs of a name that wait, run or will be retried; returns how many. */
export async function deleteLiveJobs(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql`
    delete from pgboss.job where name = ${name} and state < 'completed' returning id`.execute(tx);
  return rows.length;
}

/** The data of the jobs of a name that wait, run or will be retried. */
export async function listLiveJobs(tx: Tx, name: string): Promise<JobData[]> {
  const { rows } = await sql<{ data: JobData }>`
    select data from pgboss.job where name = ${name} and state < 'completed'`.execute(tx);
  return rows.map(({ data }) => data);
}

/** Creates or updates the queue's schema over a connection; part of migrating. */
export async function installJobs(client: pg.Client): Promise<void> {
  const boss = new PgBoss({ db: executor(client), migrate: true, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

/**
 * Starts the workers of this process. Refuses a job without a handler and a handler without a job. Resolves once all of
 * them poll for work.
 */
export async function startJobs<Name extends string>(
  db: Database,
  {
    jobs,
    handlers,
    onError,
  }: {
    jobs: Readonly<Record<Name, JobSettings>>;
    handlers: Readonly<Record<NoInfer<Name>, JobHandler>>;
    /** Called for failed attempts and for errors of the database, with the job's name if there is one. */
    onError: (error: unknown, jobName?: string) => void;
  },
): Promise<Jobs> {
  const registry = new Map<string, { settings: JobSettings; handle: JobHandler }>();
  refuseUnequal(Object.keys(jobs), Object.keys(handlers));
  for (const [name, settings] of Object.entries<JobSettings>(jobs)) {
    const handle = Object.entries<JobHandler>(handlers).find(([handled]) => handled === name)?.[1];
    if (handle === undefined) throw new Error(`job ${name} has no handler`);
    registry.set(name, { settings, handle });
  }

  const boss = new PgBoss({
    db: executor(db.pool),
    migrate: false,
    supervise: true,
    schedule: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    persistQueueStats: false,
    reindex: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(deadLetters, queueOptions({}, null));
  const workers = new Map<string, string[]>();
  for (const [name, { settings, handle }] of registry) {
    await prepareQueue(boss, name, settings);
    workers.set(name, await startWorkers(boss, { name, settings, handle, onError }));
  }
  await unscheduleOthers(boss, jobs);
  const unlisten = await db.listen(wakeChannel, (name) => {
    const woken = name === '' ? [...workers.values()].flat() : (workers.get(name) ?? []);
    for (const worker of woken) boss.notifyWorker(worker);
  });
  const stop = once(async () => {
    forget();
    await unlisten();
    await boss.stop({ graceful: true, close: false, timeout: 20_000 });
  });
  const forget = db.beforeClose(stop);
  return {
    listDead: async () => {
      const dead = await boss.findJobs<JobData>(deadLetters);
      return dead
        .map(({ sourceName, data, createdOn }) => ({ name: sourceName ?? deadLetters, data, failedAt: createdOn }))
        .toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
    },
    stop,
  };
}

/** Lets the running jobs end (20 s), then returns them to the queue. */
export async function stopJobs(jobs: Jobs): Promise<void> {
  await jobs.stop();
}

function refuseUnequal(jobs: readonly string[], handlers: readonly string[]): void {
  const without = jobs.filter((name) => !handlers.includes(name));
  if (without.length > 0) throw new Error(`jobs without a handler: ${without.join(', ')}`);
  const unknown = handlers.filter((name) => !jobs.includes(name));
  if (unknown.length > 0) throw new Error(`handlers without a job: ${unknown.join(', ')}`);
}

function queueOptions(
  { retryLimit = 5, retryDelaySeconds = 5, expireSeconds = 900 }: JobSettings,
  deadLetter: string | null,
) {
  return {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: expireSeconds,
    heartbeatSeconds,
    retentionSeconds: 30 * 86_400,
    deleteAfterSeconds: 86_400,
    ...(deadLetter === null ? {} : { deadLetter }),
  };
}

async function prepareQueue(boss: PgBoss, name: string, settings: JobSettings): Promise<void> {
  const options = queueOptions(settings, deadLetters);
  await boss.createQueue(name, { policy: 'short', ...options });
  await boss.updateQueue(name, options);
  if (settings.cron === undefined) return;
  // With a key of its own: no second job is added while the last one still waits.
  await boss.schedule(name, settings.cron, {}, { tz: 'UTC', missed: 'once', singletonKey: 'cron' });
}

async function startWorkers(
  boss: PgBoss,
  {
    name,
    settings,
    handle,
    onError,
  }: {
    name: string;
    settings: JobSettings;
    handle: JobHandler;
    onError: (error: unknown, jobName?: string) => void;
  },
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = settings.concurrency ?? 1; count > 0; count--) {
    const worker: { id?: string } = {};
    worker.id = await boss.work<JobData>(
      name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize: 1,
        // Counted over all workers of the job in this process, not only this one's.
        ...(settings.concurrencyPerOwner !== undefined && { localGroupConcurrency: settings.concurrencyPerOwner }),
      },
      async ([job]: Job<JobData>[]) => {
        if (job === undefined) return;
        try {
          await handle(job.data, { signal: job.signal, jobId: job.id, retryCount: job.retryCount });
        } catch (error) {
          onError(error, name);
          throw error;
        } finally {
          // Fetches the next job at once: waiting for the poll would allow one job a second.
          if (worker.id !== undefined) boss.notifyWorker(worker.id);
        }
      },
    );
    ids.push(worker.id);
  }
  return ids;
}

async function unscheduleOthers(boss: PgBoss, jobs: Readonly<Record<string, JobSettings>>): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (jobs[name]?.cron === undefined) await boss.unschedule(name);
  }
}

/** Runs `work` at the first call; every call returns that run's promise. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}

function executor(connection: pg.Pool | pg.Client) {
  return { executeSql: (text: string, values?: unknown[]) => connection.query(text, values) };
}
