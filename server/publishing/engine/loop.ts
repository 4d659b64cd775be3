/**
 * The worker's loop: sleep until a delivery is due or a notification comes, claim, publish; sweep and renew alongside.
 */

import type { Database } from '#db/database.ts';
import { claimDue, claimReads, findNextDue, renewLeases, type Rooms } from './claim.ts';
import { databaseClock, type Clock } from './clock.ts';
import { ownTimers, type Timers } from './timers.ts';
import { publishDelivery } from './publish.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { endWaiting, markMissed } from './late.ts';
import { holdPaused } from '../plan/holds.ts';
import { createSlots, type Slots } from './slots.ts';
import { reap } from './reap.ts';
import { healTokens, letGoLost } from './release.ts';
import { settleDelivery } from './settle.ts';
import { openEnginePool, runOn, type Connections, type PoolSettings } from '../statements.ts';

/** The channel that announces new and moved deliveries. */
export const dueChannel = 'due';

/** What a worker needs. `concurrency` is how many deliveries it publishes at once (100). */
export type PublisherOptions = Omit<EngineOptions, 'pool' | 'clock' | 'ending'> & {
  db: Pick<Database, 'pool' | 'listen'>;
  concurrency?: number;
  /** Seconds between two sweeps for expired leases and missed deliveries (a sixth of the lease). */
  sweepSeconds?: number;
  /** The longest sleep (1 second), after which it finds deliveries that a network's wait had blocked. */
  pollSeconds?: number;
  /** Replaces the database's clock. */
  clock?: Clock;
  /** Replaces pools with the database's settings. */
  openPool?: (settings: PoolSettings) => Connections;
};

/** A running worker. `stop` claims no more deliveries and lets running ones finish, for at most `graceSeconds` (20). */
export type Publisher = { stop(options?: { graceSeconds?: number }): Promise<void> };

/** Publishes or settles a delivery; calls `answered` once its network has answered. */
type Work = (engine: Engine, row: DeliveryRow, answered: () => void) => Promise<void>;

const claimAtOnce = 100;

/** Starts a worker, by default on the database's clock; several may run at once. Resolves when it listens. */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const {
    db,
    concurrency = 100,
    leaseSeconds = 60,
    sweepSeconds = leaseSeconds / 6,
    pollSeconds = 1,
    timers = ownTimers,
  } = options;
  const { openPool = (settings) => openEnginePool(db.pool, settings) } = options;
  const pollMilliseconds = pollSeconds * 1000;
  const ending = new AbortController();
  const pool = openPool({ max: 6, durable: true });
  // If a crash of the server loses a claim, the delivery is still scheduled: its commit need not wait for the disk.
  const claimPool = openPool({ max: 1, durable: false });
  const run = runOn(claimPool);
  const clock = options.clock === undefined ? await databaseClock(pool) : { ...options.clock, sync: async () => {} };
  const underWay = new Map<Promise<boolean>, string>();
  const atWork = (): string[] => [...underWay.values()];
  const engine = createEngine({ ...options, leaseSeconds, pool, clock, atWork, ending: ending.signal });
  const sleeper = createSleeper(timers);
  const unlisten = await db.listen(dueChannel, sleeper.wake);
  // `limits.parallel` applies per worker: the limits are a courtesy, and counting across all workers would serialise
  // their claims.
  const slots = createSlots({
    concurrency,
    parallelOf: (network) => engine.outside.networks[network]?.limits.parallel ?? concurrency,
  });
  let stopping = false;
  // Nothing is claimed before this worker has compared the database with the journal.
  let isCompared = engine.watch === undefined;
  const look = async (): Promise<void> => {
    const { watch } = engine;
    if (watch && (await guarded(engine, 'journal-uncompared', watch.look))) isCompared = true;
  };

  const start = (row: DeliveryRow, work: Work): void => {
    let release: (() => void) | undefined;
    // Once the network has answered, the slot is free for another delivery, while this outcome is still being stored.
    const answered = (): void => {
      if (!release) return;
      release();
      release = undefined;
      sleeper.wake();
    };
    const inSlot = async (): Promise<void> => {
      release = await slots.take(row.network);
      await (stopping ? engine.records.letGo(row) : work(engine, row, answered));
    };
    const done: Promise<boolean> = guarded(engine, 'delivery-broke', inSlot).finally(() => {
      underWay.delete(done);
      answered();
      sleeper.wake();
    });
    underWay.set(done, row.id);
  };

  const round = async (): Promise<void> => {
    // Cleared before the claim, so that a notification during it is not lost.
    sleeper.clear();
    const { due, claim } = await engine.inOrder('claim', async () => {
      const limit = Math.min(claimAtOnce, slots.room(), 2 * concurrency - underWay.size);
      const taking = { worker: engine.worker, now: clock.now(), leaseUntil: engine.leaseUntil(), limit };
      const identity = engine.watch?.identity() ?? null;
      return {
        claim: taking,
        due: limit > 0 ? await claimDue(run, { ...taking, identity, rooms: roomsOf(engine, slots) }) : [],
      };
    });
    for (const row of due) start(row, publishDelivery);
    const reads = claim.limit > due.length ? await claimReads(run, { ...claim, limit: claim.limit - due.length }) : [];
    for (const row of reads) start(row, settleDelivery);
    if (due.length + reads.length > 0) return; // more may be due than one claim takes
    const nextAt = claim.limit > 0 ? await findNextDue(run, claim.now) : null;
    const wait = nextAt === null ? pollMilliseconds : nextAt.getTime() - clock.now().getTime();
    await sleeper.sleep(Math.min(pollMilliseconds, wait));
  };

  /** After a broken round: another database may answer, and the answer to a claim may be lost. */
  const recover = async (): Promise<void> => {
    await look();
    const lost = { worker: engine.worker, atWork: atWork(), now: clock.now() };
    await guarded(engine, 'release-broke', () => letGoLost(run, lost));
  };

  const loop = (async () => {
    await look();
    await sweep(engine);
    while (!stopping) {
      // A wake-up that no round has cleared would make this loop spin.
      if (!isCompared) sleeper.clear();
      const worked = isCompared && (await guarded(engine, 'round-broke', round));
      if (worked) continue;
      await sleeper.sleep(pollMilliseconds); // the database or the journal is away; try again later
      if (isCompared && !stopping) await recover();
    }
  })();
  const repeated = [
    every(timers, sweepSeconds, () =>
      guarded(engine, 'sweep-broke', async () => {
        await clock.sync();
        await look();
        await sweep(engine);
        sleeper.wake();
      }),
    ),
    every(timers, leaseSeconds / 3, () =>
      guarded(engine, 'renew-broke', () =>
        renewLeases(run, { worker: engine.worker, leaseUntil: engine.leaseUntil(), ids: atWork() }),
      ),
    ),
  ];

  return {
    stop: async ({ graceSeconds = 20 } = {}) => {
      stopping = true;
      sleeper.wake();
      await loop;
      const endGrace = timers.after(graceSeconds * 1000, () => {
        ending.abort();
      });
      while (underWay.size > 0) await Promise.all(underWay.keys());
      endGrace();
      ending.abort(); // ends a sweep that waits for the database to come back
      for (const end of repeated) await end();
      await unlisten();
      await Promise.all([pool.end(), claimPool.end()]);
    },
  };
}

/** A worker's periodic duties besides due deliveries. Failing parts are logged. Safe to run on many workers at once. */
export async function sweep(engine: Engine): Promise<void> {
  await guarded(engine, 'reap-broke', async () => {
    while ((await reap(engine)) > 0);
  });
  await guarded(engine, 'hold-broke', () => holdPaused(engine)); // first, because no deadline runs during a pause
  await guarded(engine, 'miss-broke', () => markMissed(engine));
  await guarded(engine, 'waiting-broke', () => endWaiting(engine));
  await guarded(engine, 'heal-broke', async () => {
    const healed = await healTokens(runOn(engine.pool), engine.clock.now());
    if (healed > 0) engine.log('accounts-freed', { count: healed });
  });
}

const roomsOf = (engine: Engine, slots: Slots): Rooms =>
  new Map(Object.values(engine.outside.networks).map(({ id }) => [id, slots.roomOf(id)]));

/** Runs work; logs a failure and resolves to false. */
async function guarded(engine: Engine, event: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    engine.log(event, { worker: engine.worker, error });
    return false;
  }
}

/** Calls work periodically, never twice at once; the returned function ends it and waits for the running call. */
function every(timers: Timers, seconds: number, work: () => Promise<unknown>): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const endTimer = timers.every(seconds * 1000, () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
  });
  return async () => {
    endTimer();
    await underWay;
  };
}

/** A sleep that can be ended early, also by a wake-up that came just before it. */
function createSleeper(timers: Timers) {
  let woken = false;
  let end: (() => void) | null = null;
  return {
    clear: () => {
      woken = false;
    },
    wake: () => {
      woken = true;
      end?.();
    },
    sleep: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        if (woken) {
          resolve();
          return;
        }
        const endTimer = timers.after(Math.max(0, Math.ceil(milliseconds)), () => end?.());
        end = () => {
          endTimer();
          end = null;
          resolve();
        };
      }),
  };
}
