/**
 * The turns of a worker's statements that nothing waits for right now. The fence waits for nobody; the rest goes one after the
 * other, so that at most two statements of a worker compete for the database's processors with the worker itself, and what
 * comes together meanwhile goes together: 86 instead of 80 % of the ideal rate with 100 posts side by side on two processors
 * (`npm run bench -- publishing`).
 */

import type { Timers } from './clock.ts';

/** What takes turns, the most urgent first: ids of posts that the network has made, outcomes, claims. */
const turnOrder = ['post', 'outcome', 'claim'] as const;

/** Runs work when it is its turn, and gives what it gives. */
export type InTurn = <T>(what: (typeof turnOrder)[number], work: () => Promise<T>) => Promise<T>;

/** Turns are a courtesy and no lock: a statement that must wait for somebody's transaction keeps the others back for so long. */
const patienceMs = 50;

type Waiting = { rank: number; begin: () => void };

/** The turns of one worker. */
export function createTurns(timers: Timers): InTurn {
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
      const one: Waiting = { rank, begin: () => {
        endPatience();
        underWay += 1;
        resolve();
      } };
      const endPatience = timers.after(patienceMs, () => { goOn(one); });
      waiting = [...waiting, one];
    });
  };

  return async (what, work) => {
    await turn(turnOrder.indexOf(what));
    try {
      return await work();
    } finally {
      underWay -= 1;
      next();
    }
  };
}
