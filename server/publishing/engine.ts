/** What the parts of the publishing engine share: one worker's identity, its clock, its statements. */

import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { AccountChange, Networks } from '#networks/network.ts';
import { createBreaker, type Limited } from './breaker.ts';
import { ownTimers, type Clock, type Timers } from './clock.ts';
import type { FilePlaces, FitMedia } from './content.ts';
import { untilBack } from './database-away.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { fenceOf, noteRefused, postStoreOf, type KnownPost, type Passage } from './fence.ts';
import { finisherOf, type Finish, type FinishEvents } from './finish.ts';
import { letGo } from './release.ts';
import type { Renewals } from './renewals.ts';
import { runOn, type Connections } from './statements.ts';
import { createTurns, type InTurn } from './turns.ts';

/** What happened, for the log: a name and ids, never content, tokens or addresses; `error` is what was thrown, as it is. */
export type Log = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** What an engine is made of. Durations in seconds; what is optional has the default named. */
export type EngineOptions = FinishEvents & {
  pool: Connections;
  networks: Networks;
  files: FilePlaces;
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

/**
 * A worker's means. `passFence`, `storePost` and `finish` gather what is asked for at once into one commit; what came of a
 * delivery is written down again while the database is away.
 */
export type Engine = Required<Pick<EngineOptions, 'pool' | 'networks' | 'files' | 'clock' | 'openCredentials' | 'log' | 'lateLimitHours' | 'publishLimitSeconds'>> &
  Pick<EngineOptions, 'onAccountChange' | 'onHandedOver' | 'renewals' | 'fitMedia'> & {
    worker: string;
    atWork: () => string[];
    inTurn: InTurn;
    leaseUntil(): Date;
    /** A signal that ends after so many seconds or when the worker must go; release it after use. */
    limit(seconds: number): Limited;
    passFence(passage: Passage): Promise<string | null>;
    storePost(post: KnownPost): Promise<true>;
    noteRefused(attemptId: string): Promise<void>;
    finish(finish: Finish): Promise<boolean>;
    /** Gives back a delivery that the fence refused, if it is still held. */
    letGo(row: DeliveryRow): Promise<void>;
  };

/** Puts an engine together; nothing runs until its parts are called. */
export function createEngine(options: EngineOptions): Engine {
  const { pool, clock, timers = ownTimers, leaseSeconds = 60 } = options;
  const worker = `${options.workerName ?? hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const run = runOn(pool);
  const ending = options.ending ?? new AbortController().signal;
  const patience = { signal: ending, timers };
  const inTurn = createTurns(timers);
  const storePost = postStoreOf(run, inTurn);
  const finish = finisherOf({ pool, worker, clock, events: options, inTurn });
  return {
    pool,
    clock,
    worker,
    networks: options.networks,
    files: options.files,
    openCredentials: options.openCredentials,
    log: options.log,
    lateLimitHours: options.lateLimitHours ?? 24,
    publishLimitSeconds: options.publishLimitSeconds ?? 600,
    limit: createBreaker(ending, timers),
    atWork: options.atWork ?? (() => []),
    ...(options.fitMedia ? { fitMedia: options.fitMedia } : {}),
    ...(options.onAccountChange ? { onAccountChange: options.onAccountChange } : {}),
    ...(options.onHandedOver ? { onHandedOver: options.onHandedOver } : {}),
    ...(options.renewals ? { renewals: options.renewals } : {}),
    leaseUntil: () => new Date(clock.now().getTime() + leaseSeconds * 1000),
    inTurn,
    passFence: fenceOf(run, worker),
    noteRefused: (attemptId) => untilBack(() => noteRefused(run, { attemptId, now: clock.now() }), patience),
    storePost: (post) => untilBack(() => storePost(post), patience),
    finish: (finished) => untilBack(() => finish(finished), patience),
    letGo: ({ id, claim }) => untilBack(() => letGo(run, { deliveryId: id, claim, worker, now: clock.now() }), patience),
  };
}
