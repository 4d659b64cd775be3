/**
 * Hashing a password occupies a core for tens of milliseconds, in one of the four threads that DNS look-ups and files
 * also need. Without a limit, a flood of log-ins delayed posts by 40 s (`npm run bench -- flood`).
 */
import { availableParallelism } from 'node:os';
import { createSemaphore } from '#concurrency/semaphore.ts';
import { messages } from '#contract/messages.ts';
import { UserError } from '../handlers.ts';

/**
 * `atOnce` run in parallel; at most `mostWaiting` wait, at most `mostOfOne` of them from the same address or person,
 * each at most `longestWaitMs`.
 */
export type SlotLimits = { atOnce: number; mostWaiting: number; mostOfOne: number; longestWaitMs: number };

/** The caller that wants a slot: a person's id or an address; `signal` ends the wait when the caller disconnects. */
export type SlotWanted = { who: string; signal?: AbortSignal };

/**
 * Runs work in a slot. Throws a UserError 429 with Retry-After if too many are waiting already, or if the wait was too
 * long.
 */
export type WithSlot = <T>(wanted: SlotWanted, work: () => Promise<T>) => Promise<T>;

/** A semaphore with limits; callers take turns. */
export function createPasswordSemaphore({ atOnce, mostWaiting, mostOfOne, longestWaitMs }: SlotLimits): WithSlot {
  const semaphore = createSemaphore({
    permits: atOnce,
    mostWaiting,
    mostWaitingPerKey: mostOfOne,
    longestWait: { ms: longestWaitMs, end: 'refuse' },
    refusal: () => tooBusy(longestWaitMs),
  });
  return ({ who, signal }, work) => semaphore.run(work, { key: who, signal });
}

const tooBusy = (longestWaitMs: number): UserError =>
  new UserError(messages.logInBusy, { status: 429, retryAfterSeconds: Math.ceil(longestWaitMs / 1000) });

/**
 * The slots of this process. Hashing uses at most half of the cores and of the four threads. 40 waiting callers are
 * some 3 s of work on one core, so most of them are answered, and a flood does not use up the slots of others.
 */
export const withPasswordSlot: WithSlot = createPasswordSemaphore({
  atOnce: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  mostWaiting: 40,
  mostOfOne: 10,
  longestWaitMs: 5000,
});
