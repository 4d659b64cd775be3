/** A semaphore: runs work, at most so many at a time; what comes beyond waits in its order. */
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
      // Whoever comes next takes the slot over.
      if (next) next();
      else running -= 1;
    }
  };
}
