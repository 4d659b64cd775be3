/**
 * A priority mutex for those of a worker's statements that nobody waits for immediately. The fence does not take it.
 * With it at most two statements of a worker compete with the worker itself for the processors, and requests made
 * meanwhile run as one batch: 86 instead of 80 % of the ideal rate with 100 concurrent posts on two processors (`npm
 * run bench -- publishing`).
 */

import type { Timers } from './timers.ts';

/** The priorities, most urgent first: ids of posts that the network has created, outcomes, claims. */
const priorities = ['post', 'outcome', 'claim'] as const;

/** Runs work once it holds the mutex; returns its result. */
export type InOrder = <T>(what: (typeof priorities)[number], work: () => Promise<T>) => Promise<T>;

/**
 * A statement that waits for another transaction's lock delays the others for at most this long; then they run beside
 * it.
 */
const patienceMs = 50;

type Waiting = { rank: number; begin: () => void };

/** The mutex of one worker. */
export function createPriorityMutex(timers: Timers): InOrder {
  let underWay = 0;
  let waiting: readonly Waiting[] = [];

  const goOn = (one: Waiting): void => {
    waiting = waiting.filter((other) => other !== one);
    one.begin();
  };
  const next = (): void => {
    if (underWay > 0) return;
    const [first] = waiting.toSorted((a, b) => a.rank - b.rank);
    if (first !== undefined) goOn(first);
  };
  const turn = (rank: number): Promise<void> | undefined => {
    if (underWay === 0) {
      underWay = 1;
      return undefined;
    }
    return new Promise((resolve) => {
      const one: Waiting = {
        rank,
        begin: () => {
          endPatience();
          underWay += 1;
          resolve();
        },
      };
      const endPatience = timers.after(patienceMs, () => {
        goOn(one);
      });
      waiting = [...waiting, one];
    });
  };

  return async (what, work) => {
    await turn(priorities.indexOf(what));
    try {
      return await work();
    } finally {
      underWay -= 1;
      next();
    }
  };
}
