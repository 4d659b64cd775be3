/** One seed's world: database, networks, workers and people, and their faults. */

import { UserError, type Services } from '#server/base/handlers.ts';
import { isAway } from '#server/publishing/database-away.ts';
import { checkLedger } from '#server/publishing/plan/ledger-check.ts';
import { runOn } from '#server/publishing/statements.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { createChecker, type Checker } from './checker.ts';
import { openVirtualDatabase, type Replaced, type VirtualDatabase } from './connections.ts';
import type { SimulationDatabase } from './database.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFeeds, type Feeds } from './feed.ts';
import { createLoss, type Losing, type Loss } from './losing.ts';
import { networksFor } from './networks.ts';
import type { NetworkMeans } from './network-means.ts';
import type { Action, PersonMeans } from './calling.ts';
import { drawPlan, type Plan } from './plan.ts';
import { randomOf, type Random } from '../random.ts';
import { isMovedAt } from './moving.ts';
import { isSoldAt } from './paying.ts';
import { withShortRounds } from './pausing-schedules.ts';
import { withRounds } from './resting.ts';
import { insertRows, type Rows } from './rows.ts';
import { createScheduler, type Actor, type Scheduler } from './scheduler.ts';
import { config, emptyStorage, key, noPool, nothing } from './services-means.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { startWorker, type Worker } from './workers.ts';

/** The parameters of a seed. `replaced` replaces a statement's text; `losing`: how the database loses commits. */
export type SeedOptions = { seed: number; database: SimulationDatabase; replaced?: Replaced; losing?: Losing };

/** A running world. */
export type World = {
  /** The number of the seed. */
  seed: number;
  /** Whether the agency pays a seller, who suspends it when it does not. */
  isSold: boolean;
  /** Whether people move single posts in it. */
  isMoved: boolean;
  plan: Plan;
  rows: Rows;
  random: Random;
  scheduler: Scheduler;
  faults: Faults;
  feeds: Feeds;
  checker: Checker;
  database: VirtualDatabase;
  /** The running workers. */
  workers: Set<Worker>;
  /** The number of a worker's requests to networks in flight. */
  running: ReadonlyMap<Actor, number>;
  snapshot(): Snapshot;
  /** Reads the committed rows, if they may have changed, and checks them. */
  look(): Promise<void>;
  /** Reports the faults that the engine's own check of the ledger finds; `look` calls it now and then. */
  checkLedger(): Promise<void>;
  start(index: number): void;
  kill(actor: Actor): Promise<void>;
  /** Performs an action of a person; resolves when it is done or has failed in an expected way. */
  let(name: string, action: Action): Promise<void>;
  /** The database is another one: what the checker knows of its rows is forgotten. */
  forget(): void;
  /** How commits are lost; null where they are not. */
  loss: Loss | null;
  /** How far the database's clock is ahead of the true time, in milliseconds. */
  ahead: number;
  violations: string[];
  trace: string[];
};

/** Changes from one look at the ledger to the next. */
const ledgerEvery = 15;
/** Empties the database, draws the plan and writes its first rows; no actor runs yet. */
export async function openWorld({
  seed,
  database: simulation,
  replaced = ({ text }) => text,
  losing,
}: SeedOptions): Promise<World> {
  const { sessions, client, empty } = simulation;
  await empty();
  const random = randomOf(seed);
  const drawn = withShortRounds(seed, withRounds(seed, drawPlan(random)));
  const plan = losing === undefined ? drawn : { ...drawn, setsClocks: false };
  const faults = createFaults(random);
  const violations: string[] = [];
  const trace: string[] = [];
  const told = (who: string, what: string): void => {
    trace.push(`${new Date(scheduler.now()).toISOString().slice(5, 23)} ${who.padEnd(12)} ${what}`);
  };
  const broken = (what: string): void => {
    told('checker', `BROKEN: ${what}`);
    violations.push(what);
  };
  const letOneGoOn = (): Promise<boolean> =>
    sessions.letOneGoOn({
      random,
      onDeadlock: () => {
        faults.count('deadlock');
      },
    });
  const scheduler = createScheduler({ random, start: plan.start, told, goesOn: letOneGoOn });
  const loss = losing === undefined ? null : createLoss({ seed, database: simulation, losing }, scheduler);
  const running = new Map<Actor, number>();
  const latest = new Map<string, number>();
  let isStale = true;
  let sinceFeed = true;
  const feeds = createFeeds({
    scheduler,
    random,
    onPost: ({ marker, account }) => {
      told('networks', `post for ${nameOf(marker)} stands on ${account}`);
      sinceFeed = true;
    },
  });
  const nameOf = (marker: string): string =>
    `delivery ${snapshot.deliveries.find((row) => row.marker === marker)?.id ?? '?'}`;

  // Awaited even if the caller does not wait for it: the locks of the dead worker must be free before the next step.
  const kill = (actor: Actor): Promise<void> => scheduler.lasting(end(actor));
  const end = async (actor: Actor): Promise<void> => {
    if (!actor.alive) return;
    told(actor.name, 'KILLED');
    scheduler.kill(actor);
    await database.drop(actor);
    for (const worker of world.workers) {
      if (worker.actor !== actor) continue;
      world.workers.delete(worker);
      scheduler.after(outside, random.pick([100, 5000, 70_000, 7_200_000]), () => {
        world.start(worker.index);
      });
    }
  };
  const onChange = (isNotified: boolean): void => {
    isStale = true;
    if (!isNotified) return;
    for (const { wake } of world.workers) if (!faults.strikes('notification lost', 0.05)) wake();
  };
  const database = openVirtualDatabase({
    scheduler,
    sessions,
    letOneGoOn,
    faults,
    random,
    replaced,
    kill,
    onChange,
    told,
  });
  const outside = scheduler.actor('networks');
  const checker = createChecker({
    feeds,
    broken,
    ...(loss && { recorded: loss.recorded }),
    lateLimitMs: plan.lateLimitHours * 3_600_000,
    latestOf: (worker) => {
      const name = worker?.split('-')[0];
      return name === undefined ? Math.max(...latest.values()) : (latest.get(name) ?? -Infinity);
    },
  });
  const networkMeans: NetworkMeans = {
    scheduler,
    random,
    faults,
    feeds,
    outside,
    broken,
    kill,
    gapSeconds: plan.gapSeconds,
    setsClocks: plan.setsClocks,
    eraOf: checker.eraOf,
    onRequest: (request) => {
      checker.request(request);
    },
  };
  const secrets = openSecrets(key);
  const servicesFor = (actor: Actor): Services => ({
    config,
    secrets,
    storage: emptyStorage,
    networks: networksFor(actor, networkMeans, running),
    sources: { of: nothing },
    http: {
      send: nothing,
      sendGuarded: nothing,
      bytes: nothing,
      toFile: nothing,
      firstMessage: nothing,
      close: nothing,
    },
    clock: () => new Date(scheduler.now() + world.ahead),
    db: {
      url: '',
      pool: noPool,
      asAgency: database.asAgencyOf(actor),
      openedBy: nothing,
      readTogether: nothing,
      asSystem: nothing,
      listen: nothing,
      beforeClose: () => () => {},
      close: nothing,
    },
  });
  const rows = await insertRows(client, { plan, feeds, secrets });
  if (loss !== null) await client.query('insert into installation default values');
  let snapshot = await readSnapshot(client);
  let starts = 0;
  let people = 0;
  let changes = 0;

  const world: World = {
    seed,
    isSold: isSoldAt(seed),
    isMoved: isMovedAt(seed),
    plan,
    rows,
    random,
    scheduler,
    faults,
    feeds,
    checker,
    database,
    running,
    violations,
    trace,
    kill,
    workers: new Set(),
    ahead: 0,
    loss,
    forget: () => {
      isStale = true;
      checker.forget();
    },
    snapshot: () => snapshot,
    look: async () => {
      for (const { actor, ahead } of world.workers)
        latest.set(actor.name, Math.max(latest.get(actor.name) ?? 0, scheduler.now() + Math.max(ahead, world.ahead)));
      if (isStale) {
        snapshot = await readSnapshot(client);
        changes += 1;
        if (changes % ledgerEvery === 0) await world.checkLedger();
      }
      if (isStale || sinceFeed) checker.look(snapshot);
      isStale = false;
      sinceFeed = false;
    },
    checkLedger: async () => {
      for (const { what, count } of await checkLedger(runOn(client))) broken(`the ledger: ${count} × ${what}`);
    },
    start: (index) => {
      starts += 1;
      const actor = scheduler.actor(`worker ${index}.${starts}`);
      const services = servicesFor(actor);
      const journal = loss?.journalOf(actor);
      world.workers.add(
        startWorker(actor, index, {
          scheduler,
          services,
          broken,
          told,
          pool: database.poolOf(actor),
          networks: services.networks,
          asAgency: services.db.asAgency,
          lateLimitHours: plan.lateLimitHours,
          ...(journal ? { journal } : {}),
          databaseAhead: () => world.ahead,
        }),
      );
      told(actor.name, 'starts');
    },
    let: async (name, action) => {
      people += 1;
      const actor = scheduler.actor(`person ${people}`);
      const services = servicesFor(actor);
      const means: PersonMeans = {
        services,
        random,
        plan,
        rows,
        feeds,
        transaction: (work) => services.db.asAgency(rows.agencyId, work),
        now: services.clock,
        snapshot: () => snapshot,
      };
      told(actor.name, `wants to ${name}`);
      try {
        await action(means);
        told(actor.name, 'is done');
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        told(actor.name, `is told: ${text}`);
        const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
        if (!(error instanceof UserError) && !isAway(error) && !isDeadlock)
          broken(`a person's call broke: ${error instanceof Error ? error.stack : text}`);
      }
    },
  };
  return world;
}
