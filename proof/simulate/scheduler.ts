/**
 * Decides what happens next. The actors (workers, people, the networks) request steps: a statement, an answer, a timer.
 * One step is taken at a time, by the seed's choice, and runs until all actors wait again; time stands still meanwhile,
 * and moves on to the next due instant when no actor has anything to do.
 */

import { setImmediate as turn } from 'node:timers/promises';
import type { Random } from '../random.ts';

/** An actor. The requests of a killed actor never happen; those of a frozen one wait. */
export type Actor = { readonly name: string; alive: boolean; frozenUntil: number };

type Step = { actor: Actor; what: string; take: () => void | Promise<void> };
type Timer = { actor: Actor; at: number; call: () => void };
type Repeated = { actor: Actor; milliseconds: number; call: () => void };

/** The scheduler of one seed; instants are virtual milliseconds of the true time. */
export type Scheduler = {
  now(): number;
  actor(name: string): Actor;
  kill(actor: Actor): void;
  /** Requests a step. */
  ask(actor: Actor, what: string, take: () => void | Promise<void>): void;
  /** Requests a step that only continues. */
  goOn(actor: Actor, what: string): Promise<void>;
  /** Calls back at an instant; the result cancels that. */
  after(actor: Actor, milliseconds: number, call: () => void): () => void;
  /** A periodic task of a real process: called when `advance` finds it worth while. */
  every(actor: Actor, milliseconds: number, call: () => void): () => void;
  /** The current step lasts until this is done as well. */
  lasting(work: Promise<void>): Promise<void>;
  /** Takes one step; false if there is none. */
  take(): Promise<boolean>;
  /**
   * Moves time on to the next timer, the next end of a freeze or the next of these instants; false if there is none.
   */
  advance(instants: readonly number[], wants: (repeated: { actor: Actor; milliseconds: number }) => boolean): boolean;
  /** Advances time without any event: a machine that slept. */
  sleep(milliseconds: number): void;
  /** Runs all actors until they wait for a step. */
  settle(): Promise<void>;
  steps(): number;
};

/**
 * A scheduler's random numbers, its first instant, the listener of its steps, and the work still running in it, one
 * after the other.
 */
export type SchedulerMeans = {
  random: Random;
  start: number;
  told: (actor: string, what: string) => void;
  goesOn?: () => Promise<boolean>;
};

/** Opens a scheduler. */
export function createScheduler({
  random,
  start,
  told,
  goesOn = () => Promise.resolve(false),
}: SchedulerMeans): Scheduler {
  let now = start;
  let steps = 0;
  let asked: Step[] = [];
  let timers: Timer[] = [];
  let repeated: Repeated[] = [];
  let underWay: Promise<void>[] = [];

  const canRun = (actor: Actor): boolean => actor.alive && actor.frozenUntil <= now;
  const fireDue = (): void => {
    const due = timers.filter(({ actor, at }) => at <= now && canRun(actor));
    if (due.length === 0) return;
    timers = timers.filter((timer) => !due.includes(timer));
    for (const { actor, call } of due) asked.push({ actor, what: 'timer', take: call });
  };

  const scheduler: Scheduler = {
    now: () => now,
    actor: (name) => ({ name, alive: true, frozenUntil: 0 }),
    kill: (actor) => {
      actor.alive = false;
      asked = asked.filter((step) => step.actor !== actor);
      timers = timers.filter((timer) => timer.actor !== actor);
      repeated = repeated.filter((one) => one.actor !== actor);
    },
    ask: (actor, what, take) => {
      if (actor.alive) asked.push({ actor, what, take });
    },
    goOn: (actor, what) =>
      new Promise((resolve) => {
        scheduler.ask(actor, what, resolve);
      }),
    after: (actor, milliseconds, call) => {
      const timer: Timer = { actor, at: now + milliseconds, call };
      if (actor.alive) timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    every: (actor, milliseconds, call) => {
      const one: Repeated = { actor, milliseconds, call };
      if (actor.alive) repeated.push(one);
      return () => {
        repeated = repeated.filter((other) => other !== one);
      };
    },
    lasting: (work) => {
      underWay.push(work);
      return work;
    },
    take: async () => {
      fireDue();
      const possible = asked.filter(({ actor }) => canRun(actor));
      if (possible.length === 0) return false;
      const step = random.pick(possible);
      asked.splice(asked.indexOf(step), 1);
      steps += 1;
      now += random.int(0, 3);
      if (step.what !== 'timer') told(step.actor.name, step.what);
      await step.take();
      do {
        await turn();
        while (underWay.length > 0) {
          const works = underWay;
          underWay = [];
          await Promise.all(works);
          await turn();
        }
      } while (await goesOn());
      return true;
    },
    advance: (instants, wants) => {
      const thawing = [...asked, ...timers].map(({ actor }) => actor.frozenUntil).filter((until) => until > now);
      const next = Math.min(
        ...timers.map(({ actor, at }) => Math.max(at, actor.frozenUntil)),
        ...thawing,
        ...instants.filter((instant) => instant > now),
      );
      if (!Number.isFinite(next)) return false;
      now = Math.max(now, next);
      for (const one of repeated)
        if (canRun(one.actor) && wants(one)) asked.push({ actor: one.actor, what: 'timer', take: one.call });
      return true;
    },
    sleep: (milliseconds) => {
      now += milliseconds;
    },
    settle: async () => {
      await turn();
    },
    steps: () => steps,
  };
  return scheduler;
}
