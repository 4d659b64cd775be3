import { join } from 'node:path';
import { startJobs } from '#db/jobs.ts';
import { loadConfig } from './base/settings/config.ts';
import * as jobFiles from './app/processes/job-files.ts';
import type { Services } from './base/handlers.ts';
import { describeError, openLog, removeStale, type Log } from './app/http/index.ts';
import { type Metrics, openMetrics } from './base/metrics/index.ts';
import { handlersOf } from './base/jobs.ts';
import { sayFirstOwner } from './people/operator/index.ts';
import { runProcess } from './app/processes/process.ts';
import { type Clock, replanOutdated } from './publishing/index.ts';
import { ofBuild } from './app/processes/build.ts';
import { failuresOf } from './app/processes/outages.ts';
import { exposeMetrics } from './app/processes/metrics.ts';
import { openPublisher } from './app/processes/publisher.ts';
import { jobStatementSeconds, openServices } from './app/processes/services.ts';
import { declareWorkerFigures } from './app/processes/worker-figures.ts';
import { openManagedDatabase } from './app/processes/start/managed.ts';

/** The handler of every job, by its name in the queue. */
const handled = handlersOf(Object.values(jobFiles));

/** A running worker: it publishes and runs the background jobs. `stop` waits for running work. */
export type Worker = { stop(): Promise<void> };

/**
 * Starts publishing and the background jobs on these services. `clock` replaces the database's for publishing,
 * `leaseSeconds` its lease.
 */
export async function startWorker(
  services: Services,
  log: Log,
  options: { clock?: Clock; leaseSeconds?: number; metrics?: Metrics } = {},
): Promise<Worker> {
  const { metrics = openMetrics(), ...ofEngine } = options;
  const figures = declareWorkerFigures(metrics);
  const failures = failuresOf(log, services);
  await removeStale(join(services.config.dataDir, 'tmp'), services.clock());
  const background = await startJobs(services.db, {
    jobs: Object.fromEntries([...handled].map(([name, { job }]) => [name, job.settings])),
    handlers: Object.fromEntries([...handled].map(([name, handle]) => [name, handle(services)])),
    onError: (error, job) => {
      if (job !== undefined) figures.countFailure(job);
      failures.say('job failed', { job: job ?? '' }, error);
    },
  });
  await replanAtStart(services, log);
  const publisher = await openPublisher(services, log, { ...ofEngine, countPost: figures.countPost, failures });
  log.info({ pid: process.pid, ...ofBuild }, 'worker started');
  return {
    stop: async () => {
      await Promise.all([publisher.stop(), background.stop()]);
      failures.stop();
      log.info({}, 'worker stopped');
    },
  };
}

/**
 * Before anything is sent: the instants that a process with older time-zone data has planned are recomputed by this
 * one's data.
 */
async function replanAtStart({ db, clock }: Services, log: Log): Promise<void> {
  try {
    const { schedules, items } = await replanOutdated(db, { now: clock });
    if (schedules > 0) log.info({ schedules, items }, 'plans recomputed');
  } catch (error) {
    // Posts must go out all the same; the hourly job tries again.
    log.error(describeError(error), 'plans not recomputed');
  }
}

/** `node server/worker.ts`: the worker as a process of its own, beside any number of others. Needs DATABASE_URL. */
if (import.meta.main) {
  await runProcess(async () => {
    const config = loadConfig();
    const databaseUrl = await openManagedDatabase(config);
    const { services, close } = await openServices(config, {
      databaseUrl,
      connections: 10,
      name: 'agencyreel worker',
      statementSeconds: jobStatementSeconds,
    });
    await sayFirstOwner(services);
    const metrics = openMetrics();
    const worker = await startWorker(services, openLog(config.logLevel ?? 'info'), { metrics });
    const pools = { worker: services.db.pool };
    const closeMetrics = await exposeMetrics(metrics, { config, port: config.metrics.workerPort, pools });
    return async () => {
      await closeMetrics();
      await worker.stop();
      await close();
    };
  });
}
