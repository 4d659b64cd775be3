import { migrate } from '#db/migrate.ts';
import { startJobs, type JobHandler } from '#db/jobs.ts';
import { deleteAgency } from './account-data/delete-agency.job.ts';
import { exportData } from './account-data/export-data.job.ts';
import { tidyAccountData } from './account-data/tidy-account-data.job.ts';
import { renewAccounts } from './accounts/renew-accounts.job.ts';
import { mailApprovals } from './approvals/mail-approvals.job.ts';
import { forgetExpired } from './auth/forget-expired.job.ts';
import { loadConfig } from './config.ts';
import { readEngagement } from './engagement/read-engagement.job.ts';
import { handOver } from './hand-over/hand-over.job.ts';
import type { Services } from './handlers.ts';
import { describeError, openLog, type Log } from './http/log.ts';
import { jobs, type JobMaker, type JobName } from './jobs.ts';
import { checkMedia } from './media/check-media.job.ts';
import { sendMail } from './mail/send-mail.job.ts';
import { sayFirstOwner } from './operator/first-owner.ts';
import { runProcess } from './process.ts';
import { archiveAttempts } from './publishing/archive-attempts.job.ts';
import { checkLedger } from './publishing/check-ledger.job.ts';
import type { Clock } from './publishing/clock.ts';
import { replanSchedules } from './publishing/replan.job.ts';
import { replanOutdated } from './publishing/replan.ts';
import { openPublisher } from './publisher.ts';
import { openServices } from './services.ts';
import { makeThumbnail } from './streams/make-thumbnail.job.ts';
import { removeFiles } from './streams/remove-files.job.ts';

const makers: Readonly<Record<JobName, JobMaker>> = {
  'send-mail': sendMail,
  'make-thumbnail': makeThumbnail,
  'forget-expired': forgetExpired,
  'check-ledger': checkLedger,
  'archive-attempts': archiveAttempts,
  'read-engagement': readEngagement,
  'check-media': checkMedia,
  'renew-accounts': renewAccounts,
  'hand-over': handOver,
  'mail-approvals': mailApprovals,
  'replan-schedules': replanSchedules,
  'remove-files': removeFiles,
  'export-data': exportData,
  'delete-agency': deleteAgency,
  'tidy-account-data': tidyAccountData,
};

/** A running worker: it publishes and does the background jobs. `stop` lets what runs end. */
export type Worker = { stop(): Promise<void> };

/** Starts publishing and the background jobs on these services; a given `clock` replaces the database's for publishing, `leaseSeconds` its lease. */
export async function startWorker(services: Services, log: Log, options: { clock?: Clock; leaseSeconds?: number } = {}): Promise<Worker> {
  const handlerOf = (name: JobName): JobHandler => makers[name](services);
  const background = await startJobs<JobName>(services.db, {
    jobs,
    handlers: {
      'send-mail': handlerOf('send-mail'),
      'make-thumbnail': handlerOf('make-thumbnail'),
      'forget-expired': handlerOf('forget-expired'),
      'check-ledger': handlerOf('check-ledger'),
      'archive-attempts': handlerOf('archive-attempts'),
      'read-engagement': handlerOf('read-engagement'),
      'check-media': handlerOf('check-media'),
      'renew-accounts': handlerOf('renew-accounts'),
      'hand-over': handlerOf('hand-over'),
      'mail-approvals': handlerOf('mail-approvals'),
      'replan-schedules': handlerOf('replan-schedules'),
      'remove-files': handlerOf('remove-files'),
      'export-data': handlerOf('export-data'),
      'delete-agency': handlerOf('delete-agency'),
      'tidy-account-data': handlerOf('tidy-account-data'),
    },
    onError: (error, job) => log.error({ job: job ?? '', ...describeError(error) }, 'job failed'),
  });
  await replanAtStart(services, log);
  const publisher = await openPublisher(services, log, options);
  return {
    stop: async () => {
      await Promise.all([publisher.stop(), background.stop()]);
    },
  };
}

/** Before anything is sent: what a process with older time-zone data has planned gets its instants by this one's. */
async function replanAtStart({ db, clock }: Services, log: Log): Promise<void> {
  try {
    const { schedules, items } = await replanOutdated(db, { now: clock });
    if (schedules > 0) log.info({ schedules, items }, 'plans timed anew');
  } catch (error) {
    // Posts must go out all the same; the hourly job tries again.
    log.error(describeError(error), 'plans not timed anew');
  }
}

/** `node server/worker.ts`: the worker as a process of its own, beside any number of others. Needs DATABASE_URL. */
if (import.meta.main) {
  await runProcess(async () => {
    const config = loadConfig();
    if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set (npm start brings a database of its own)');
    await migrate(config.databaseUrl);
    const { services, close } = await openServices(config, { databaseUrl: config.databaseUrl, connections: 10, name: 'agencyreel worker' });
    await sayFirstOwner(services);
    const worker = await startWorker(services, openLog(config.logLevel ?? 'info'));
    return async () => {
      await worker.stop();
      await close();
    };
  });
}
