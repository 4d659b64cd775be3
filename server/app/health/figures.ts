import type { Metrics } from '../../base/metrics/index.ts';
import type { Services } from '../../base/handlers.ts';
import { lastBackup } from '../backup/index.ts';
import { oldestDueSeconds } from './posting.ts';
import type { Watch } from './watch.ts';

/** The queues whose jobs have a figure of their own, by the figure's subject. */
const renderQueue = 'render-video';
const mailQueue = 'send-mail';

/** Declares the figures of the whole installation, which are read from the database: every web server has the same. */
export function declareFigures(
  metrics: Metrics,
  { watch, services: { db, clock } }: { watch: Watch; services: Pick<Services, 'db' | 'clock'> },
): void {
  metrics.gauge({
    name: 'agencyreel_posts_due',
    help: 'Posts that wait for a worker now (at most 100 of each network are counted)',
    read: async () => [{ value: (await watch.posts()).due }],
  });
  metrics.gauge({
    name: 'agencyreel_oldest_due_seconds',
    help: 'How long the oldest of the due posts has been waiting',
    read: async () => [{ value: oldestDueSeconds(await watch.posts(), clock()) }],
  });
  metrics.gauge({
    name: 'agencyreel_workers',
    help: 'Workers that are connected to the database',
    read: async () => [{ value: (await watch.posts()).workers }],
  });
  metrics.gauge({
    name: 'agencyreel_posts_unsettled',
    help: 'Posts without a known end: still processed by the network, read back, or asked of a person',
    read: async () => {
      const { processing, read, asked } = (await watch.counts()).unsettled;
      return Object.entries({ processing, 'read-back': read, person: asked }).map(([by, value]) => ({
        labels: { by },
        value,
      }));
    },
  });
  metrics.gauge({
    name: 'agencyreel_accounts_to_reconnect',
    help: 'Accounts whose network refuses the connection, until a person reconnects them',
    read: async () => [{ value: (await watch.counts()).lostAccounts }],
  });
  declareJobs(metrics, watch);
  metrics.gauge({
    name: 'agencyreel_storage_up',
    help: 'Whether the storage of files answers (1) or not (0)',
    read: async () => [{ value: Number(await watch.storageAnswers()) }],
  });
  metrics.gauge({
    name: 'agencyreel_database_up',
    help: 'Whether the database answers (1) or not (0)',
    read: async () => [
      {
        value: await watch.posts().then(
          () => 1,
          () => 0,
        ),
      },
    ],
  });
  metrics.gauge({
    name: 'agencyreel_last_backup_timestamp_seconds',
    help: 'When the last good backup ended, in seconds since 1970; absent if there is none',
    read: async () => {
      const last = await lastBackup(db);
      return last === null ? [] : [{ value: last.finishedAt.getTime() / 1000 }];
    },
  });
}

function declareJobs(metrics: Metrics, watch: Watch): void {
  metrics.gauge({
    name: 'agencyreel_jobs',
    help: 'Background jobs by queue and state: waiting, running, dead (failed for good)',
    read: async () =>
      (await watch.counts()).jobs.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
  });
  const countOf = async (queue: string, state: string): Promise<number> =>
    (await watch.counts()).jobs.find((one) => one.queue === queue && one.state === state)?.count ?? 0;
  metrics.gauge({
    name: 'agencyreel_renders',
    help: 'Renders of videos that wait or run',
    read: async () => [
      { labels: { state: 'waiting' }, value: await countOf(renderQueue, 'waiting') },
      { labels: { state: 'running' }, value: await countOf(renderQueue, 'running') },
    ],
  });
  metrics.gauge({
    name: 'agencyreel_mails_failed',
    help: 'Mails that could not be sent after all attempts, in the last 30 days',
    read: async () => [{ value: await countOf(mailQueue, 'dead') }],
  });
}
