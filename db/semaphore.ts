/** A semaphore: runs at most a fixed number of tasks at a time; further ones wait in order. */
export function createSemaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next waiting task takes over the slot.
      if (next) next();
      else running -= 1;
    }
  };
}
