import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { startJobs } from '#db/jobs.ts';
import { deleteAgency } from './account-data/delete-agency.job.ts';
import { exportData } from './account-data/export-data.job.ts';
import { tidyAccountData } from './account-data/tidy-account-data.job.ts';
import { renewAccounts } from './accounts/renew-accounts.job.ts';
import { checkDomains } from './white-label/check-domains.job.ts';
import { lookAtSubscriptions } from './memberships/look-at-subscriptions.job.ts';
import { mailApprovals } from './approvals/mail-approvals.job.ts';
import { forgetExpired } from './app/forget-expired.job.ts';
import { loadConfig } from './app/config.ts';
import { readEngagement } from './engagement/read-engagement.job.ts';
import { handOver } from './hand-over/hand-over.job.ts';
import type { Services } from './app/handlers.ts';
import { describeError, openLog, removeStale, type Log } from './http/index.ts';
import { handlersOf } from './app/jobs.ts';
import { checkMedia } from './media/check-media.job.ts';
import { sendMail } from './app/send-mail.job.ts';
import { sayFirstOwner } from './operator/index.ts';
import { runProcess } from './app/process.ts';
import { archiveAttempts } from './publishing/engine/archive-attempts.job.ts';
import { checkLedger } from './publishing/plan/check-ledger.job.ts';
import { type Clock, replanOutdated } from './publishing/index.ts';
import { replanSchedules } from './publishing/plan/replan.job.ts';
import { openPublisher } from './app/publisher.ts';
import { openServices } from './app/services.ts';
import { drawBatch } from './batches/draw-batch.job.ts';
import { drawDesign } from './designs/draw-design.job.ts';
import { makeThumbnail } from './library/make-thumbnail.job.ts';
import { mailReports } from './reports/mail-reports.job.ts';
import { makeReportPdf } from './reports/make-report-pdf.job.ts';
import { makeUpgrade } from './upgrades/make-upgrade.job.ts';
import { tidyReports } from './reports/tidy-reports.job.ts';
import { removeFiles } from './library/remove-files.job.ts';
import { removePieces } from './uploads/remove-pieces.job.ts';
import { renderVideo } from './videos/render-video.job.ts';
import { tidyVideos } from './videos/tidy-videos.job.ts';
import { watchKeywords } from './watching/watch-keywords.job.ts';

/** Every job's handler, which a name in the queue leads to. */
const handled = handlersOf([
  sendMail,
  drawBatch,
  drawDesign,
  makeThumbnail,
  renderVideo,
  tidyVideos,
  forgetExpired,
  checkLedger,
  archiveAttempts,
  readEngagement,
  checkMedia,
  renewAccounts,
  handOver,
  mailApprovals,
  checkDomains,
  lookAtSubscriptions,
  replanSchedules,
  removeFiles,
  removePieces,
  exportData,
  deleteAgency,
  tidyAccountData,
  makeReportPdf,
  mailReports,
  tidyReports,
  watchKeywords,
  makeUpgrade,
]);

/** A running worker: it publishes and does the background jobs. `stop` lets what runs end. */
export type Worker = { stop(): Promise<void> };

/**
 * Starts publishing and the background jobs on these services; a given `clock` replaces the database's for publishing,
 * `leaseSeconds` its lease.
 */
export async function startWorker(
  services: Services,
  log: Log,
  options: { clock?: Clock; leaseSeconds?: number } = {},
): Promise<Worker> {
  await removeStale(join(services.config.dataDir, 'tmp'), services.clock());
  const background = await startJobs(services.db, {
    jobs: Object.fromEntries([...handled].map(([name, { job }]) => [name, job.settings])),
    handlers: Object.fromEntries([...handled].map(([name, handle]) => [name, handle(services)])),
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
    if (config.databaseUrl === null)
      throw new Error('DATABASE_URL is not set (npm start brings a database of its own)');
    await migrate(config.databaseUrl);
    const { services, close } = await openServices(config, {
      databaseUrl: config.databaseUrl,
      connections: 10,
      name: 'agencyreel worker',
    });
    await sayFirstOwner(services);
    const worker = await startWorker(services, openLog(config.logLevel ?? 'info'));
    return async () => {
      await worker.stop();
      await close();
    };
  });
}
