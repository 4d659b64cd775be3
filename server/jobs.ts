import type { Tx } from '#db/database.ts';
import { enqueue, type JobHandler, type JobSettings } from '#db/jobs.ts';
import type { Services } from './handlers.ts';

/**
 * Every background job: its payload (ids of the rows it serves) and how it is run. Handlers stand in `*.job.ts` and are
 * put to their names in worker.ts. Publishing is not among them: it has its own rows.
 */
export type Payloads = {
  'send-mail': MailPayload;
  'make-thumbnail': { fileId: string };
  'forget-expired': Record<never, string>;
  'check-ledger': Record<never, string>;
  'archive-attempts': Record<never, string>;
  'read-engagement': Record<never, string>;
  'check-media': Record<never, string>;
  'renew-accounts': Record<never, string>;
  'hand-over': Record<never, string>;
  'mail-approvals': Record<never, string>;
  'replan-schedules': Record<never, string>;
  'remove-files': Record<never, string>;
  'export-data': { agencyId: string; exportId: string };
  'delete-agency': { deletionId: string };
  'tidy-account-data': Record<never, string>;
};

/** A letter by name, written when it is sent; or one that is written already and holds no secret. */
export type MailPayload =
  | { letter: 'reset-password' | 'credentials' | 'added'; agencyId: string; userId: string }
  | { letter: 'change-email'; agencyId: string; userId: string; newEmail: string }
  | { letter: 'connect-link'; agencyId: string; linkId: string }
  | { letter: 'reconnect'; agencyId: string; accountId: string }
  | { letter: 'written'; agencyId: string; to: string; subject: string; text: string; html: string };

export type JobName = keyof Payloads;

/** How each job is run. */
export const jobs: Readonly<Record<JobName, JobSettings>> = {
  'send-mail': { concurrency: 2, retryLimit: 8, expireSeconds: 120 },
  'make-thumbnail': { concurrency: 1, retryLimit: 3, expireSeconds: 300 },
  'forget-expired': { cron: '17 3 * * *' },
  'renew-accounts': { cron: '*/15 * * * *', retryLimit: 0 },
  'hand-over': { cron: '* * * * *', retryLimit: 0 },
  'mail-approvals': { cron: '* * * * *', retryLimit: 0 },
  'read-engagement': { cron: '*/10 * * * *', retryLimit: 0, expireSeconds: 3600 },
  'check-media': { cron: '*/15 * * * *', retryLimit: 0, expireSeconds: 3600 },
  'check-ledger': { cron: '41 * * * *', retryLimit: 0 },
  'archive-attempts': { cron: '23 2 * * *', retryLimit: 0, expireSeconds: 3600 },
  'replan-schedules': { cron: '11 * * * *', retryLimit: 2 },
  'remove-files': { cron: '47 3 * * *', retryLimit: 0, expireSeconds: 3600 },
  'export-data': { concurrency: 2, retryLimit: 3, expireSeconds: 6 * 3600 },
  'delete-agency': { concurrency: 1, retryLimit: 20, expireSeconds: 3600 },
  'tidy-account-data': { cron: '7 * * * *', retryLimit: 0, expireSeconds: 3600 },
};

/** What a `*.job.ts` exports: given the services, the handler of one job. */
export type JobMaker = (services: Services) => JobHandler;

/** Writes a job in the caller's transaction: it runs if and only if that commits. */
export const enqueueJob = <N extends JobName>(tx: Tx, name: N, payload: Payloads[N], options: { startAfter?: Date; singletonKey?: string } = {}): Promise<void> =>
  enqueue(tx, name, payload, options);
