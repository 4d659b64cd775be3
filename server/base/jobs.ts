import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { enqueue, type JobData, type JobHandler, type JobSettings, type FairShare } from '#db/jobs.ts';
import type { Services } from './handlers.ts';

/** The export of a `*.job.ts`: takes the services and gives the handler of its job, which parses its payload first. */
export type HandledJob = ((services: Services) => JobHandler) & { job: { name: string; settings: JobSettings } };

type Run<Payload> = (payload: Payload, context: Parameters<JobHandler>[1]) => Promise<void>;

/** A background job: its name in the queue, its payload (ids of the rows it serves) and how it is run. */
function declareJob<Payload extends z.ZodType<JobData>>(name: string, payload: Payload, settings: JobSettings) {
  const job = { name, settings };
  return {
    ...job,
    payload,
    /** Connects the job to its handler; called once, in the job's own file. */
    handledBy: (make: (services: Services) => Run<z.output<Payload>>): HandledJob =>
      Object.assign(
        (services: Services): JobHandler => {
          const run = make(services);
          return (data, context) => run(payload.parse(data), context);
        },
        { job },
      ),
  };
}

/** A mail by name, written when it is sent; or one already written, without secrets. */
const mailPayload = z.discriminatedUnion('letter', [
  z.object({
    letter: z.enum(['reset-password', 'credentials', 'added']),
    agencyId: z.string(),
    userId: z.string(),
  }),
  z.object({ letter: z.literal('change-email'), agencyId: z.string(), userId: z.string(), newEmail: z.string() }),
  z.object({ letter: z.literal('connect-link'), agencyId: z.string(), linkId: z.string() }),
  z.object({ letter: z.literal('reconnect'), agencyId: z.string(), accountId: z.string() }),
  z.object({
    letter: z.literal('written'),
    agencyId: z.string().default(''),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** The reply-to address; '' for the usual one. */
    replyTo: z.string().default(''),
  }),
]);
/** The payload of the job that sends mails. */
export type MailPayload = z.output<typeof mailPayload>;

const nothing = z.object({});

/**
 * Every background job, listed once. Publishing has its own rows and is not among them. The queue stores these names,
 * so they must not change.
 */
export const jobs = {
  sendMail: declareJob('send-mail', mailPayload, { concurrency: 2, retryLimit: 8, expireSeconds: 120 }),
  makeThumbnail: declareJob('make-thumbnail', z.object({ fileId: z.string() }), {
    concurrency: 1,
    retryLimit: 3,
    expireSeconds: 300,
  }),
  renderVideo: declareJob('render-video', z.object({ videoId: z.string() }), {
    concurrency: 2,
    concurrencyPerOwner: 1,
    retryLimit: 2,
    expireSeconds: 2 * 3600,
  }),
  copyClips: declareJob('copy-clips', z.object({ videoId: z.string() }), {
    concurrency: 2,
    concurrencyPerOwner: 1,
    retryLimit: 2,
    expireSeconds: 900,
  }),
  copyPictures: declareJob('copy-pictures', z.object({ designId: z.string() }), {
    concurrency: 2,
    concurrencyPerOwner: 1,
    retryLimit: 2,
    expireSeconds: 300,
  }),
  drawDesign: declareJob('draw-design', z.object({ drawingId: z.string() }), {
    concurrency: 1,
    retryLimit: 3,
    expireSeconds: 120,
  }),
  drawBatch: declareJob('draw-batch', z.object({ batchId: z.string() }), {
    concurrency: 1,
    retryLimit: 3,
    expireSeconds: 1800,
  }),
  forgetExpired: declareJob('forget-expired', nothing, { cron: '17 3 * * *', expireSeconds: 4 * 3600 }),
  renewAccounts: declareJob('renew-accounts', nothing, { cron: '*/15 * * * *', retryLimit: 0 }),
  handOver: declareJob('hand-over', nothing, { cron: '* * * * *', retryLimit: 0 }),
  mailApprovals: declareJob('mail-approvals', nothing, { cron: '* * * * *', retryLimit: 0 }),
  readEngagement: declareJob('read-engagement', nothing, { cron: '*/10 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  checkMedia: declareJob('check-media', nothing, { cron: '*/15 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  lookAtSubscriptions: declareJob('look-at-subscriptions', nothing, {
    cron: '35 * * * *',
    retryLimit: 0,
    expireSeconds: 3600,
  }),
  checkDomains: declareJob('check-domains', nothing, { cron: '5 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  checkLedger: declareJob('check-ledger', nothing, { cron: '41 * * * *', retryLimit: 0 }),
  noteChanges: declareJob('note-changes', nothing, { cron: '* * * * *', retryLimit: 0 }),
  archiveAttempts: declareJob('archive-attempts', nothing, { cron: '23 2 * * *', retryLimit: 0, expireSeconds: 3600 }),
  replanSchedules: declareJob('replan-schedules', nothing, { cron: '11 * * * *', retryLimit: 2 }),
  tidyVideos: declareJob('tidy-videos', nothing, { cron: '*/10 * * * *', retryLimit: 0 }),
  removeFiles: declareJob('remove-files', nothing, { cron: '47 3 * * *', retryLimit: 0, expireSeconds: 3600 }),
  removePieces: declareJob('remove-pieces', nothing, { cron: '29 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  lookAtWorks: declareJob('look-at-works', nothing, { cron: '13 4 * * *', retryLimit: 0, expireSeconds: 3600 }),
  exportData: declareJob('export-data', z.object({ exportId: z.string() }), {
    concurrency: 2,
    retryLimit: 3,
    expireSeconds: 6 * 3600,
  }),
  deleteAgency: declareJob('delete-agency', z.object({ deletionId: z.string() }), {
    concurrency: 1,
    retryLimit: 20,
    expireSeconds: 3600,
  }),
  makeReportPdf: declareJob('make-report-pdf', z.object({ pdfId: z.string() }), {
    concurrency: 1,
    retryLimit: 2,
    expireSeconds: 300,
  }),
  makeUpgrade: declareJob('make-upgrade', z.object({ fileId: z.string() }), {
    concurrency: 1,
    retryLimit: 2,
    expireSeconds: 3600,
  }),
  mailReports: declareJob('mail-reports', nothing, { cron: '19 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  watchKeywords: declareJob('watch-keywords', nothing, { cron: '27 * * * *', retryLimit: 0, expireSeconds: 3600 }),
  makeBackup: declareJob('make-backup', nothing, { cron: '*/10 * * * *', retryLimit: 0, expireSeconds: 6 * 3600 }),
  tidyReports: declareJob('tidy-reports', nothing, { cron: '53 * * * *', retryLimit: 0 }),
  tidyAccountData: declareJob('tidy-account-data', nothing, {
    cron: '7 * * * *',
    retryLimit: 0,
    expireSeconds: 3600,
  }),
};

/** Enqueues a job in the caller's transaction: it runs if and only if that commits. */
export const enqueueJob = <Payload extends JobData>(
  tx: Tx,
  job: { name: string; payload: z.ZodType<Payload> },
  payload: NoInfer<Payload>,
  options: { startAfter?: Date; singletonKey?: string; fairShare?: FairShare } = {},
): Promise<void> => enqueue(tx, job.name, payload, options);

/** The handlers of all jobs by name. Throws if a job has no handler or two. */
export function handlersOf(handled: readonly HandledJob[]): ReadonlyMap<string, HandledJob> {
  const names = handled.map(({ job }) => job.name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const missing = Object.values(jobs).filter(({ name }) => !names.includes(name));
  if (twice.length > 0) throw new Error(`two handlers for the job ${twice.join(', ')}`);
  if (missing.length > 0) throw new Error(`no handler for the job ${missing.map(({ name }) => name).join(', ')}`);
  return new Map(handled.map((one) => [one.job.name, one]));
}
