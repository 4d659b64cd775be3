/**
 * Losing commits: the database goes back to an earlier instant while feeds, people and journal stay as they are. The
 * backup is loaded by the product's command, which holds posting; by hand, with the workers stopped; or another server
 * takes over without the latest commits, and the workers go on.
 */

import type { AttemptEntry } from '#server/base/journal/index.ts';
import { countUnseen, holdAfterRestore, releaseHold } from '#server/publishing/recovery/index.ts';
import type { AttemptJournal } from '#server/publishing/recovery/compare.ts';
import type { SimulationDatabase } from './database.ts';
import { randomOf, type Random } from '../random.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { Snapshot } from './snapshot.ts';

/** How commits are lost. */
export const losses = ['command', 'hand', 'failover'] as const;
/** One of `losses`; and what is broken, to check that it is noticed. */
export type Losing = { loss: (typeof losses)[number]; without?: 'journal' | 'hold' };

const minute = 60_000;
const hour = 60 * minute;
/** From the copy of the rows to their return. */
const waits = {
  command: [30_000, 10 * minute, 2 * hour, 10 * hour],
  hand: [30_000, 10 * minute, 2 * hour, 10 * hour],
  failover: [0, 5, 200, 3000, 40_000],
} as const;
const heldFor = [minute, 10 * minute, 40 * minute];

/** What losing commits does to the world. */
type Losable = {
  trace: string[];
  database: { loseAll(): Promise<void> };
  workers: Iterable<{ actor: Actor }>;
  checker: { copied(): void; hold(at: number | null): void };
  snapshot(): Pick<Snapshot, 'deliveries'>;
  kill(actor: Actor): Promise<void>;
  forget(): void;
  look(): Promise<void>;
};

/** A seed's loss of commits. */
export type Loss = {
  /** The journal of a worker; undefined if it has none. */
  journalOf(actor: Actor): AttemptJournal | undefined;
  /** How many attempts at a delivery stand in the journal. */
  recorded(marker: string): number;
  /** Copies the rows, or brings them back, if chance says so; to be called between two steps. */
  step(world: Losable): Promise<void>;
};

/** A loss that is drawn from the seed, beside everything else in it. */
export function createLoss(
  { seed, database, losing }: { seed: number; database: SimulationDatabase; losing: Losing },
  scheduler: Scheduler,
): Loss {
  const random = randomOf(seed + 1_000_003);
  const entries: AttemptEntry[] = [];
  let backAt: number | null = null;
  let takenAt = 0;
  let isOver = false;

  const lose = async (world: Losable): Promise<void> => {
    isOver = true;
    world.trace.push(`--- ${losing.loss}: back to ${new Date(takenAt).toISOString()} ---`);
    await world.database.loseAll();
    if (losing.loss !== 'failover') for (const { actor } of Array.from(world.workers)) await world.kill(actor);
    await database.load();
    if (losing.loss === 'command') await hold(world);
    else await database.client.query(`update installation set identity = 'another' where identity <> ''`);
    world.forget();
    await world.look();
  };

  const hold = async (world: Losable): Promise<void> => {
    if (losing.without === 'hold') return;
    const now = new Date(scheduler.now());
    const attempts = losing.without === 'journal' ? [] : entries;
    await database.asSystem((tx) => holdAfterRestore(tx, { takenAt: new Date(takenAt), attempts, now }));
    world.checker.hold(scheduler.now());
    const operator = scheduler.actor('operator');
    const release = async (tries: number): Promise<void> => {
      if (database.sessions.isAnyWaiting()) return later(tries);
      const { checking } = await database.asSystem(countUnseen);
      if (checking > 0 && tries < 3) return later(tries + 1);
      await database.asSystem(releaseHold);
      world.trace.push('--- released ---');
      world.checker.hold(null);
    };
    const later = (tries: number): void => {
      scheduler.after(operator, random.pick(heldFor), () => void scheduler.lasting(release(tries)));
    };
    later(0);
  };

  return {
    journalOf: (actor) =>
      losing.without === undefined ? journalFor(actor, { entries, scheduler, random }) : undefined,
    recorded: (marker) => entries.filter((entry) => entry.kind === 'attempt' && entry.marker === marker).length,
    step: async (world) => {
      if (isOver || database.sessions.isAnyWaiting()) return;
      if (backAt !== null) {
        if (scheduler.now() >= backAt) await lose(world);
        return;
      }
      const isBusy = world.snapshot().deliveries.some(({ state }) => state === 'claimed' || state === 'sending');
      if (!random.chance(isBusy ? 0.03 : 0.001)) return;
      await database.dump();
      world.checker.copied();
      takenAt = scheduler.now();
      backAt = takenAt + random.pick(waits[losing.loss]);
      world.trace.push('--- rows copied ---');
    },
  };
}

function journalFor(
  actor: Actor,
  { entries, scheduler, random }: { entries: AttemptEntry[]; scheduler: Scheduler; random: Random },
): AttemptJournal {
  return {
    write: async (...written) => {
      await scheduler.goOn(actor, 'journal');
      for (const entry of written) entries.push(entry);
    },
    writeSoon: (entry) => {
      if (random.chance(0.7)) entries.push(entry);
    },
    attemptsSince: (since) => Promise.resolve(entries.filter(({ at }) => at >= since)),
    attemptsAt: async (delivery) => {
      await scheduler.goOn(actor, 'journal');
      return entries.filter((entry) => entry.kind !== 'gap' && entry.delivery === delivery);
    },
    changesSince: () => Promise.resolve([]),
  };
}
