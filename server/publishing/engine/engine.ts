/** The shared parts of the publishing engine: a worker's identity, its clock, its statements. */

import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { AccountChange, Networks } from '#networks/network.ts';
import type { Clock } from './clock.ts';
import { createDeadlines, type Deadline } from './deadlines.ts';
import type { FileAccess, FitMedia } from './content.ts';
import { credentialsBy, type Credentials, type Renewals } from './credentials.ts';
import { isAway, retryUntilWritten } from '../database-away.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { PostEnd } from './post-end.ts';
import { fenceOf, noteRefused, postStoreOf, takeBack, type AttemptAt, type KnownPost, type Passage } from './fence.ts';
import { finisherOf, type FinishEvents } from './finish.ts';
import type { Finish } from './finish-record.ts';
import type { Log } from './log.ts';
import { letGo } from './release.ts';
import type { AttemptJournal } from '../recovery/compare.ts';
import { AttemptUnrecorded, createAttemptRecord } from './attempt-record.ts';
import { createWatch, type Watch } from './watch.ts';
import { runOn, type Connections } from '../statements.ts';
import { ownTimers, type Timers } from './timers.ts';
import { createPriorityMutex, type InOrder } from './priority-mutex.ts';

/** An engine's dependencies and settings. Durations in seconds; defaults in parentheses. */
export type EngineOptions = FinishEvents & {
  pool: Connections;
  networks: Networks;
  files: FileAccess;
  clock: Clock;
  /** Replaces this process's own timers. */
  timers?: Timers;
  /** Decrypts an account's credentials. */
  openCredentials: (row: DeliveryRow) => Readonly<Record<string, string>>;
  /** Renews credentials; if left out, they are used as they are. */
  renewals?: Renewals;
  /** Converts an item's media to fit the network before the adapter gets it; if left out, media is sent as it is. */
  fitMedia?: FitMedia;
  /** Stores a change of an account that a network reported while publishing. */
  onAccountChange?: (reported: { row: DeliveryRow; change: AccountChange }) => Promise<void>;
  /** Called after a conclusion about a delivery was stored, for the log and the figures. */
  onConcluded?: (end: PostEnd) => void;
  /** The record outside the database; without one, a database that has lost commits goes unnoticed. */
  journal?: AttemptJournal;
  /** Called after a due delivery was handed over to a person. */
  onHandedOver?: (row: DeliveryRow) => Promise<void>;
  log: Log;
  /**
   * The worker's name (default: the machine's). Made unique, so that a restarted worker is never mistaken for the old
   * one.
   */
  workerName?: string;
  /** How late a delivery may still be sent without a person's decision (24 hours). */
  lateLimitHours?: number;
  /** The lease: how long a silent worker keeps its deliveries (60). Renewed every third of that. */
  leaseSeconds?: number;
  /** The deadline of one publish (600). */
  publishLimitSeconds?: number;
  /** Aborts running publishes when the worker must stop. */
  ending?: AbortSignal;
  /** The deliveries this process is working on. */
  atWork?: () => string[];
};

/** Everything outside the engine: networks, stored files, credentials, and notifications. */
export type Outside = Pick<
  EngineOptions,
  'networks' | 'files' | 'openCredentials' | 'fitMedia' | 'onAccountChange' | 'onConcluded' | 'onHandedOver'
> & {
  credentials: Credentials;
  /** The deadline of a request: after so many seconds, or when the worker must stop. */
  deadline(seconds: number): Deadline;
  /** How long one publish may take. */
  publishLimitSeconds: number;
};

/**
 * The writes about deliveries. `passFence`, `storePost` and `finish` batch concurrent requests into one commit; all but
 * `passFence` are retried while the database is down, and after deadlocks.
 */
export type Records = {
  /** Resolves to the attempt's id once it is on record, or to null if the fence refuses; throws AttemptUnrecorded. */
  passFence(passage: Passage): Promise<string | null>;
  storePost(post: KnownPost): Promise<true>;
  noteRefused(attempt: AttemptAt): Promise<void>;
  finish(finish: Finish): Promise<boolean>;
  /** Gives back a delivery that the fence refused, if it is still held. */
  letGo(row: DeliveryRow): Promise<void>;
};

/** One worker: its name, its clock, its database, the outside world and its records. */
export type Engine = {
  worker: string;
  pool: Connections;
  clock: Clock;
  log: Log;
  lateLimitHours: number;
  leaseUntil(): Date;
  /** The deliveries this process is working on. */
  atWork(): string[];
  inOrder: InOrder;
  outside: Outside;
  records: Records;
  /** Notices that the database has lost commits; missing without a journal. */
  watch?: Watch;
};

/** Assembles an engine; nothing runs until its parts are called. */
export function createEngine(options: EngineOptions): Engine {
  const { pool, clock, log, journal, lateLimitHours = 24, timers = ownTimers, leaseSeconds = 60 } = options;
  const worker = `${options.workerName ?? hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const ending = options.ending ?? new AbortController().signal;
  const inOrder = createPriorityMutex(timers);
  const watch = journal === undefined ? undefined : createWatch({ pool, journal, clock, log });
  const { networks, files, openCredentials, fitMedia, onAccountChange, onConcluded, onHandedOver } = options;
  return {
    worker,
    pool,
    clock,
    log,
    lateLimitHours,
    leaseUntil: () => new Date(clock.now().getTime() + leaseSeconds * 1000),
    atWork: options.atWork ?? (() => []),
    inOrder,
    outside: {
      networks,
      files,
      openCredentials,
      ...(fitMedia ? { fitMedia } : {}),
      ...(onAccountChange ? { onAccountChange } : {}),
      ...(onConcluded ? { onConcluded } : {}),
      ...(onHandedOver ? { onHandedOver } : {}),
      credentials: credentialsBy(options.renewals, { clock, log }),
      deadline: createDeadlines(ending, timers),
      publishLimitSeconds: options.publishLimitSeconds ?? 600,
    },
    records: recordsOf(
      { ...options, lateLimitHours },
      { worker, inOrder, watch, patience: { signal: ending, timers } },
    ),
    ...(watch ? { watch } : {}),
  };
}

type Recorder = {
  worker: string;
  inOrder: InOrder;
  watch: Watch | undefined;
  patience: Parameters<typeof retryUntilWritten>[1];
};

function recordsOf(
  { pool, clock, networks, lateLimitHours, journal, ...events }: EngineOptions & { lateLimitHours: number },
  { worker, inOrder, watch, patience }: Recorder,
): Records {
  const run = runOn(pool);
  const persistently = <T>(work: () => Promise<T>): Promise<T> => retryUntilWritten(work, patience);
  const storePost = postStoreOf(run, inOrder);
  const canFind = (row: DeliveryRow): boolean => networks[row.network]?.find !== undefined;
  const finish = finisherOf({ pool, worker, clock, events, inOrder, facts: { lateLimitHours, canFind } });
  const fence = fenceOf(run, worker, () => watch?.identity() ?? null);
  const record = journal === undefined ? null : createAttemptRecord({ journal, log: events.log });
  const fenceOrTakeBack = async (passage: Passage): ReturnType<typeof fence> => {
    try {
      return await fence(passage);
    } catch (error) {
      const { deliveryId, claim } = passage;
      // It may have committed the attempt, though nothing was sent; its lease would hold the account for a minute.
      if (isAway(error)) await persistently(() => takeBack(run, { deliveryId, claim, worker }));
      throw error;
    }
  };
  return {
    passFence: async (passage) => {
      const passed = await fenceOrTakeBack(passage);
      if (passed === null || record === null) return passed?.id ?? null;
      const begun = await record.begin(passed);
      if (begun === 'waiting') throw new AttemptUnrecorded(passed.id);
      if (begun === 'recorded') return passed.id;
      events.log('attempt-elsewhere', { deliveryId: passage.deliveryId });
      if (watch) await persistently(() => watch.compare());
      return null;
    },
    noteRefused: (attempt) => persistently(() => noteRefused(run, { ...attempt, now: clock.now() })),
    storePost: (post) => persistently(() => storePost(post)),
    finish: (finished) => {
      record?.end(finished, clock.now());
      return persistently(() => finish(finished));
    },
    letGo: ({ id, claim }) => persistently(() => letGo(run, { deliveryId: id, claim, worker, now: clock.now() })),
  };
}
