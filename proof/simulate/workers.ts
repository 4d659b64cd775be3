/** Workers: the engine as a worker process runs it, including its loop, on virtual connections, time and networks. */

import type { Tx } from '#db/database.ts';
import { updateReportedAccount } from '#server/people/accounts/queries.ts';
import { credentialsAssociatedData } from '#server/people/accounts/credentials.ts';
import type { Services } from '#server/base/handlers.ts';
import { isAway } from '#server/publishing/database-away.ts';
import { startPublisher, type Publisher, type PublisherOptions } from '#server/publishing/engine/loop.ts';
import { renewalsOf } from '#server/app/processes/publisher.ts';
import { storableTexts } from '#server/base/lib/storable.ts';
import type { Networks } from '#networks/network.ts';
import type { AttemptJournal } from '#server/publishing/recovery/compare.ts';
import type { Connections } from '#server/publishing/statements.ts';
import { z } from 'zod';
import type { Actor, Scheduler } from './scheduler.ts';

/**
 * A worker. `ahead`: how far its clock is ahead of the true time, in milliseconds, as it last measured the database's.
 */
export type Worker = { actor: Actor; index: number; ahead: number; wake: () => void; publisher: Publisher | null };

/** The dependencies of a worker. */
export type WorkerMeans = {
  scheduler: Scheduler;
  pool: Connections;
  networks: Networks;
  services: Services;
  asAgency: <T>(agencyId: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
  lateLimitHours: number;
  /** Missing where the world loses no commits. */
  journal?: AttemptJournal;
  /** How far the database's clock is ahead of the true time. */
  databaseAhead: () => number;
  broken: (what: string) => void;
  told: (actor: string, what: string) => void;
};

/**
 * Milliseconds between two sweeps and between two renewals of leases; a longest sleep that the scheduler's wakes
 * replace.
 */
export const rhythm = { sweep: 10_000, renew: 20_000, pollSeconds: 6 * 3600 } as const;

const texts = z.record(z.string(), z.string());
/** The errors that the simulated networks and a worker's end throw. */
const expected = /the adapter broke|after the lease had run out|it took too long|aborted/;

/** Starts the worker with an index (0, 1, …); a restarted worker gets another actor. */
export function startWorker(actor: Actor, index: number, means: WorkerMeans): Worker {
  const { scheduler, services } = means;
  const worker: Worker = { actor, index, ahead: means.databaseAhead(), wake: () => {}, publisher: null };
  const options: PublisherOptions = {
    db: {
      pool: services.db.pool,
      listen: (_channel, listener) => {
        worker.wake = () => {
          scheduler.ask(actor, 'notification', () => {
            listener('');
          });
        };
        return Promise.resolve(() => Promise.resolve());
      },
    },
    openPool: () => means.pool,
    networks: means.networks,
    files: { storage: services.storage, mediaUrl: (name) => name },
    clock: { now: () => new Date(scheduler.now() + worker.ahead) },
    timers: {
      after: (milliseconds, call) => scheduler.after(actor, milliseconds, call),
      every: (milliseconds, call) =>
        scheduler.every(actor, milliseconds, () => {
          if (milliseconds === rhythm.sweep) worker.ahead = means.databaseAhead();
          call();
        }),
    },
    pollSeconds: rhythm.pollSeconds,
    openCredentials: (row) =>
      texts.parse(JSON.parse(services.secrets.open(row.credentials, credentialsAssociatedData(row)))),
    renewals: renewalsOf(
      services,
      {
        error: (fields: unknown, event?: string) => {
          means.broken(`${event} on ${actor.name}: ${JSON.stringify(fields)}`);
        },
      },
      {
        pause: (milliseconds) =>
          new Promise((resolve) => {
            scheduler.after(actor, milliseconds, resolve);
          }),
      },
    ),
    onAccountChange: ({ row, change }) =>
      means.asAgency(row.agencyId, (tx) =>
        updateReportedAccount(tx, {
          agencyId: row.agencyId,
          id: row.accountId,
          before: row.credentials,
          externalId: row.externalId,
          profile: storableTexts({ ...row.profile, ...change.profile }),
          credentials: services.secrets.seal(JSON.stringify(change.credentials ?? {}), credentialsAssociatedData(row)),
        }),
      ),
    log: (event, { error }) => {
      means.told(actor.name, `  log: ${event}${error instanceof Error ? ` (${error.message})` : ''}`);
      if (error !== undefined && !isAway(error) && !(error instanceof Error && expected.test(error.message))) {
        means.broken(
          `${event} on ${actor.name}: ${error instanceof Error ? error.stack : 'something that is no error'}`,
        );
      }
      if (event === 'accounts-freed')
        means.broken('an account was held with nothing of it running, and had to be freed');
    },
    ...(means.journal ? { journal: means.journal } : {}),
    workerName: actor.name,
    lateLimitHours: means.lateLimitHours,
  };
  void startPublisher(options).then((publisher) => {
    worker.publisher = publisher;
  });
  return worker;
}
