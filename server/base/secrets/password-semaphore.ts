/**
 * Hashing a password occupies a core for tens of milliseconds, in one of the four threads that DNS look-ups and files
 * also need. Without a limit, a flood of log-ins delayed posts by 40 s (`npm run bench -- flood`).
 */
import { availableParallelism } from 'node:os';
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

type Waiting = { who: string; begin: () => void };

/** Opens a semaphore with limits, first come, first served. */
export function createPasswordSemaphore({ atOnce, mostWaiting, mostOfOne, longestWaitMs }: SlotLimits): WithSlot {
  const waiting = new Set<Waiting>();
  let running = 0;

  const wait = ({ who, signal }: SlotWanted): Promise<void> =>
    new Promise((resolve, reject) => {
      const give = (settle: () => void): void => {
        waiting.delete(entry);
        clearTimeout(patience);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const giveUp = (): void => {
        give(() => {
          reject(tooBusy(longestWaitMs));
        });
      };
      const entry: Waiting = {
        who,
        begin: () => {
          give(resolve);
        },
      };
      const patience = setTimeout(giveUp, longestWaitMs);
      signal?.addEventListener('abort', giveUp);
      waiting.add(entry);
    });

  return async (wanted, work) => {
    const ofOne = [...waiting].filter(({ who }) => who === wanted.who).length;
    if (running < atOnce) running += 1;
    else if (waiting.size >= mostWaiting || ofOne >= mostOfOne || wanted.signal?.aborted === true)
      throw tooBusy(longestWaitMs);
    else await wait(wanted);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      // The next caller takes over the slot.
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
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
