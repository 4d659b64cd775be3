/** What the parts of the publishing engine share: one worker's identity, its clock, its statements. */

import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { AccountChange, Networks } from '#networks/network.ts';
import type { Clock } from './clock.ts';
import { createDeadlines, type Deadline } from './deadlines.ts';
import type { FileAccess, FitMedia } from './content.ts';
import { credentialsBy, type Credentials, type Renewals } from './credentials.ts';
import { retryWhileDatabaseDown } from '../database-away.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { fenceOf, noteRefused, postStoreOf, type KnownPost, type Passage } from './fence.ts';
import { finisherOf, type FinishEvents } from './finish.ts';
import type { Finish } from './finish-record.ts';
import type { Log } from './log.ts';
import { letGo } from './release.ts';

import { runOn, type Connections } from '../statements.ts';
import { ownTimers, type Timers } from './timers.ts';
import { createPriorityMutex, type InOrder } from './priority-mutex.ts';

/** What an engine is made of. Durations in seconds; what is optional has the default named. */
export type EngineOptions = FinishEvents & {
  pool: Connections;
  networks: Networks;
  files: FileAccess;
  clock: Clock;
  /** Instead of this process's own. */
  timers?: Timers;
  /** Opens the seal of an account's credentials. */
  openCredentials: (row: DeliveryRow) => Readonly<Record<string, string>>;
  /** Keeps credentials alive; without it they are used as they are. A simulation brings its own. */
  renewals?: Renewals;
  /** Makes an item's media fit the network before the adapter gets it; without it media goes as it is. */
  fitMedia?: FitMedia;
  /** Stores what a network told about an account while publishing. */
  onAccountChange?: (told: { row: DeliveryRow; change: AccountChange }) => Promise<void>;
  /** Called once a due delivery is in a person's hands. */
  onHandedOver?: (row: DeliveryRow) => Promise<void>;
  log: Log;
  /** The worker's name (the machine's); made unique, so that a restarted worker is never taken for the vanished one. */
  workerName?: string;
  /** How late a delivery may be sent without asking (24 hours). */
  lateLimitHours?: number;
  /** How long a silent worker keeps its deliveries (60). Running ones are renewed every third of it. */
  leaseSeconds?: number;
  /** How long one publish may take before it is broken off (600). */
  publishLimitSeconds?: number;
  /** Ends publishes when the worker must go. */
  ending?: AbortSignal;
  /** The deliveries this process is at work on. */
  atWork?: () => string[];
};

/** The world outside of the engine: networks, stored files, credentials, and who is told of what. */
export type Outside = Pick<
  EngineOptions,
  'networks' | 'files' | 'openCredentials' | 'fitMedia' | 'onAccountChange' | 'onHandedOver'
> & {
  credentials: Credentials;
  /** The deadline of a request: it ends after so many seconds, or when the worker must go. */
  deadline(seconds: number): Deadline;
  /** How long one publish may take. */
  publishLimitSeconds: number;
};

/**
 * What is written down of deliveries. `passFence`, `storePost` and `finish` gather what is asked for at once into one
 * commit; all but `passFence` is written again while the database is away.
 */
export type Records = {
  passFence(passage: Passage): Promise<string | null>;
  storePost(post: KnownPost): Promise<true>;
  noteRefused(attemptId: string): Promise<void>;
  finish(finish: Finish): Promise<boolean>;
  /** Gives back a delivery that the fence refused, if it is still held. */
  letGo(row: DeliveryRow): Promise<void>;
};

/** One worker: who it is, its clock and its database, and the two sides between which it works. */
export type Engine = {
  worker: string;
  pool: Connections;
  clock: Clock;
  log: Log;
  lateLimitHours: number;
  leaseUntil(): Date;
  /** The deliveries this process is at work on. */
  atWork(): string[];
  inOrder: InOrder;
  outside: Outside;
  records: Records;
};

/** Puts an engine together; nothing runs until its parts are called. */
export function createEngine(options: EngineOptions): Engine {
  const { pool, clock, log, lateLimitHours = 24, timers = ownTimers, leaseSeconds = 60 } = options;
  const worker = `${options.workerName ?? hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const ending = options.ending ?? new AbortController().signal;
  const inOrder = createPriorityMutex(timers);
  const { networks, files, openCredentials, fitMedia, onAccountChange, onHandedOver } = options;
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
      ...(onHandedOver ? { onHandedOver } : {}),
      credentials: credentialsBy(options.renewals, { clock, log }),
      deadline: createDeadlines(ending, timers),
      publishLimitSeconds: options.publishLimitSeconds ?? 600,
    },
    records: recordsOf({ ...options, lateLimitHours }, { worker, inOrder, patience: { signal: ending, timers } }),
  };
}

type Recorder = { worker: string; inOrder: InOrder; patience: Parameters<typeof retryWhileDatabaseDown>[1] };

function recordsOf(
  { pool, clock, networks, lateLimitHours, ...events }: EngineOptions & { lateLimitHours: number },
  { worker, inOrder, patience }: Recorder,
): Records {
  const run = runOn(pool);
  const persistently = <T>(work: () => Promise<T>): Promise<T> => retryWhileDatabaseDown(work, patience);
  const storePost = postStoreOf(run, inOrder);
  const canFind = (row: DeliveryRow): boolean => networks[row.network]?.find !== undefined;
  const finish = finisherOf({ pool, worker, clock, events, inOrder, facts: { lateLimitHours, canFind } });
  return {
    passFence: fenceOf(run, worker),
    noteRefused: (attemptId) => persistently(() => noteRefused(run, { attemptId, now: clock.now() })),
    storePost: (post) => persistently(() => storePost(post)),
    finish: (finished) => persistently(() => finish(finished)),
    letGo: ({ id, claim }) => persistently(() => letGo(run, { deliveryId: id, claim, worker, now: clock.now() })),
  };
}
