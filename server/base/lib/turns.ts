/** Work that waits for its turn: who wants little does not wait behind all that another wants. */

/**
 * How much is done at once, of all and of each, and how much may wait. `each` stands for an agency, or for the address
 * of whoever looks at results.
 */
export type TurnLimits = { atOnce: number; atOnceOfEach: number; waiting: number; waitingOfEach: number };

/** Work in turns. */
export type Turns = {
  /**
   * Does the work when its turn has come: those who wait take turns, each with its oldest work first. Null if too much
   * waits already. Rejects with the signal's reason if that aborts before.
   */
  run<Result>(whose: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> | null;
};

/** Nothing waits yet. */
export function openTurns({ atOnce, atOnceOfEach, waiting, waitingOfEach }: TurnLimits): Turns {
  /** The starts of what waits, by whose it is; whose turn comes next stands first. */
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
      // Behind all others until its next turn.
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
