/**
 * A priority mutex for those of a worker's statements that nobody waits for immediately. The fence does not take it.
 * With it at most two statements of a worker compete with the worker itself for the processors, and requests made
 * meanwhile run as one batch: 86 instead of 80 % of the ideal rate with 100 concurrent posts on two processors (`npm
 * run bench -- publishing`).
 */

import { createSemaphore } from '#concurrency/semaphore.ts';
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

/** The mutex of one worker. */
export function createPriorityMutex(timers: Timers): InOrder {
  const mutex = createSemaphore({
    permits: 1,
    longestWait: { ms: patienceMs, end: 'run' },
    after: (ms, call) => timers.after(ms, call),
  });
  return (what, work) => mutex.run(work, { priority: priorities.indexOf(what) });
}
