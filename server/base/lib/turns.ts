/** A fair semaphore: a caller with little work does not wait behind all the work of another. */

/**
 * How much work runs at once, in total and per caller, and how much may wait. A caller is an agency, or the address of
 * a person who opens results.
 */
export type TurnLimits = { atOnce: number; atOnceOfEach: number; waiting: number; waitingOfEach: number };

/** A fair semaphore. */
export type Turns = {
  /**
   * Runs the work when its turn comes: callers take turns, each with its oldest work first. Null if too much is waiting
   * already. Rejects with the signal's reason if that aborts while it waits.
   */
  run<Result>(whose: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> | null;
};

/** Opens a semaphore with an empty queue. */
export function openTurns({ atOnce, atOnceOfEach, waiting, waitingOfEach }: TurnLimits): Turns {
  /** The start functions of waiting work, by caller; the caller whose turn is next stands first. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let allRunning = 0;
  let allWaiting = 0;

  const count = (whose: string, more: 1 | -1): void => {
    const now = (running.get(whose) ?? 0) + more;
    allRunning += more;
    if (now === 0) running.delete(whose);
    else running.set(whose, now);
  };
  const put = (whose: string, queue: (() => void)[]): void => {
    if (queue.length === 0) queues.delete(whose);
    else queues.set(whose, queue);
  };
  const startNext = (): void => {
    while (allRunning < atOnce) {
      const next = [...queues].find(([whose]) => (running.get(whose) ?? 0) < atOnceOfEach);
      if (next === undefined) return;
      const [whose, [start, ...rest]] = next;
      // Moves the caller behind all others.
      queues.delete(whose);
      put(whose, rest);
      allWaiting -= 1;
      count(whose, 1);
      start?.();
    }
  };
  const done = (whose: string): void => {
    count(whose, -1);
    startNext();
  };
  return {
    run<Result>(whose: string, work: () => Promise<Result>, signal?: AbortSignal) {
      const queue = queues.get(whose) ?? [];
      if (allWaiting >= waiting || queue.length >= waitingOfEach) return null;
      return new Promise<Result>((resolve, reject) => {
        const leave = (): void => {
          put(
            whose,
            (queues.get(whose) ?? []).filter((other) => other !== start),
          );
          allWaiting -= 1;
          reject(signal?.reason);
        };
        const start = (): void => {
          signal?.removeEventListener('abort', leave);
          work()
            .finally(() => done(whose))
            .then(resolve, reject);
        };
        if (signal?.aborted === true) return reject(signal.reason);
        signal?.addEventListener('abort', leave, { once: true });
        queues.set(whose, [...queue, start]);
        allWaiting += 1;
        startNext();
      });
    },
  };
}
